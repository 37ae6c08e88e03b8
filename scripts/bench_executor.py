"""Throughput of 1, 2 and 4 workers of a local Dask cluster, as ratios, and what one task costs besides its work."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from faier.running.clusters import _quiet
from faier.running.elsewhere import Elsewhere
from faier.running.workers import Done, Job, Outcome

# What is done: nothing, a wait that needs no core, and arithmetic that needs one.
NOTHING, WAITING, COUNTING = "nothing", "waiting", "counting"
ENTRY = "bench_executor:work"
TASKS = {NOTHING: 100, WAITING: 40, COUNTING: 40}
PAUSE, STEPS = 0.1, 400_000


def work(request: str, tell: Callable[[object], None]) -> str:
    """A task of each kind, as a worker does it."""
    if request == WAITING:
        time.sleep(PAUSE)
    if request == COUNTING:
        sum(number * number for number in range(STEPS))
    return request


def seconds(client: Any, kind: str, count: int) -> float:
    done: list[Outcome] = []

    def then(job: Job, outcome: Outcome) -> list[Job]:
        done.append(outcome)
        return []

    begin = time.perf_counter()
    Elsewhere(client.get_executor(pure=False)).run([Job(kind, 60.0) for _ in range(count)], then, ENTRY, 1, 1024)
    for outcome in done:
        if not isinstance(outcome, Done):
            raise RuntimeError(outcome.text)
    return time.perf_counter() - begin


def table() -> str:
    from distributed import Client, LocalCluster

    rows = ["| workers | tasks that wait | ratio | tasks that count | ratio | empty tasks | one takes |"]
    rows.append("| --- | --- | --- | --- | --- | --- | --- |")
    first: dict[str, float] = {}
    for workers in (1, 2, 4):
        options = {"n_workers": workers, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
        with _quiet(), LocalCluster(**options) as cluster, Client(cluster, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
            seconds(client, NOTHING, 8 * workers)  # each hires the process that does the work
            each = {kind: TASKS[kind] / seconds(client, kind, TASKS[kind]) for kind in TASKS}
        first = first or each
        cells = [f"{each[kind]:.1f}/s | {each[kind] / first[kind]:.2f}" for kind in (WAITING, COUNTING)]
        rows.append(f"| {workers} | {' | '.join(cells)} | {each[NOTHING]:.0f}/s | {1000 / each[NOTHING]:.1f} ms |")
    return "\n".join(rows) + "\n"
