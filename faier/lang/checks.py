"""What can be said only about the whole file: lists that have two names, handlers, streams that are handed on."""

from __future__ import annotations

from faier.lang.aliasing import check_aliasing
from faier.lang.catching import check_catching
from faier.lang.handed_streams import check_streams
from faier.lang.names import File
from faier.lang.syntax import Function


def check_program(functions: tuple[Function, ...], file: File) -> None:
    """Report what is wrong with the functions together."""
    check_aliasing(functions, file)
    check_streams(functions, file)
    check_catching(functions, file)
