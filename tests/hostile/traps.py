"""A repository with a trap wherever a repository can name a program, and who steps into which.

Each trap leaves a file of its own in `marks`. `CONTROLS` are plain calls of git that set them off.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HOOKS = (
    "applypatch-msg", "fsmonitor-watchman", "post-checkout", "post-commit", "post-index-change",
    "post-merge", "post-rewrite", "pre-auto-gc", "pre-commit", "reference-transaction",
)  # fmt: skip

_NOBODY = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "dev"), ("EMAIL", "dev@example.org"))
    },
}

NOTE = """\
---
source: human-authored
created: 2026-11-01
last-verified: 2026-11-20
verified-by: developer
status: confirmed
tracks:
  - src/gauge.py
---

# {}

See `src/gauge.py`.
"""


def environment(**more: str) -> dict[str, str]:
    """For git: nobody's settings, no variables of a run around us."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, **_NOBODY, **more}


def git(folder: Path, *arguments: str, check: bool = True, **more: str) -> str:
    """Plain git, which steps into every trap; what it writes to either stream."""
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env=environment(**more),
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=30,
    )
    assert done.returncode == 0 or not check, done.stdout
    return done.stdout


class Trapped(NamedTuple):
    """A trapped clone, the repository that it is a clone of, and where its traps leave their marks."""

    clone: Path
    origin: Path
    marks: Path

    def fired(self) -> set[str]:
        """The traps that somebody stepped into."""
        return {path.name for path in self.marks.iterdir()}

    def reset(self) -> None:
        """As if nobody had."""
        for path in self.marks.iterdir():
            path.unlink()

    def trap(self, name: str, *, then: str = "false") -> str:
        """A shell command that leaves a mark."""
        return f"touch {self.marks / name}; {then}"

    def configure(self, key: str, value: str, folder: Path | None = None) -> None:
        """Write one more line of the repository's configuration."""
        git(folder or self.clone, "config", "--add", key, value)


def trapped(folder: Path, *clone_options: str) -> Trapped:
    """Build one in a folder: the layer is a clone, and is behind its origin."""
    origin = _origin(folder / "origin")
    git(folder, "clone", "-q", *clone_options, f"file://{origin}", "clone")
    found = Trapped(folder / "clone", origin, folder / "marks")
    found.marks.mkdir()
    (origin / "src/gauge.py").write_text("level = 3\n")
    git(origin, "commit", "-qam", "three")
    if "--no-checkout" in clone_options:
        git(found.clone, "read-tree", "HEAD")
        for name in git(found.clone, "ls-files").split():
            (found.clone / name).parent.mkdir(parents=True, exist_ok=True)
            (found.clone / name).write_text(NOTE.format("other"))
    _add_submodule(found)
    _sign_head(found)
    _set_traps(found)
    _touch_files(found)
    found.reset()
    return found


def _origin(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "uploadpack.allowFilter", "true")
    for name, text in {
        "ctxlayer.toml": "",
        ".gitignore": ".local/\n",
        "knowledge/tides/old.md": NOTE.format("Old"),
        "knowledge/tides/gauges.md": NOTE.format("Gauges"),
        "src/gauge.py": "level = 1\n",
        "src/long.bin": "0\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    git(folder, "mv", "knowledge/tides/old.md", "knowledge/tides/new.md")
    (folder / "src/gauge.py").write_text("level = 2\n")
    git(folder, "commit", "-qam", "two")
    return folder


def _add_submodule(found: Trapped) -> None:
    """A submodule with traps of its own: whoever looks into it goes by its configuration."""
    source = found.clone.parent / "pilots"
    source.mkdir()
    git(source, "init", "-q", "-b", "main")
    (source / "a.md").write_text("# A\n")
    git(source, "add", ".")
    git(source, "commit", "-qm", "one")
    allowed = ("-c", "protocol.file.allow=always")
    git(found.clone, *allowed, "submodule", "--quiet", "add", f"file://{source}", "pilots")
    git(found.clone, "commit", "-qm", "Add pilots")
    inner = found.clone / "pilots"
    (inner / ".gitattributes").write_text("* filter=inner\n")
    for key, value in (
        ("core.fsmonitor", found.trap("submodule-fsmonitor")),
        ("filter.inner.clean", found.trap("submodule-clean", then="cat")),
        ("remote.origin.uploadpack", found.trap("submodule-fetch")),
    ):
        found.configure(key, value, inner)
    _age(inner / "a.md")
    (source / "a.md").write_text("# B\n")
    git(source, "commit", "-qam", "two")


def _sign_head(found: Trapped) -> None:
    """Give the commit at HEAD a signature, so that somebody may want to see whether it is right."""
    raw = subprocess.run(
        ["git", "cat-file", "commit", "HEAD"], cwd=found.clone, capture_output=True, check=True
    ).stdout
    head, _, body = raw.partition(b"\n\n")
    signature = b"gpgsig -----BEGIN PGP SIGNATURE-----\n \n aaaa\n -----END PGP SIGNATURE-----"
    name = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--stdin"],
        cwd=found.clone,
        input=b"%b\n%b\n\n%b" % (head, signature, body),
        capture_output=True,
        check=True,
    ).stdout.decode()
    git(found.clone, "update-ref", "refs/heads/main", name.strip())


