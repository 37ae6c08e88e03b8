"""The vocabulary of mechanism files. The file that `faier check` verifies runs as the Python it is:

    from faier import Int, clamp, each, geometric, log, mechanism, private

Every name draws exact samples from the operating system's entropy or stays symbolic; see `faier.sampling`. Beside
them, for programs and tests about mechanisms: `check`, `bound`, `calibrate`, `learn` and `assert_private`
(`faier.asking`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from faier.version import VERSION

# The vocabulary is imported when it is first used: the command line needs none of it, and must not import
# anything before it has looked at where Python would find it (see `__main__`).
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for module, words in _HOMES.items():
            if name in words.split():
                globals()[name] = getattr(import_module(f"faier.{module}"), name)
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


_HOMES = {
    "asking": "PrivacyError assert_private bound calibrate check learn",
    "sampling.claims": "added each edges moves one pairs private total where",
    "sampling.domains": "Bool Int Probability Public Real Records Stream Vector",
    "sampling.draws": "categorical choice clamp flip geometric sample shuffled uniform",
    "sampling.exponentials": "Positive exp log",
    "sampling.reals": "gaussian laplace",
    "sampling.runs": "assume mechanism prior secret",
}

# Type checkers take what stands between brackets for types, and numbers there for mistakes. mypy, which
# alone takes MYPY for true, lets a name of type Any be subscripted by anything; others let a class that
# says itself how it is subscripted.
MYPY = False
if TYPE_CHECKING:
    from faier.asking import PrivacyError as PrivacyError
    from faier.asking import assert_private as assert_private
    from faier.asking import bound as bound
    from faier.asking import calibrate as calibrate
    from faier.asking import check as check
    from faier.asking import learn as learn
    from faier.sampling.claims import added, each, edges, moves, one, pairs, private, total, where
    from faier.sampling.draws import categorical, choice, clamp, flip, geometric, sample, shuffled, uniform
    from faier.sampling.exponentials import Positive, exp, log
    from faier.sampling.reals import gaussian, laplace
    from faier.sampling.runs import assume, mechanism, prior, secret

    if MYPY:
        from faier.sampling.editors import Anything as Int
        from faier.sampling.editors import Anything as Probability
        from faier.sampling.editors import Anything as Public
        from faier.sampling.editors import Anything as Real
        from faier.sampling.editors import Anything as Records
        from faier.sampling.editors import Anything as Stream
        from faier.sampling.editors import Anything as Vector
        from faier.sampling.editors import Bool
    else:
        from faier.sampling.editors import Bool, Int, Probability, Public, Real, Records, Stream, Vector

__version__ = VERSION

__all__ = [
    "Bool",
    "Int",
    "Positive",
    "Probability",
    "Public",
    "Real",
    "Records",
    "Stream",
    "Vector",
    "added",
    "assume",
    "categorical",
    "choice",
    "clamp",
    "each",
    "edges",
    "exp",
    "flip",
    "gaussian",
    "geometric",
    "laplace",
    "log",
    "mechanism",
    "moves",
    "one",
    "pairs",
    "prior",
    "private",
    "sample",
    "secret",
    "shuffled",
    "total",
    "uniform",
    "where",
]
