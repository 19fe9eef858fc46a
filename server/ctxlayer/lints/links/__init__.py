"""Lints over links and pointers that work on one machine only, or not at all."""
