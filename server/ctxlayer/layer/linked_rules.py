"""Rules that a runtime finds through symbolic links: the file is indexed once, where it really lies."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.runtimes import PROFILES
from ctxlayer.layer.runtimes.profile import Store
from ctxlayer.layer.tree import Tree

Link = tuple[str, str]
"""A symbolic link and what it leads to."""


def links_to_rules(tree: Tree) -> tuple[Link, ...]:
    """The links of a tree through which some runtime comes to its rules, sorted."""
    if links_to_rules not in tree.memo:
        found = tuple(sorted(link for link in tree.links.items() if _leads_to_rules(link)))
        tree.memo[links_to_rules] = found
    links: tuple[Link, ...] = tree.memo[links_to_rules]
    return links


def reaches(store: Store, link: str) -> bool:
    """Whether a link is a file of the store, or a folder around or inside of one of its own."""
    if store.holds(link):
        return True
    inner = f"{link}/"
    return any(folder.startswith(inner) or inner.startswith(folder) for folder in store.folders)


def places_of(path: str, links: tuple[Link, ...]) -> Iterator[str]:
    """The paths by which links lead to the file at `path`."""
    for link, target in links:
        if path == target:
            yield link
        elif path.startswith(f"{target}/"):
            yield link + path[len(target) :]


def _leads_to_rules(link: Link) -> bool:
    return any(reaches(store, link[0]) for each in PROFILES.values() for store in each.stores)
