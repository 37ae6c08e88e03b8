"""Where the work of a run is done, from how it is named: `local`, `dask`, `dask://HOST:PORT`, or an executor.

The packages of a cluster are loaded only where one is asked for. What they warn of and log is not for the user.
"""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from faier.extras import needed
from faier.running.batch import Plan

if TYPE_CHECKING:
    from faier.running.elsewhere import Elsewhere

LOCAL, DASK = "local", "dask"

# Seconds until a scheduler has answered and a worker has joined.
CONNECTING = 10.0


class NoCluster(ConnectionError):
    """Nobody is where the work was to be done; the text says where."""


def is_place(text: str) -> bool:
    """Whether an executor is named so."""
    return text in (LOCAL, DASK) or _address(text) is not None


@contextlib.contextmanager
def placed(plan: Plan, where: Executor | str | None, jobs: int | None = None) -> Iterator[Plan]:
    """The plan, to be carried out there; at most so many `jobs` at a time, if that is said."""
    if where is None or where == LOCAL:
        yield plan
    elif isinstance(where, str):
        needed("dask", "distributed")
        with _quiet(), _client(where, plan.jobs) as client:
            yield _on_dask(plan, client, client.get_executor(), jobs)
    elif type(where).__module__.split(".")[0] == "distributed":
        yield _on_dask(plan, where._client, where, jobs)  # type: ignore[attr-defined]
    else:
        from faier.running.elsewhere import Elsewhere

        count = getattr(where, "_max_workers", None)
        yield _fitted(plan, Elsewhere(where, jobs or count), count or plan.jobs, count or plan.jobs)


def _fitted(plan: Plan, elsewhere: Elsewhere, places: int, together: int) -> Plan:
    """Memory is for all that runs side by side on one machine, of which so many are `together` there."""
    jobs = places if elsewhere.most is None else min(places, elsewhere.most)
    each = max(plan.memory // max(min(together, jobs), 1), 1)
    return replace(plan, elsewhere=elsewhere, jobs=jobs, memory=each * jobs)


def _address(text: str) -> str | None:
    """What the scheduler is called by its own."""
    with contextlib.suppress(ValueError):
        parts = urlsplit(text)
        if parts.scheme == DASK and parts.hostname and parts.port and not (parts.path or parts.query or parts.fragment):
            return f"tcp://{parts.netloc}"
    return None


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado", "asyncio")]
    levels = [logger.level for logger in loggers]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import distributed  # noqa: F401  sets the levels of its own

            for logger in loggers:
                logger.setLevel(logging.CRITICAL + 1)
            yield
        finally:
            for logger, level in zip(loggers, levels, strict=True):
                logger.setLevel(level)


@contextlib.contextmanager
def _client(where: str, count: int) -> Iterator[Any]:
    from distributed import Client, LocalCluster

    with contextlib.ExitStack() as stack:
        address = _address(where)
        try:
            if address is None:
                local = {"processes": False, "n_workers": 1, "threads_per_worker": count, "dashboard_address": None}
                address = stack.enter_context(LocalCluster(**local))
            client = stack.enter_context(Client(address, timeout=CONNECTING, set_as_default=False))
            client.wait_for_workers(1, timeout=CONNECTING)
        except (OSError, TimeoutError) as error:
            missing = "no worker has joined" if "workers" in str(error) else "no scheduler answers"
            raise NoCluster(f"{missing} at {where} within {CONNECTING:.0f} seconds") from None
        yield client


def _on_dask(plan: Plan, client: Any, executor: Executor, jobs: int | None) -> Plan:
    from distributed import KilledWorker

    from faier.running.cache import code
    from faier.running.elsewhere import Elsewhere
    from faier.running.there import abandon

    def end(name: str) -> None:
        with contextlib.suppress(Exception):  # who cannot be told has gone
            client.run(abandon, name, on_error="ignore")

    def there() -> bool:
        with contextlib.suppress(Exception):
            return bool(client.nthreads())
        return False

    for address, theirs in client.run(code, on_error="return").items():
        if theirs != code():
            said = "cannot load this faier" if isinstance(theirs, Exception) else "has another faier, Python or solver"
            raise NoCluster(f"the worker at {address} {said}: install the same versions there")
    threads: dict[str, int] = client.nthreads()
    machines: Counter[str] = Counter()
    for address, count in threads.items():
        machines[address.rpartition(":")[0]] += count
    each, urgent = (("pure", False),), (("priority", 1),)  # two tasks that look alike are two
    elsewhere = Elsewhere(executor, jobs, end, there, each, urgent, (KilledWorker,))
    return _fitted(plan, elsewhere, max(sum(threads.values()), 1), max(machines.values(), default=1))
