"""Why a certificate lists no evidence."""


class Unwritten(Exception):
    """There is no evidence of a kind that the checker knows; the text says what is missing."""
