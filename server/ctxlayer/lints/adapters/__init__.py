"""Lints over adapters: their configuration, and what they cost."""
