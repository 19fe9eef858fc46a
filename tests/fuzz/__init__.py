"""Seeded runs over mutated inputs; each is a program, and a bounded part of it is in the suite."""
