"""The text of a mechanism file becomes a tree in which every name is resolved and every constant evaluated.

Assumes nothing about the text, not even that it is text. Reports everything that is wrong at once. Does not
execute the file, and does not find out what a run of it does: that is `semantics`.
"""

from faier.lang.claim_options import parse_delta, parse_epsilon, parse_relation, parse_value
from faier.lang.diagnostics import Diagnostic, Rejected, render
from faier.lang.parse import parse
from faier.lang.show import show
from faier.lang.source import read, text_of

__all__ = [
    "Diagnostic",
    "Rejected",
    "parse",
    "parse_delta",
    "parse_epsilon",
    "parse_relation",
    "parse_value",
    "read",
    "render",
    "show",
    "text_of",
]
