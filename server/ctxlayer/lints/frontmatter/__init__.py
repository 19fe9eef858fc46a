"""Lints over the frontmatter block itself: its syntax, its keys, its values."""
