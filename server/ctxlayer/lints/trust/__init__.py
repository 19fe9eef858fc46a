"""Lints over what a file claims about how far it can be believed."""
