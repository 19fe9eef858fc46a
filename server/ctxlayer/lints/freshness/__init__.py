"""Lints over the age of what a file says."""
