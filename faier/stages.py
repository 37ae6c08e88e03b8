"""The stages of the pipeline written out: the tree, the model, the pair."""

from __future__ import annotations

from faier.answer import Compiled, Question
from faier.claim import Claim
from faier.comparison import Subject
from faier.hmm.model import Process
from faier.lang.syntax import Program
from faier.limits import Limits
from faier.request import Options


def compiled(program: Program, question: Question, item: Claim | Subject, options: Options, limits: Limits) -> Compiled:
    raise NotImplementedError
