"""The language server: documents in, what is known of them out."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from faier.answers.answer import Report
from faier.editor.deciding import Decider, Text, path_of
from faier.editor.fixing import fixes
from faier.editor.showing import Range, complaints, range_of, titles, told
from faier.report.findings import Place
from faier.running.workers import staying
from faier.version import VERSION


class Server(LanguageServer):
    """What is open, and what was found of it."""

    def __init__(self, timeout: float, memory: int, jobs: int) -> None:
        super().__init__("faier", VERSION, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.texts: dict[str, Text] = {}
        self.reports: dict[str, tuple[Text, Report]] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self.decider = Decider(self.found, timeout, memory, jobs)
        self.decider.start()

    def changed(self, uri: str, text: str, version: int | None) -> None:
        """A text is new; until it is decided, nothing that was said of its claims counts."""
        self.loop = asyncio.get_running_loop()
        known = Text(uri, path_of(uri), text, version or 0)
        self.texts[uri] = known
        self.decider.ask(known)

    def saved(self, uri: str) -> None:
        """Other texts that may import the file are decided again."""
        path = PurePosixPath(path_of(uri))
        name = path.parent.name if path.stem == "__init__" else path.stem
        for other in list(self.texts.values()):
            if other.uri != uri and name in other.text:
                self.changed(other.uri, other.text, other.version)

    def closed(self, uri: str) -> None:
        self.texts.pop(uri, None)
        self.reports.pop(uri, None)
        self.decider.forget(uri)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def found(self, text: Text, report: Report) -> None:
        """Called by the thread that decides."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.show, text, report)

    def show(self, text: Text, report: Report) -> None:
        if self.texts.get(text.uri) != text:
            return
        self.reports[text.uri] = text, report
        shown = [_diagnostic(one.range, one.message, one.finding) for one in complaints(report, text.text, text.path)]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(text.uri, shown, text.version))
        lens = getattr(self.client_capabilities.workspace, "code_lens", None)
        if lens is not None and lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def known(self, uri: str) -> tuple[Text, Report] | None:
        """What was found of the text as it is now."""
        found = self.reports.get(uri)
        return found if found is not None and self.texts.get(uri) == found[0] else None


def serve(timeout: float, memory: int, jobs: int) -> None:
    """Speak on standard input and output until the editor leaves."""
    with staying():
        made(timeout, memory, jobs).start_io()


def made(timeout: float, memory: int, jobs: int) -> Server:
    server = Server(timeout, memory, jobs)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        server.changed(document.uri, document.text, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        server.changed(document.uri, server.workspace.get_text_document(document.uri).source, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        found = server.known(params.text_document.uri)
        if found is None:
            return []
        text, report = found
        return [
            types.CodeLens(_range(range_of(Place(text.path, line + 1), text.text)), types.Command(title, ""))
            for line, title in titles(report)
        ]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        found = server.known(params.text_document.uri)
        if found is None:
            return None
        text, report = found
        known = told(report, text.text, text.path, params.position.line, params.position.character)
        return None if known is None else types.Hover(types.MarkupContent(types.MarkupKind.Markdown, known))

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        found = server.known(params.text_document.uri)
        if found is None:
            return []
        text, report = found
        here = [
            one
            for one in complaints(report, text.text, text.path)
            if one.range.line <= params.range.end.line and params.range.start.line <= one.range.end_line
        ]
        return [
            types.CodeAction(
                title=fix.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(one.range, one.message, one.finding)],
                edit=types.WorkspaceEdit(changes={text.uri: [types.TextEdit(_range(fix.range), fix.text)]}),
            )
            for one in here
            for fix in fixes(one, text.text)
        ]

    @server.feature(types.SHUTDOWN)
    async def shutdown(params: Any) -> None:
        server.decider.close()

    return server


def _diagnostic(place: Range, message: str, finding: Any) -> types.Diagnostic:
    severity = types.DiagnosticSeverity.Error if finding.level == "error" else types.DiagnosticSeverity.Warning
    return types.Diagnostic(_range(place), message, severity=severity, code=finding.code, source="faier")


def _range(place: Range) -> types.Range:
    return types.Range(types.Position(place.line, place.column), types.Position(place.end_line, place.end_column))
