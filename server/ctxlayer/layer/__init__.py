"""The model of a context layer: its files by kind, what they say, and one snapshot of them all."""
