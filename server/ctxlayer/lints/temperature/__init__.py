"""Lints over when a rule is loaded."""
