"""Claims as test items: `pytest --faier models` collects each claim of the mechanism files and decides it.

Without the option nothing but this module is imported. Mechanism files are read and never imported; test modules stay
what they are, and may call `faier.assert_private`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from faier.answers.answer import Answer, Asked


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
    file: MechanismFile = MechanismFile.from_parent(parent, path=file_path)
    if _is_meant(file_path, parent.config):
        _run_of(parent.config).files.append(str(file_path))
    return [file]


def _is_mechanism_file(path: Path, config: pytest.Config) -> bool:
    from faier.running.selection import imports_faier

    tests = [*config.getini("python_files"), "conftest.py"]
    return path.suffix == ".py" and not any(fnmatch(path.name, test) for test in tests) and imports_faier(str(path))


def _is_meant(path: Path, config: pytest.Config) -> bool:
    """Whether the command line names it, or a folder above it: pytest asks for the neighbors of a file as well."""
    named = (config.invocation_params.dir / argument.split("::")[0] for argument in config.args)
    return any(path.is_relative_to(place.absolute()) for place in named)


class _Run:
    """What the files of a session have in common: those that are known are read together, and the claims of all items
    are decided together when the first of them is run."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.read: dict[str, tuple[Asked, ...] | str] = {}
        self.answers: dict[tuple[str, int], Answer] = {}
        self.together = False

    def questions(self, path: str) -> tuple[Asked, ...] | str:
        """The claims of a file, or what is wrong with it."""
        from faier.asking import listed

        if path not in self.read:
            self.read |= listed([file for file in dict.fromkeys([*self.files, path]) if file not in self.read])
        return self.read[path]

    def answer(self, item: ClaimItem) -> Answer:
        """Where the whole is refused, each file answers for itself."""
        question, timeout = item.question, float(item.config.getoption("--faier-timeout"))
        if not self.together:
            self.together = True
            with suppress(ValueError, RuntimeError):
                self._decide(_of_session(item), timeout)
        if (question.path, question.line) not in self.answers:
            self._decide([question.path], timeout)
        return self.answers[question.path, question.line]

    def _decide(self, paths: Iterable[str], timeout: float) -> None:
        from faier.asking import decided

        self.answers |= {(answer.question.path, answer.question.line): answer for answer in decided(paths, timeout)}


def _of_session(item: ClaimItem) -> set[str]:
    """The files that items are about; where items are shared out to processes, that of this one."""
    if hasattr(item.config, "workerinput"):
        return {item.question.path}
    return {other.question.path for other in item.session.items if isinstance(other, ClaimItem)}


_RUN = pytest.StashKey[_Run]()


def _run_of(config: pytest.Config) -> _Run:
    if _RUN not in config.stash:
        config.stash[_RUN] = _Run()
    return config.stash[_RUN]


class MechanismFile(pytest.File):
    """A file that holds claims; it is read, never imported."""

    def collect(self) -> Iterator[ClaimItem]:
        found = _run_of(self.config).questions(str(self.path))
        if isinstance(found, str):
            raise self.CollectError(found)
        for question in found:
            yield ClaimItem.from_parent(self, name=f"{question.mechanism}[{question.label}]", question=question)


class ClaimItem(pytest.Item):
    def __init__(self, *, question: Asked, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self.question = question

    def runtest(self) -> None:
        from faier.asking import PrivacyError, told

        answer = _run_of(self.config).answer(self)
        if not answer.ok:
            raise PrivacyError(told((answer,)), (answer,))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        return f"{self.path}:{self.question.line}: {excinfo.value}"

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.question.line - 1, self.name
