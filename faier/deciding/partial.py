"""What is noted of a model whose shown integers do not stand for all, where it is made."""

from __future__ import annotations

from dataclasses import dataclass

from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.semantics.process import Process
from faier.semantics.unfold import Unfolded


@dataclass(frozen=True)
class Partial:
    """Why they do not, and the model that tells labels too, if there is one: up to the length `reach` where `asked` was
    asked for."""

    reason: str
    unfolded: Unfolded
    outer: Process | None
    asked: int | None
    reach: int | None


def known(question: Question, store: Store) -> Partial | None:
    """What was found when the model of the question was made."""
    found = store.made.get((Partial, question.subject))
    assert found is None or isinstance(found, Partial)
    return found


def note(question: Question, store: Store, partial: Partial) -> None:
    """For whoever judges by the model that is being made."""
    store.made[Partial, question.subject] = partial
