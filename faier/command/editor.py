"""`faier lsp`: verdicts in the editor."""

from __future__ import annotations

import click

from faier.command.options import JOBS, MEMORY


@click.command(name="lsp")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=1e9),
    default=30.0,
    metavar="SECONDS",
    help="For each claim; one that takes longer is undecided.  [default: 30]",
)
@MEMORY
@JOBS
@click.option("--stdio", is_flag=True, help="Speak on standard input and output, as it does anyway.")
def lsp(timeout: float, memory: int | None, jobs: int | None, stdio: bool) -> int:
    """Verdicts while you type, for editors.

    A language server: an editor starts it and speaks to it on standard input and output. Complaints stand where they
    are, the verdict and the tight epsilon above each claim, the witness under the mouse, and fixes where the help of a
    complaint or the tight epsilon has one. docs/editors.md says how to set it up.

    \b
      faier lsp --timeout 10          for editors that know commands
    """
    from faier.command.invocation import cores
    from faier.extras import MissingExtraError, needed

    try:
        needed("lsp", "pygls", "lsprotocol")
    except MissingExtraError as missing:
        raise click.UsageError(str(missing)) from None
    from faier.editor.server import serve

    serve(timeout, memory or 4096, jobs or cores())
    return 0
