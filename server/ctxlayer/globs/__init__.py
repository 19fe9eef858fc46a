"""Globs as the runtimes read them: one matcher, one dialect record a runtime.

Paths are relative to the root, with `/` between their parts. Names that begin with a dot match
like any other, since layers live in such folders.
"""

from ctxlayer.globs.dialect import DIALECTS, LAYER, Dialect, unestablished
from ctxlayer.globs.glob import Glob, compile_glob
from ctxlayer.globs.index import GlobSet, PathIndex
from ctxlayer.globs.misses import Miss, Reason, first_miss
from ctxlayer.globs.nearest import closest, nearest_pattern
from ctxlayer.globs.relation import covers, overlap
from ctxlayer.globs.syntax import has_magic, split_patterns

__all__ = [
    "DIALECTS",
    "LAYER",
    "Dialect",
    "Glob",
    "GlobSet",
    "Miss",
    "PathIndex",
    "Reason",
    "closest",
    "compile_glob",
    "covers",
    "first_miss",
    "has_magic",
    "nearest_pattern",
    "overlap",
    "split_patterns",
    "unestablished",
]
