"""Settings: their model and defaults, and reading them from `ctxlayer.toml`."""

from ctxlayer.settings.loading import PYPROJECT, SETTINGS_FILE, has_section, load_settings
from ctxlayer.settings.model import COLUMNS, KINDS, SEVERITIES, TOKENIZERS, Settings
from ctxlayer.settings.spec import Described, Spec, describe

__all__ = [
    "COLUMNS",
    "KINDS",
    "PYPROJECT",
    "SETTINGS_FILE",
    "SEVERITIES",
    "TOKENIZERS",
    "Described",
    "Settings",
    "Spec",
    "describe",
    "has_section",
    "load_settings",
]
