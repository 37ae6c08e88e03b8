"""Many small programs in one text: `### name`, what stands before the mechanism, `---`, and its body."""

from __future__ import annotations

import re
from textwrap import indent


def cases(text: str) -> dict[str, str]:
    """Each of them as a file with the mechanism f(x: Int[0, 2]), its imports apart."""
    pieces = re.split(r"^### (.*)\n", text, flags=re.MULTILINE)[1:]
    return {name: _file(piece.strip("\n")) for name, piece in zip(pieces[::2], pieces[1::2], strict=True)}


def _file(piece: str) -> str:
    before, _, body = f"\n{piece}".rpartition("\n---\n")
    return f"{before.strip()}\n\n\n@mechanism\ndef f(x: Int[0, 2]):\n{indent(body.strip(chr(10)), '    ')}\n"
