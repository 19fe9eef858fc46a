"""The outside world as facts: the clock, git, adapters."""
