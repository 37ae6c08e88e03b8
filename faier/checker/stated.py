"""What a certificate states, as lines for people: nothing of it may look like less or other than it is."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from .budgets import Epsilon
from .language import expression, parsed
from .outcome import Invalid


@dataclass(frozen=True)
class Stated:
    """The claim's expressions as the certificate writes them, without comments; the settings under which it is made;
    and the length up to which it is proved (None: every length). `epsilon` and `delta` are what the expressions come
    to, once the file was read, and `rho` of the order `alpha` what a bound of a Renyi divergence does; `unknown` is the
    file's name for an unknown epsilon. `of_the_file`: the claim stands above the mechanism in the file, with the
    file's own settings, where it is `expected` to come out like this. `reals`: it is about noise on the reals."""

    mechanism: str
    texts: Mapping[str, str | None]
    settings: Mapping[str, str]
    length: int | None
    typed: bool
    epsilon: Epsilon | None = None
    delta: Fraction | None = None
    unknown: str | None = None
    of_the_file: bool = False
    expected: str | None = None
    alpha: Fraction | None = None
    rho: Epsilon | None = None
    reals: bool = False

    def lines(self, verdict: str) -> Iterator[str]:
        """The claim, and what has to be known of it."""
        parts = [f"{name}={text}" for name, text in self.texts.items() if text is not None]
        yield " ".join(parts)
        for name, value in (("epsilon", self.epsilon), ("delta", self.delta)):
            text = self.texts.get(name)
            if text is not None and value is not None and any(character.isalpha() for character in text):
                shown = value.shown(self.unknown or "EPS") if isinstance(value, Epsilon) else str(value)
                if shown != text:
                    yield f"{name} is {shown}"
        if self.rho is not None:
            yield from self._bounded(self.rho.shown("EPS"))
        if self.length is not None:
            yield f"only for outputs of up to {self.length} values"
        if self.unknown is not None and verdict:
            yield f"for {'some' if verdict == 'refuted' else 'every'} {self.unknown} above 0"
        if self.typed:
            yield "not a claim of the file: it was given on the command line"
        if self.settings:
            changed = ", ".join(f"{name} = {text}" for name, text in self.settings.items())
            yield f"not the file as it stands: set {changed}"
        if verdict in ("proved", "refuted") and self.expected not in (None, verdict):
            yield f"the file expects this claim to be {self.expected}"

    def _bounded(self, rho: str) -> Iterator[str]:
        """What a bound of a Renyi divergence comes to, where that is not what is written."""
        name, shown = ("zcdp", rho) if self.alpha is None else ("renyi", f"({self.alpha}, {rho})")
        text = self.texts.get(name)
        if text is None or not any(character.isalpha() for character in text):
            return
        if "".join(shown.split()) != "".join(text.split()):
            yield f"{name} is {shown}"


def plain(text: str) -> str:
    """An expression on one line, without comments."""
    lines = ["(", *text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ")"]
    try:
        for token in list(tokenize.generate_tokens(io.StringIO("\n".join(lines)).readline)):
            if token.type == tokenize.COMMENT:
                lines[token.start[0] - 1] = lines[token.start[0] - 1][: token.start[1]]
    except (tokenize.TokenError, SyntaxError):
        raise Invalid("one expression is expected") from None
    shown = " ".join(" ".join(lines[1:-1]).split())
    match parsed(shown).body:
        case [ast.Expr(value=value)] if ast.dump(value) == ast.dump(expression(text)):
            return shown
    raise Invalid("an expression is not the same on one line")
