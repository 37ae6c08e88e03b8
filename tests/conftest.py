"""Every test has a cache of its own, so that nothing decided in one is recalled in another. Workers stay for the next
test, where it does not say that it hires its own."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from faier.running import workers


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long and is told apart by `long` is tested where FAIER_LONG is set."""
    if not os.environ.get("FAIER_LONG"):
        for item in items:
            if item.get_closest_marker("long") is not None:
                item.add_marker(pytest.mark.skip(reason="FAIER_LONG is not set"))


@pytest.fixture(scope="session")
def new_cache(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Folders that no other test uses, told without looking through all that were."""
    root, numbers = tmp_path_factory.mktemp("caches"), itertools.count()
    return lambda: root / str(next(numbers))


@pytest.fixture(autouse=True)
def own_cache(new_cache: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(new_cache()))


@pytest.fixture(scope="session", autouse=True)
def staying_workers() -> Iterator[None]:
    with workers.staying():
        yield


@pytest.fixture
def own_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each run hires its own and leaves none behind, as from the command line."""
    monkeypatch.setattr(workers, "_staying", None)
