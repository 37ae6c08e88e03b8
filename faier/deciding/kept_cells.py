"""A mechanism that keeps noise without bounds -> pairs whose weights are at most its own on the left, and at least its
own on the right: what grows there grows with its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from faier.deciding.comparison import Comparison, ends, explored, neighboring, refuse_silence, refusing
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.exact import Number
from faier.hmm.model import EndLetter, Letter, TellLetter
from faier.hmm.pair import pair_dp
from faier.limits import Limits
from faier.semantics.boxes import Grid, boxed, grids, sides
from faier.semantics.explore.predicate import truth_of
from faier.semantics.kept import KeptProcess
from faier.semantics.kept_words import held, likelihood


def boxed_pairs(question: Question, store: Store, limits: Limits) -> Iterator[tuple[KeptProcess, Grid, Comparison]]:
    """A pair for each grid of cells; none where no noise is kept, or all runs end."""
    relation = question.subject.relation
    if relation is None:
        return  # alone, it reads streams that do not end
    kept = explored(question, store, limits)
    if not isinstance(kept, KeptProcess) or ends(kept):
        return
    with refusing(question):
        inputs = neighboring(question, limits)
    refuse_silence(question, kept)
    bounds = cache(sides)
    for grid in grids(kept):
        process = boxed(kept, grid, limits)
        pair = pair_dp(process, question.mechanism, relation, truth_of(question.program), None, limits)
        pair = pair.mapped(lambda weight: bounds(weight)[0], lambda weight: bounds(weight)[1])
        yield kept, grid, Comparison(pair, inputs, None, kept.drawn, kept.loops)


def weights_of(
    kept: KeptProcess, comparison: Comparison, word: tuple[Letter, ...], limits: Limits
) -> tuple[Number, Number]:
    """What the word weighs on both sides, exactly."""
    output = [letter.value for letter in word if isinstance(letter, TellLetter)]
    ended = any(isinstance(letter, EndLetter) for letter in word)
    left, right = (
        likelihood(kept, partial(held, inputs), output, ended) for inputs in comparison.inputs.complete(word)
    )
    return left, right
