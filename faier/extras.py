"""Packages that only some questions need: where one of them is missing, the extra that installs it is named."""

from __future__ import annotations

from importlib.util import find_spec

# What a package is called where it is installed from, where that is not how it is imported.
_DISTRIBUTIONS = {"sklearn": "scikit-learn"}


INSTALLING = "pip install 'faier["


class MissingExtraError(Exception):
    """Something was asked for that needs packages which are not installed; the text says how to get them."""


def needed(extra: str, *packages: str) -> None:
    """Refuse to go on without these packages, which the extra of that name has."""
    missing = [_DISTRIBUTIONS.get(package, package) for package in packages if find_spec(package) is None]
    if missing:
        names = " and ".join(missing)
        raise MissingExtraError(f"this needs {names}, not installed here: {INSTALLING}{extra}]'")
