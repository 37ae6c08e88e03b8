"""`python -m faier`, which must not import modules from the folder it is run in."""

import sys
from pathlib import Path

# Python puts that folder in front, where a mechanism file named like a module of the standard library would be
# executed in its place. It stays only if it is where faier itself is.
if not sys.flags.safe_path and Path(sys.path[0] or ".").resolve() != Path(__file__).resolve().parent.parent:
    del sys.path[0]

from faier.command.cli import main

if __name__ == "__main__":
    sys.exit(main())
