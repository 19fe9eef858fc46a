"""Commands that clients may have the server run."""

from __future__ import annotations

FETCH = "ctxlayer.fetch"
"""That of `ide.repo_places`, which takes too long to import before `initialize` is answered."""

EVERYWHERE = frozenset({FETCH})
"""Those that every client hears of. VS Code registers each under its name, so no extension may do so too."""
