"""The runtimes that have a smaller share of what is in repositories, each a record of its own."""

from __future__ import annotations

from ctxlayer.layer.runtimes.cline import CLINE
from ctxlayer.layer.runtimes.codex import CODEX
from ctxlayer.layer.runtimes.continue_dev import CONTINUE
from ctxlayer.layer.runtimes.gemini import GEMINI
from ctxlayer.layer.runtimes.kiro import KIRO
from ctxlayer.layer.runtimes.opencode import OPENCODE
from ctxlayer.layer.runtimes.windsurf import WINDSURF
from ctxlayer.layer.runtimes.zed import ZED

OTHERS = (WINDSURF, CLINE, KIRO, GEMINI, CODEX, CONTINUE, ZED, OPENCODE)
