"""Lints over the settings file and over suppressions."""
