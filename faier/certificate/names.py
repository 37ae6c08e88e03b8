"""The names of certificates' files: readable, and different for different claims."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import PurePath


def name_of(path: str, mechanism: str, label: str, settings: Mapping[str, str]) -> str:
    key = json.dumps([path, mechanism, label, sorted(settings.items())])
    stem = re.sub(r"[^A-Za-z0-9_-]", "_", f"{PurePath(path).stem}.{mechanism}".replace(".", "-"))[:80]
    return f"{stem}-{hashlib.sha256(key.encode()).hexdigest()[:12]}.json"
