"""Tools for people who work on ctxlayer: generated pages and the scaffold of a lint.

`python -m ctxlayer.dev docs` writes every page that is made from the code, `--check` says whether
they are as the code has them; `python -m ctxlayer.dev new-lint family/id` starts a lint.
"""
