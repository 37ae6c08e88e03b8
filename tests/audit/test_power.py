"""A slice of scripts/audit_power.py: right samplers are consistent, and broken ones are told."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "audit_power.py"


@pytest.fixture
def power(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit_power", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "audit_power", module)
    spec.loader.exec_module(module)
    return module


def test_right_ones_are_consistent_and_broken_ones_are_not(power: ModuleType, tmp_path: Path) -> None:
    """At ten thousand samples: what is broken by five percent alone needs more, and so do six digits."""
    models = power.modelled(tmp_path)
    for fault, mechanism, sampler in power.SAMPLERS:
        if mechanism == "count" or (fault is not None and ("percent" in fault or "6 digits" in fault)):
            continue
        verdicts = {one.verdict for one in power.audited(models[mechanism], sampler, 10_000, 1000)}
        assert (verdicts == {"consistent"}) == (fault is None), fault
