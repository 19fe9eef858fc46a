"""Runs the command line of the copy of ctxlayer that lies beside this file.

The interpreter needs nothing installed: the libraries lie beside it too, and are found first.
"""

import sys
from pathlib import Path

_bundled = Path(__file__).resolve().parent
sys.path[:0] = [str(_bundled), str(_bundled / "libs")]

from ctxlayer.cli import main  # noqa: E402 - found only through the path above

if __name__ == "__main__":
    sys.argv[0] = "ctxlayer"
    sys.exit(main())
