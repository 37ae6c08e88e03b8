"""The language server, spoken to by a real client over pipes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

WRONG = """\
from faier import Bool, flip, log, mechanism, one, private


@private(epsilon=log(2), neighbors=one())
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer
"""
RIGHT = WRONG.replace("log(2)", "log(3)")
BROKEN = WRONG.replace("one, private", "private").replace("return answer if", "return anwser if")

Told = Callable[[], Awaitable[types.PublishDiagnosticsParams]]


def talk(folder: Path, script: Callable[[LanguageClient, Told, str], Awaitable[None]]) -> None:
    """Start a server, open nothing, and hand over a client, what is published next, and the address of a file."""

    async def run() -> None:
        client = LanguageClient("test", "1")
        published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _published(params: types.PublishDiagnosticsParams) -> None:
            published.put_nowait(params)

        await client.start_io(sys.executable, "-m", "faier", "lsp", "--stdio", "--jobs", "1")
        capabilities = types.ClientCapabilities()
        await client.initialize_async(types.InitializeParams(capabilities, process_id=None, root_uri=folder.as_uri()))
        client.initialized(types.InitializedParams())

        async def told() -> types.PublishDiagnosticsParams:
            return await asyncio.wait_for(published.get(), 60)

        try:
            await script(client, told, (folder / "k.py").as_uri())
            await asyncio.wait_for(client.shutdown_async(None), 30)
            client.exit(None)
        finally:
            await asyncio.wait_for(client.stop(), 30)

    asyncio.run(run())


def opened(client: LanguageClient, uri: str, text: str) -> types.TextDocumentIdentifier:
    document = types.TextDocumentItem(uri, "python", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    return types.TextDocumentIdentifier(uri)


def changed(client: LanguageClient, uri: str, text: str, version: int) -> None:
    document = types.VersionedTextDocumentIdentifier(version, uri)
    change = types.TextDocumentContentChangeWholeDocument(text)
    client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


def edited(text: str, edit: types.TextEdit) -> str:
    lines = text.split("\n")

    def at(position: types.Position) -> int:
        return sum(len(line) + 1 for line in lines[: position.line]) + position.character

    return text[: at(edit.range.start)] + edit.new_text + text[at(edit.range.end) :]


async def fixed(client: LanguageClient, uri: str, text: str, line: int, title: str) -> str:
    """The text after the action of that title in a line."""
    place = types.Range(types.Position(line, 0), types.Position(line, 1))
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, types.CodeActionContext([]))
    actions: Any = await client.text_document_code_action_async(params)
    (action,) = [one for one in actions or () if one.title == title]
    (edit,) = action.edit.changes[uri]
    return edited(text, edit)


def test_a_claim_is_refuted_told_and_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(client: LanguageClient, told: Told, uri: str) -> None:
        document = opened(client, uri, WRONG)
        (found,) = (await told()).diagnostics
        assert found.code == "FA701"
        assert found.severity == types.DiagnosticSeverity.Error
        assert found.range.start.line == 3
        (lens,) = await client.text_document_code_lens_async(types.CodeLensParams(document)) or ()
        assert lens.range.start.line == 3
        assert lens.command is not None
        assert lens.command.title.startswith("refuted! | tight epsilon log(3) = 1.0986122886")
        hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(3, 4)))
        assert hover is not None
        assert "3 times as likely on the left" in str(hover.contents)
        mended = await fixed(client, uri, WRONG, 3, "Claim the tight epsilon, log(3)")
        assert mended == RIGHT
        assert 'expect="refuted")' in await fixed(client, uri, WRONG, 3, "Expect it to be refuted")
        changed(client, uri, mended, 2)
        after = await told()
        assert (after.version, list(after.diagnostics)) == (2, [])
        (lens,) = await client.text_document_code_lens_async(types.CodeLensParams(document)) or ()
        assert lens.command is not None
        assert lens.command.title.startswith("proved | tight epsilon log(3)")

    talk(tmp_path, script)


def test_what_is_wrong_is_told_where_it_is_and_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(client: LanguageClient, told: Told, uri: str) -> None:
        opened(client, uri, BROKEN)
        found = {one.code: one for one in (await told()).diagnostics}
        assert found["FA202"].range.start.line == 3
        mended = await fixed(client, uri, BROKEN, 3, "Import one")
        assert mended.split("\n")[0] == WRONG.split("\n")[0]
        mended = await fixed(client, uri, mended, 6, "Write answer")
        assert mended == WRONG
        hover = types.HoverParams(types.TextDocumentIdentifier(uri), found["FA202"].range.start)
        meaning = await client.text_document_hover_async(hover)
        assert meaning is not None
        assert "FA202" in str(meaning.contents)
        # Only the newest of several texts is decided, and one that is closed is not.
        for version, text in ((2, RIGHT), (3, WRONG), (4, RIGHT)):
            changed(client, uri, text, version)
        after = await told()
        assert (after.version, list(after.diagnostics)) == (4, [])
        client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
        assert list((await told()).diagnostics) == []
        other = uri.replace("k.py", "other.py")
        opened(client, other, "print('no mechanism')\n")
        assert list((await told()).diagnostics) == []

    talk(tmp_path, script)


def test_what_is_wrong_in_an_imported_file_is_mended_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its fix is none of the file that imports it, which is decided again when the other one is saved."""
    monkeypatch.chdir(tmp_path)
    helper = "from faier import flip\n\n\ndef told(x):\n    return x if flip(3 / 4) else not x\n"
    (tmp_path / "helper.py").write_text(helper.replace("flip(3", "flp(3"))
    text = RIGHT.replace("return answer if flip(3 / 4) else not answer", "return told(answer)")
    text = f"from helper import told\n{text.replace('flip, ', '')}"

    async def script(client: LanguageClient, told: Told, uri: str) -> None:
        document = opened(client, uri, text)
        (wrong,) = (await told()).diagnostics
        assert wrong.message.startswith("helper.py:5: `flp` is not defined") and wrong.range.start.line == 0
        context = types.CodeActionContext([wrong])
        asked = types.CodeActionParams(document, wrong.range, context)
        assert not await client.text_document_code_action_async(asked)
        (tmp_path / "helper.py").write_text(helper)
        lent = opened(client, (tmp_path / "helper.py").as_uri(), helper)
        assert not (await told()).diagnostics
        client.text_document_did_save(types.DidSaveTextDocumentParams(lent))
        assert not (await told()).diagnostics
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
        assert lenses and lenses[0].command and lenses[0].command.title.startswith("proved")

    talk(tmp_path, script)
