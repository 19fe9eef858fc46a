"""Settings: their model and defaults, and reading them from `ctxlayer.toml`."""

from ctxlayer.settings.loading import PYPROJECT, SETTINGS_FILE, has_section, load_settings
from ctxlayer.settings.model import (
    COLUMNS,
    KINDS,
    SEVERITIES,
    TOKENIZERS,
    FreshnessSettings,
    Settings,
)
from ctxlayer.settings.spec import Described, Spec, describe

__all__ = [
    "COLUMNS",
    "KINDS",
    "PYPROJECT",
    "SETTINGS_FILE",
    "SEVERITIES",
    "TOKENIZERS",
    "Described",
    "FreshnessSettings",
    "Settings",
    "Spec",
    "describe",
    "has_section",
    "load_settings",
]
