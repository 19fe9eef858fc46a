"""The directions and the nevers of docs/architecture.md, held by reading the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import ctxlayer

PACKAGE = Path(ctxlayer.__file__).parent

# A room may import the rooms of the rows above its own, and nothing beside or below.
ROWS: tuple[frozenset[str], ...] = (
    frozenset({"text"}),
    frozenset({"syntax", "globs"}),
    frozenset({"settings"}),
    frozenset({"layer"}),
    frozenset({"analysis"}),
    frozenset({"lints"}),
    frozenset({"ide", "tickets"}),
    frozenset({"vfs", "probes", "store"}),
    frozenset({"host"}),
    frozenset({"lsp", "cli", "hooks", "mcp"}),
    frozenset({"dev"}),
)
RANK = {room: rank for rank, row in enumerate(ROWS) for room in row}
PURE = frozenset().union(*ROWS[: RANK["vfs"]])

# Who may import what comes from outside; anything else of theirs is free for all.
ONLY = {
    "pygls": {"lsp"},
    "lsprotocol": {"lsp"},
    "mcp": {"mcp", "probes"},
    "anyio": {"mcp", "probes"},
    "httpx2": {"probes"},
    "git": {"probes"},
    "subprocess": {"probes"},
    "ctok": {"probes", "dev"},
    "tiktoken": {"probes", "dev"},
    "wcwidth": {"text"},
    "sqlite3": {"store"},
}
# All git goes through one package, and nothing else of ours starts a program.
DOOR = "ctxlayer.probes.git"
BEHIND_THE_DOOR = frozenset({"git", "subprocess"})
STARTING = re.compile(
    r"popen|system|startfile|(?:posix_)?spawn\w*|exec[lv]\w*|create_subprocess_\w+"
)
"""Of `os` and `asyncio`."""
WORLD = frozenset(
    "asyncio fileinput glob io multiprocessing os select shutil signal socket sqlite3 subprocess "
    "tempfile threading time urllib.request".split()
)
WORLD_CALLS = frozenset({"open", "input", "print", "__import__"})
WORLD_METHODS = frozenset(
    "getenv monotonic now read_bytes read_text today utcnow write_bytes write_text".split()
)


EVERY: frozenset[str] = frozenset({"*"})
LONGEST = 500


class Module(NamedTuple):
    """A source file of the package."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def room(self) -> str:
        """The first name below `ctxlayer`; "" for the package itself."""
        return [*self.name.split("."), ""][1]


class Import(NamedTuple):
    """An imported module (or a name of one) and where."""

    name: str
    line: int


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ["ctxlayer", *path.relative_to(PACKAGE).with_suffix("").parts]
        if parts[-1] == "__init__":
            parts.pop()
        found.append(Module(".".join(parts), path, ast.parse(path.read_text(encoding="utf-8"))))
    return tuple(found)


