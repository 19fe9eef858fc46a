"""Sources as documents write them: the new path of one that moved, in the spelling of the old one."""

from __future__ import annotations

from posixpath import relpath

from ctxlayer.analysis.link_paths import encoded
from ctxlayer.analysis.reliance import Relied
from ctxlayer.layer.document import Document
from ctxlayer.layer.sources import HERE

_SPOILS = frozenset("\"'`\\\r\n")
"""What would end the code span or the quoted value that a path stands in."""


def rewritten(relied: Relied, target: str, document: Document) -> str | None:
    """`target`, from the top of its repository, as it is written in place of `relied`.

    None where there is no such spelling.
    """
    if not _SPOILS.isdisjoint(target) or any(char.isspace() for char in target):
        return None
    old = relied.text[len(relied.lead) :]
    path = _from_base(relied, old, target)
    if path is None:
        return None
    if old.startswith(("./", "/")) and not path.startswith("../"):
        path = f"{'./' if old.startswith('.') else '/'}{path}"
    if old.endswith("/"):
        path += "/"
    if relied.form == "link":
        path = encoded(path, like=old, angled=document.text[relied.span.start - 1] == "<")
    return f"{relied.lead}{path}"


def _from_base(relied: Relied, old: str, target: str) -> str | None:
    if target.startswith(relied.base):
        return target[len(relied.base) :]
    if relied.form == "link" or old.startswith("../"):
        return relpath(f"/{target}", f"/{relied.base}")
    # A path from the top of the own repository is understood, too.
    return target if relied.repo == HERE and not relied.lead else None
