"""Lints over the path patterns of rules."""
