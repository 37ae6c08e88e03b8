"""`--set NAME=VALUE`: texts from the command line -> values of constants and settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from faier.lang import constants
from faier.lang.constants import Constant
from faier.lang.diagnostics import Problems, Rejected
from faier.lang.names import File, suggestion
from faier.lang.source import expression_of
from faier.lang.syntax import NOWHERE
from faier.lang.values import make

_FRACTION = re.compile(r"Fraction\((-?\d{1,4000}), (0*[1-9]\d{0,4000})\)")


class Settings:
    """The values asked for, and which of them the file has used so far."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = dict(texts)
        self.used: set[str] = set()
        self.known: set[str] = set()

    def value(self, file: File, name: str) -> Constant | None:
        """The value for this constant or setting; None when the command line gives none."""
        self.known.add(name)
        if name not in self.texts:
            return None
        self.used.add(name)
        written = _FRACTION.fullmatch(self.texts[name].strip())
        if written is not None:  # whether the file imports Fraction or not
            return Constant(make(Fraction(int(written[1]), int(written[2]))))
        option = f"--set {name}={self.texts[name]}"
        try:
            node, source = expression_of(self.texts[name], option)
            inner = replace(file, source=source, problems=Problems(option))
            constant = constants.evaluate(inner, node, "a setting")
            if constant is not None:
                constants.settled(inner, node, constant)
            inner.problems.reject_if_any()
            return constant
        except Rejected as error:
            first = error.diagnostics[0]
            self.report(file, name, first.message, first.hint)
            return None

    def report(self, file: File, name: str, reason: str, hint: str = "") -> None:
        file.problems.add("FA212", NOWHERE, f"--set {name}={self.texts[name]}: {reason}", hint)

    def report_unknown(self, file: File) -> None:
        for name in self.texts:
            if name not in self.used and name not in file.broken:
                hint = suggestion(name, self.known)
                if not hint and self.known:
                    hint = f"it has {', '.join(sorted(self.known))}"
                reason = "the file has no such constant or setting"
                if name in file.types:
                    reason = "this is a type: it is changed in the file"
                self.report(file, name, reason, hint)
