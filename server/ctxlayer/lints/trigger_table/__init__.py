"""Lints over trigger tables: shape, pointers, live pointers, vocabulary."""