def _set_traps(found: Trapped) -> None:
    clone, trap = found.clone, found.trap
    lent = clone.parent / "lent.git"
    git(clone.parent, "clone", "-q", "--bare", str(found.origin), "lent.git")
    (clone / ".git/objects/info/alternates").write_text(f"{lent / 'objects'}\n")
    (clone / ".git/info/attributes").write_text("*.md filter=x diff=x\n*.py filter=a=b\n")
    script = clone.parent / "trap.sh"
    script.write_text(f'#!/bin/sh\ntouch {found.marks}/"$(basename "$0")"\nexit 1\n')
    script.chmod(0o755)
    hooks = clone.parent / "hooks"
    hooks.mkdir()
    for name in HOOKS:
        (hooks / name).write_text(f"#!/bin/sh\ntouch {found.marks}/hook-{name}\n")
        (hooks / name).chmod(0o755)
    programs = clone.parent / "programs"
    programs.mkdir()
    for name in ("gpg", "askpass", "git-proxy"):
        shutil.copy(script, programs / name)
    included = clone / ".git/more"
    included.write_text(f'[filter "y"]\n\tclean = "{trap("included-clean", then="cat")}"\n')
    with (clone / ".git/info/attributes").open("a") as attributes:
        attributes.write("*.toml filter=y\n")
    ext = f"ext::sh -c touch% {found.marks}/"
    for key, value in (
        ("core.fsmonitor", trap("fsmonitor")),
        ("core.hooksPath", str(hooks)),
        ("core.sshCommand", trap("ssh")),
        ("core.pager", trap("pager")),
        ("core.askPass", str(programs / "askpass")),
        ("core.gitProxy", str(programs / "git-proxy")),
        ("core.alternateRefsCommand", trap("alternate-refs")),
        ("gpg.program", str(programs / "gpg")),
        ("log.showSignature", "true"),
        ("diff.external", trap("diff-external")),
        ("diff.x.textconv", trap("textconv", then="cat")),
        ("filter.x.clean", trap("clean", then="cat")),
        ("filter.x.smudge", trap("smudge", then="cat")),
        ("filter.x.required", "true"),
        ("filter.z.process", trap("process")),
        ("include.path", "more"),
        ("credential.helper", f"!{trap('credential')}"),
        ("fetch.recurseSubmodules", "true"),
        ("gc.auto", "1"),
        ("maintenance.auto", "true"),
        ("fetch.writeCommitGraph", "true"),
        ("fetch.prune", "true"),
        ("protocol.ext.allow", "always"),
        ("remote.origin.uploadpack", trap("uploadpack")),
        ("remote.origin.tagOpt", "--tags"),
        ("remote.by-ssh.url", "ssh://host.invalid/x"),
        ("remote.by-git.url", "git://127.0.0.1:1/x"),
        ("remote.by-ext.url", f"{ext}ext"),
        ("remote.by-vcs.url", f"sh -c touch% {found.marks}/vcs"),
        ("remote.by-vcs.vcs", "ext"),
        ("remote.by-other.url", "https://host.invalid/x"),
        (f"url.{ext}instead-of.insteadOf", "https://host.invalid/x"),
    ):
        found.configure(key, value)
    with (clone / ".git/info/attributes").open("a") as attributes:
        attributes.write("*.bin filter=z\n")
    # A name that no `-c` can hold.
    with (clone / ".git/config").open("a") as config:
        config.write(f'[filter "a=b"]\n\tclean = "{trap("clean-of-odd-name", then="cat")}"\n')


def _touch_files(found: Trapped) -> None:
    """Make every file one that has to be read to see whether it changed."""
    for path in found.clone.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            _age(path)
    (found.clone / ".local").mkdir(exist_ok=True)
    (found.clone / ".local/repo-paths.json").write_text(f'{{"harbour": "{found.clone}"}}\n')


def _age(path: Path) -> None:
    os.utime(path, (1_600_000_000, 1_600_000_000))


class Control(NamedTuple):
    """A call of plain git, and the traps that it steps into."""

    arguments: Sequence[str]
    fires: frozenset[str]


CONTROLS = (
    # A filter that breaks off ends git, with all that would have come after it.
    Control(("status", "--", "src/long.bin"), frozenset({"process"})),
    Control(
        ("status", "--", ":!src/long.bin"),
        frozenset(
            {"fsmonitor", "clean", "clean-of-odd-name", "included-clean", "hook-post-index-change",
             "submodule-fsmonitor", "submodule-clean"}
        ),
    ),
    Control(("log", "-p", "--ext-diff"), frozenset({"gpg", "diff-external"})),
    Control(("log", "-p", "--no-ext-diff"), frozenset({"textconv"})),
    Control(("fetch", "origin"), frozenset({"uploadpack"})),
    Control(
        ("fetch", "--upload-pack=git-upload-pack", "origin"),
        frozenset({"alternate-refs", "hook-reference-transaction", "submodule-fetch"}),
    ),
    Control(("fetch", "by-ssh"), frozenset({"ssh"})),
    Control(("fetch", "by-git"), frozenset({"git-proxy"})),
    Control(("fetch", "by-ext"), frozenset({"ext"})),
    Control(("fetch", "by-vcs"), frozenset({"vcs"})),
    Control(("fetch", "by-http"), frozenset({"credential", "credential-of-host", "askpass"})),
    Control(("fetch", "by-other"), frozenset({"instead-of"})),
)  # fmt: skip


class Entry(NamedTuple):
    """A file as it lies on disk."""

    mode: int
    content: bytes
    modified: int


def files(folder: Path) -> dict[str, Entry]:
    """All files and links of a folder, `.git` and all."""
    return {path.relative_to(folder).as_posix(): entry for path, entry in _entries(folder)}


def _entries(folder: Path) -> Iterator[tuple[Path, Entry]]:
    for path in sorted(folder.rglob("*")):
        about = path.lstat()
        content = b""
        if stat.S_ISLNK(about.st_mode):
            content = os.readlink(path).encode()
        elif stat.S_ISREG(about.st_mode):
            content = path.read_bytes()
        yield path, Entry(about.st_mode, content, about.st_mtime_ns)
