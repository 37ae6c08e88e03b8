"""Claims as test items: `pytest --faier models` collects each claim of the mechanism files and decides it.

Without the option nothing but this module is imported. Mechanism files are read and never imported; test modules stay
what they are, and may call `faier.assert_private`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from faier.answer import Answer, Question


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("faier")
    group.addoption("--faier", action="store_true", help="Collect the privacy claims of mechanism files.")
    group.addoption("--faier-timeout", type=float, default=300.0, metavar="SECONDS", help="For each claim.")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    collected = yield
    if not parent.config.getoption("--faier") or not _is_mechanism_file(file_path, parent.config):
        return collected
    return [MechanismFile.from_parent(parent, path=file_path)]


def _is_mechanism_file(path: Path, config: pytest.Config) -> bool:
    from faier.selection import imports_faier

    tests = [*config.getini("python_files"), "conftest.py"]
    return path.suffix == ".py" and not any(fnmatch(path.name, test) for test in tests) and imports_faier(str(path))


class MechanismFile(pytest.File):
    """Its claims are decided together when the first is run."""

    answers: dict[int, Answer] | None = None

    def collect(self) -> Iterator[ClaimItem]:
        from faier.asking import refuse
        from faier.batch import Plan, carry_out
        from faier.request import Options
        from faier.selection import Selected

        report = carry_out(Plan("list", (Selected(str(self.path), ()),), Options()))
        try:
            refuse(report)
        except (ValueError, RuntimeError) as error:
            raise self.CollectError(str(error)) from None
        asked: list[Question] = [question for listed in report.listed for question in listed.claims]
        for question in asked:
            yield ClaimItem.from_parent(self, name=f"{question.mechanism}[{question.label}]", question=question)

    def answer(self, question: Question) -> Answer:
        from faier.asking import check

        if self.answers is None:
            timeout = float(self.config.getoption("--faier-timeout"))
            self.answers = {answer.question.line: answer for answer in check(self.path, timeout=timeout)}
        return self.answers[question.line]


class ClaimItem(pytest.Item):
    def __init__(self, *, question: Question, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self.question = question

    def runtest(self) -> None:
        from faier.asking import PrivacyError
        from faier.report.wording import finding

        assert isinstance(self.parent, MechanismFile)
        answer = self.parent.answer(self.question)
        if not answer.ok:
            raise PrivacyError(finding(answer), (answer,))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return f"{self.path}:{self.question.line}: {excinfo.value}"

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.question.line - 1, self.name
