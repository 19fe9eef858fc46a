"""Examples of what `--format json` answers, for `docs/cli.md`; a test holds them to the commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NOTE = (
    "Lines and columns count from 1, `end` is behind the last character, and columns count code "
    "points. Paths are relative to the layer's root, with `/`. `null` means absent or unknown. "
    "`version` rises when a key changes its meaning or goes away; new keys may come at any time."
)

_STALE: Mapping[str, Any] = {
    "kind": "source-moved",
    "evidence": '2 commits to tide-service/src/gauges since 2026-06-15, the newest 3 d ago: "Sort" (Ada)',
    "repo": "tide-service",
    "path": "src/gauges",
    "moved": None,
    "commits": [
        {
            "hash": "1f2e3d4c5b6a79881f2e3d4c5b6a79881f2e3d4c",
            "date": "2026-11-26",
            "author": "Ada",
            "subject": "Sort",
        }
    ],
    "commit_count": 2,
}

SHAPES: Mapping[str, Any] = {
    "budget": {
        "version": 1,
        "total": {"tokens": 6120, "low": 5326, "high": 6914},
        "budget": 22000,
        "runtime": "claude",
        "window": {"tokens": 300000, "overhead": 33000, "share": 0.1304},
        "runtimes": [
            {
                "runtime": "claude",
                "tokens": 6120,
                "low": 5326,
                "high": 6914,
                "always_on": True,
                "unknown": 1,
            }
        ],
        "entries": [
            {
                "path": "index/trigger-table.md",
                "kind": "trigger-table",
                "temperature": "hot",
                "runtime": "layer",
                "tokens": 4210,
                "low": 3663,
                "high": 4757,
                "because": "table",
                "name": None,
                "imported_by": None,
                "probed_on": None,
            }
        ],
        "unknown": [
            {"path": ".mcp.json", "name": "harbour", "runtime": "claude", "why": "not probed"}
        ],
        "long_tail": {"below": 500, "rules": 4, "tokens": 900, "low": 765, "high": 1035},
        "repeated": [],
    },
    "budget --against": {
        "version": 1,
        "against": {"ref": "main", "commit": "1f2e3d4c5b6a79881f2e3d4c5b6a79881f2e3d4c"},
        "total": {"tokens": 6530, "low": 5683, "high": 7377},
        "before": {"tokens": 6120, "low": 5326, "high": 6914},
        "delta": 410,
        "runtimes": [{"runtime": "claude", "tokens": 6530, "before": 6120, "delta": 410}],
        "entries": [
            {
                "path": ".rules/moorings.md",
                "kind": "rule",
                "temperature": "hot",
                "runtime": "layer",
                "change": "added",
                "tokens": 410,
                "before": 0,
                "delta": 410,
                "because": "always",
                "name": None,
            }
        ],
    },
    "budget --promote": {
        "version": 1,
        "path": ".rules/cranes.md",
        "hot": False,
        "promote": True,
        "tokens": 310,
        "low": 264,
        "high": 356,
        "messages_per_session": 30,
        "sessions": 1,
        "one_time": 0,
        "saves": 12000,
        "saved": 12000,
        "tax": 9300,
        "balance": 2700,
        "break_even": 9301,
    },
    "check": {
        "version": 1,
        "root": "/home/ada/harbour",
        "findings": [
            {
                "lint": "dead-pointer",
                "family": "trigger-table",
                "severity": "error",
                "path": "index/trigger-table.md",
                "start": {"line": 11, "column": 14},
                "end": {"line": 11, "column": 25},
                "message": "`overveiw.md` does not exist …",
                "fix": {"title": "Change to `overview.md`", "safe": False},
                "related": [
                    {"path": "knowledge/x.md", "line": 1, "column": 1, "message": "see here"}
                ],
                "url": None,
            }
        ],
        "summary": {
            "files": 25,
            "errors": 1,
            "warnings": 0,
            "infos": 0,
            "hints": 0,
            "suppressed": 0,
        },
    },
    "explain": {
        "version": 1,
        "lints": [
            {
                "id": "dead-pointer",
                "family": "trigger-table",
                "severity": "error",
                "fix": True,
                "since": "0.1.0",
                "page": "A file pointer resolves to nothing. …",
            }
        ],
    },
    "format": {
        "version": 1,
        "root": "/home/ada/harbour",
        "files": [
            {"path": "index/trigger-table.md", "changed": True, "written": True, "diff": None}
        ],
    },
    "fresh": {
        "version": 1,
        "repos": [
            {
                "name": "tide-service",
                "path": "/home/ada/clones/tide-service",
                "state": "STOP",
                "reasons": ["dirty", "behind"],
                "branch": "main",
                "expected": "main",
                "ahead": 0,
                "behind": 3,
                "dirty": True,
                "fetched_at": "2026-11-29T08:12:40+00:00",
                "head": "1f2e3d4c5b6a79881f2e3d4c5b6a79881f2e3d4c",
                "upstream": "origin/main",
                "changed": 2,
                "untracked": 1,
                "operation": None,
                "fetch_error": None,
                "failure": None,
                "words": "STOP: 2 files changed; 3 behind origin/main",
                "notes": ["1 untracked file", "last fetched 3 h ago"],
                "remedies": [
                    "commit it or take it back: git -C /home/ada/clones/tide-service status",
                    "git -C /home/ada/clones/tide-service pull --ff-only",
                ],
            }
        ],
        "problems": [],
    },
    "match": {
        "version": 1,
        "paths": [
            {
                "path": "src/cranes/roster.py",
                "rules": [
                    {
                        "path": ".rules/cranes.md",
                        "runtime": "layer",
                        "temperature": "cool",
                        "because": {"kind": "glob", "pattern": "src/cranes/**"},
                        "tokens": 310,
                    }
                ],
            }
        ],
    },
    "mv": {
        "version": 1,
        "dry_run": False,
        "moves": [{"old": "knowledge/tides/gauges.md", "new": "knowledge/tides/tide-gauges.md"}],
        "edits": [{"path": "index/trigger-table.md", "count": 2}],
    },
    "prune": {
        "version": 1,
        "dry_run": True,
        "pruned": [
            {
                "path": "extractions/2026-06-02-tides.md",
                "to": None,
                "reasons": [
                    {
                        "why": "superseded",
                        "evidence": "superseded by knowledge/tides/overview.md",
                        "target": "knowledge/tides/overview.md",
                    }
                ],
            }
        ],
        "kept": [],
        "edits": ["index/trigger-table.md"],
    },
    "route": {
        "version": 1,
        "topics": [
            {
                "topic": "tide-windows",
                "score": 8.2189,
                "matched": ["spring tide"],
                "because": [{"kind": "term", "text": "spring tide", "weight": 5.0}],
                "pointers": ["knowledge/tide-windows/overview.md"],
                "live": ["tidegauge northquay.heights, read-only"],
                "repos": [{"name": "tide-service", "state": "STOP", "reasons": ["behind"]}],
            }
        ],
    },
    "route --eval": {
        "version": 1,
        "suites": [
            {
                "name": "routing-cases.yaml",
                "judged": 12,
                "top1": 0.9167,
                "top3": 1.0,
                "nowhere": 1.0,
                "unjudged": 0,
                "skipped": {},
                "cases": [
                    {
                        "task": "which vessels may pass the bar at spring tide",
                        "expected": ["tide-windows"],
                        "verdict": "first",
                        "rank": 1,
                        "routed": ["tide-windows"],
                        "unknown": [],
                        "line": 4,
                        "sources": [],
                    }
                ],
            }
        ],
    },
    "trust": {
        "version": 1,
        "files": [
            {
                "path": "knowledge/tides/overview.md",
                "kind": "knowledge",
                "tier": 2,
                "source": "human-authored",
                "status": "confirmed",
                "status_by": "agent",
                "verified_by": "developer",
                "last_verified": "2026-06-15",
                "age_days": 167,
                "stale": [_STALE],
                "standing": "annotation",
                "regraded": True,
                "authors": {
                    "status": {
                        "by": "agent",
                        "name": "Claude",
                        "commit": "1f2e3d4c5b6a",
                        "date": "2026-06-15",
                    },
                    "verified-by": {
                        "by": "developer",
                        "name": "Ada",
                        "commit": "6a5b4c3d2e1f",
                        "date": "2026-05-02",
                    },
                    "last-verified": {
                        "by": "agent",
                        "name": "Claude",
                        "commit": "1f2e3d4c5b6a",
                        "date": "2026-06-15",
                    },
                },
                "okf": None,
            }
        ],
    },
    "trust --queue": {
        "version": 1,
        "queue": [
            {
                "path": "knowledge/tides/overview.md",
                "reasons": [
                    {
                        "kind": "stale",
                        "evidence": _STALE["evidence"],
                        "stale": _STALE,
                    }
                ],
                "hot": 1,
                "topics": 2,
                "files": 5,
                "age_days": 167,
                "query": "tidegauge northquay.heights, read-only",
                "score": 45.6,
            }
        ],
    },
}
"""One example a command, and one more for an option that answers otherwise."""

MORE: Mapping[str, Any] = {
    "budget --probe": {
        "probed": [{"name": "harbour", "path": ".mcp.json", "tools": 12, "failure": None}]
    },
    "match --why-not": {
        "paths": [
            {
                "why_not": [
                    {
                        "rule": ".rules/berths.md",
                        "runtime": "layer",
                        "loads": False,
                        "reason": "no pattern of it matches",
                        "patterns": [
                            {
                                "pattern": "src/berths/**",
                                "segment": "cranes",
                                "reason": "`cranes` is not `berths`",
                            }
                        ],
                    }
                ]
            }
        ]
    },
}
"""What an option adds to the answer of its command."""
