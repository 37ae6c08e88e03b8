"""Codes of diagnostics -> what they mean, with a wrong and a right example."""
def overview() -> str: raise NotImplementedError
def explanation(code: str) -> str | None: raise NotImplementedError
def codes() -> list[str]: raise NotImplementedError
