"""Lints over what must not be in a layer: secrets, hidden characters, orders from strangers."""
