"""Files that are not mechanism files: a clear message each, and the others are decided."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import RESPONSE, faier, write

HOSTILE: dict[str, str | bytes] = {
    "bytes.py": bytes(range(256)) * 40,
    "binary.py": b"\x7fELF\x00\x01\x02" * 100,
    "empty.py": "",
    "nested.py": "from faier import Int\nX = " + "(" * 5000 + "1" + ")" * 5000 + "\n",
    "minus.py": "from faier import Int\nX = " + "-" * 50_000 + "1\n",
    "chain.py": "from faier import Int\nX = " + "1 + " * 20_000 + "1\n",
    "power.py": "from faier import Int\nN = 10**10**10\n",
    "exponent.py": "from faier import Int\nN = 1e100000000\n",
    "digits.py": "from faier import Int\nN = " + "9" * 10_000 + "\n",
    "shift.py": "from faier import Int\nN = 2 ** (2 ** 40)\n",
    "latin.py": "from faier import Int  # caf\u00e9\n".encode("latin-1"),
    "utf16.py": "from faier import Int\n".encode("utf-16"),
    "cookie.py": "# -*- coding: utf-7 -*-\nfrom faier import Int\n",
    "long.py": "from faier import Int\n#" + "x" * 1_100_000,
    "null.py": "from faier import Int\n\0",
}


@pytest.mark.parametrize(
    "name", [*HOSTILE, "missing.py", "folder", "folder::m", "good.py::nobody", "\ud800.py", "a\0b"]
)
def test_a_hostile_path(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"good.py": RESPONSE} | ({name: HOSTILE[name]} if name in HOSTILE else {}))
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    others = [] if name.startswith("good") else ["good.py"]
    result = faier(capsys, "check", name, *others, "--format", "json", "--timeout", "60")
    assert result.status == 2, result.out
    document = result.json
    assert [item["verdict"] for item in document["results"]] == ["proved"] * len(others)
    assert document["errors"]
    for error in document["errors"]:
        assert error["code"].startswith("FA")
        assert error["message"]
        assert error["code"] != "FA899"
    text = faier(capsys, "check", name, *others, "--timeout", "60")
    assert text.status == 2
    assert "Traceback" not in text.out + text.err


def test_a_device_that_never_ends_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("there is no such device here")
    write(tmp_path, {"good.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "/dev/zero", "good.py", "--timeout", "60")
    assert result.status == 2
    assert "1 as expected" in result.out
