"""Measuring: a layer of a known size, and the times that docs/performance.md promises."""