def imports(tree: ast.AST) -> Iterator[Import]:
    """Every import, those inside functions too: laziness changes cost, not direction."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import in line {node.lineno}"
            for alias in node.names:
                yield Import(f"{node.module}.{alias.name}", node.lineno)


def room_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if parts[0] == "ctxlayer" and len(parts) > 1 else None


def wrong_directions(module: Module) -> Iterator[str]:
    for found in imports(module.tree):
        room = room_of(found.name)
        if room in (None, module.room, "__version__") or module.name == "ctxlayer.__main__":
            continue
        if room not in RANK:
            yield f"{module.name}:{found.line} imports {found.name}, a room without a row"
        elif module.room not in RANK or RANK[room] >= RANK[module.room]:
            yield f"{module.name}:{found.line} imports {found.name}, which is not above it"


def wrong_guests(module: Module) -> Iterator[str]:
    for found in imports(module.tree):
        top = found.name.partition(".")[0]
        if top in ONLY and module.room not in ONLY[top]:
            yield f"{module.name}:{found.line} imports {top}; only {ONLY[top]} may"


def past_the_door(module: Module) -> Iterator[str]:
    """What a module outside of `probes/git` does that would have git run without its bounds."""
    if f"{module.name}.".startswith(f"{DOOR}."):
        return
    for found in imports(module.tree):
        if found.name.partition(".")[0] in BEHIND_THE_DOOR:
            yield f"{module.name}:{found.line} imports {found.name}; only {DOOR} may"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and STARTING.fullmatch(node.attr):
            if isinstance(node.value, ast.Name) and node.value.id in ("os", "asyncio"):
                yield f"{module.name}:{node.lineno} starts a program"
        elif isinstance(node, ast.List | ast.Tuple) and node.elts:
            first = node.elts[0]
            # Who cannot start anything may still tell people what to run.
            named = isinstance(first, ast.Constant) and first.value in ("git", "git.exe")
            if named and module.room not in PURE:
                yield f"{module.name}:{node.lineno} names the program git"


def worldly(module: Module) -> Iterator[str]:
    """What a module below `vfs` does that it has to be given instead."""
    for found in imports(module.tree):
        impure_path = found.name == "pathlib" or (
            found.name.startswith("pathlib.") and not found.name.startswith("pathlib.Pure")
        )
        if impure_path or any(f"{found.name}.".startswith(f"{name}.") for name in WORLD):
            yield f"{module.name}:{found.line} imports {found.name}"
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in WORLD_CALLS:
            yield f"{module.name}:{node.lineno} calls {called.id}()"
        if isinstance(called, ast.Attribute) and called.attr in WORLD_METHODS:
            yield f"{module.name}:{node.lineno} calls .{called.attr}()"


def lint_modules() -> frozenset[str]:
    return frozenset(
        module.name for module in modules() if module.room == "lints" and module.name.count(".") > 2
    )


def imported_lints(module: Module) -> Iterator[str]:
    lints = lint_modules()
    for found in imports(module.tree):
        if found.name in lints or found.name.rpartition(".")[0] in lints:
            yield f"{module.name}:{found.line} imports {found.name}"


def too_long(module: Module) -> Iterator[str]:
    lines = len(module.path.read_text(encoding="utf-8").splitlines())
    if lines > LONGEST:
        yield f"{module.name} has {lines} lines; {LONGEST} are the most"


def speechless(module: Module) -> Iterator[str]:
    if not ast.get_docstring(module.tree):
        yield f"{module.name} has no docstring"


def faults(rule: Callable[[Module], Iterator[str]], rooms: frozenset[str] = EVERY) -> list[str]:
    """What the modules of `rooms` do against `rule`; the package itself is in every room."""
    return [
        fault
        for module in modules()
        if rooms is EVERY or module.room in rooms
        for fault in rule(module)
    ]


def test_a_room_imports_only_rooms_above_it() -> None:
    assert faults(wrong_directions) == []


def test_what_comes_from_outside_stays_in_its_room() -> None:
    assert faults(wrong_guests) == []


def test_all_git_goes_through_one_package() -> None:
    assert faults(past_the_door) == []


def test_nothing_below_vfs_touches_the_world() -> None:
    assert faults(worldly, PURE) == []


def test_nobody_imports_a_lint() -> None:
    """Lints do not lean on one another, and no file lists them: the registry walks the package."""
    assert faults(imported_lints) == []


def test_a_file_stays_small_enough_to_be_read() -> None:
    assert faults(too_long) == []


def test_every_module_says_what_it_is() -> None:
    assert faults(speechless) == []


class TestTheTestItself:
    """A rule that cannot fail holds nothing."""

    @staticmethod
    def module(name: str, source: str) -> Module:
        return Module(name, Path(f"{name}.py"), ast.parse(source))

    @pytest.mark.parametrize(
        ("name", "source"),
        [
            ("ctxlayer.text.lines", "from ctxlayer.syntax import table"),
            ("ctxlayer.globs.index", "from ctxlayer.syntax import table"),
            ("ctxlayer.lsp.server", "import ctxlayer.cli"),
            ("ctxlayer.ide.hover", "def f():\n    from ctxlayer.vfs import disk"),
            ("ctxlayer.layer.topic", "from ctxlayer import lints"),
            ("ctxlayer.newroom", "from ctxlayer import text"),
        ],
    )
    def test_a_wrong_direction_is_seen(self, name: str, source: str) -> None:
        assert list(wrong_directions(self.module(name, source)))

    def test_a_right_direction_is_not(self) -> None:
        source = "from ctxlayer.text import Span\nfrom ctxlayer.layer import topic\nimport re"
        assert not list(wrong_directions(self.module("ctxlayer.analysis.x", source)))

    @pytest.mark.parametrize(
        "source",
        [
            "import os",
            "from os import environ",
            "from pathlib import Path",
            "import pathlib",
            "open('x')",
            "from datetime import date\ndate.today()",
            "import time",
            "x.read_text()",
        ],
    )
    def test_the_world_is_seen(self, source: str) -> None:
        assert list(worldly(self.module("ctxlayer.layer.x", source)))

    def test_pure_paths_are_not_the_world(self) -> None:
        source = "from pathlib import PurePosixPath\nimport posixpath"
        assert not list(worldly(self.module("ctxlayer.layer.x", source)))

    @pytest.mark.parametrize(
        "source",
        [
            "def f():\n    import git",
            "from git import Repo",
            "import subprocess",
            "import os\nos.system('x')",
            "import os\nos.execvp('x', [])",
            "import asyncio\nasyncio.create_subprocess_exec('x')",
            "run(['git', 'status'])",
            "run(('git', *words))",
        ],
    )
    def test_a_way_past_the_door_is_seen(self, source: str) -> None:
        assert list(past_the_door(self.module("ctxlayer.probes.repo_state", source)))
        assert not list(past_the_door(self.module(f"{DOOR}.process", source)))

    def test_the_door_itself_may_be_used(self) -> None:
        source = "from ctxlayer.probes.git import Git\nGit('x').run('status', timeout=1)"
        assert not list(past_the_door(self.module("ctxlayer.probes.repo_state", source)))

    @pytest.mark.parametrize("source", ["import git", "from lsprotocol import types"])
    def test_a_guest_in_the_wrong_room_is_seen(self, source: str) -> None:
        assert list(wrong_guests(self.module("ctxlayer.cli.check", source)))
