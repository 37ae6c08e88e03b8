"""`python -S checker CERTIFICATE...` or `python -S -m checker CERTIFICATE...`, wherever this folder lies."""

import sys
from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    folder = Path(__file__).resolve().parent
    if not __package__:
        sys.path.insert(0, str(folder.parent))
    sys.exit(import_module(f"{__package__ or folder.name}.command").main(sys.argv[1:]))
