"""`python -m ctxlayer`."""

import sys

from ctxlayer.cli import main

if __name__ == "__main__":
    sys.exit(main())
