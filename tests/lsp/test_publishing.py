"""What the client shows is what the engine finds: pushed, pulled, taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.lsp.client import InProcess, Message, range_, replace

Write = Callable[[str, str], str]

CREATED, CHANGED, DELETED = 1, 2, 3
PULLS: dict[str, Any] = {
    "textDocument": {"diagnostic": {"dynamicRegistration": True}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}


def on_disk(client: InProcess, *events: tuple[str, int]) -> None:
    changes = [{"uri": uri, "type": kind} for uri, kind in events]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})


def pull(client: InProcess, uri: str, previous: str | None = None) -> Message:
    params = {"textDocument": {"uri": uri}, "previousResultId": previous}
    result: Message = client.request("textDocument/diagnostic", params)
    return result


def codes(diagnostics: list[Message]) -> list[str]:
    return [diagnostic["code"] for diagnostic in diagnostics]


def test_a_diagnostic_says_what_where_and_who(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    published = {"relatedInformation": True, "tagSupport": {"valueSet": [1, 2]}}
    client.start(tmp_path, capabilities={"textDocument": {"publishDiagnostics": published}})
    uri = write("a.md", "")
    client.open(uri, "TODO\nneeds b.md")
    place = {"uri": uri, "range": range_((0, 0), (0, 1))}
    assert client.diagnostics(uri, 1) == [
        {
            "range": range_((0, 0), (0, 4)),
            "severity": 2,
            "code": "todo",
            "source": "ctxlayer",
            "message": "a TODO",
            "tags": [1],
        },
        {
            "range": range_((1, 6), (1, 10)),
            "severity": 1,
            "code": "needs",
            "source": "ctxlayer",
            "message": "no b.md",
            "relatedInformation": [{"location": place, "message": "see here"}],
        },
    ]


def test_tags_and_related_places_go_only_to_those_who_show_them(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "TODO\nneeds b.md")
    for diagnostic in client.diagnostics(uri, 1):
        assert diagnostic.keys() == {"range", "severity", "code", "source", "message"}


def test_every_change_is_published_with_its_version_even_when_equal(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "fine")
    assert client.diagnostics(uri, 1) == []
    for version in range(2, 6):
        client.change(uri, version, replace((0, 0), (0, 0), "x"))
        assert client.diagnostics(uri, version) == []
    assert [params["version"] for params in client.published(uri)] == [1, 2, 3, 4, 5]


def test_other_documents_follow_by_difference(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    needy, fine = write("needy.md", "needs b.md"), write("fine.md", "fine")
    client.start(tmp_path)
    assert codes(client.diagnostics(needy)) == ["needs"]
    # A document that only the editor has is one of the layer.
    uri = (tmp_path / "b.md").as_uri()
    client.open(uri, "now there")
    start = len(client.received)
    assert client.diagnostics(needy, start=start) == []
    assert client.published(fine) == []
    assert len(client.published(needy)) == 2


def test_an_open_document_follows_a_change_elsewhere_with_its_version(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "needs b.md", 7)
    assert codes(client.diagnostics(uri, 7)) == ["needs"]
    start = len(client.received)
    on_disk(client, (write("b.md", "here"), CREATED))
    assert client.diagnostics(uri, 7, start) == []


def test_a_deleted_file_shows_nothing(client: InProcess, write: Write, tmp_path: Path) -> None:
    uri = write("a.md", "TODO")
    client.start(tmp_path)
    assert codes(client.diagnostics(uri)) == ["todo"]
    (tmp_path / "a.md").unlink()
    start = len(client.received)
    on_disk(client, (uri, DELETED))
    assert client.diagnostics(uri, start=start) == []


def test_the_files_of_a_deleted_folder_show_nothing(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    uri = write("sub/a.md", "TODO")
    client.start(tmp_path)
    assert codes(client.diagnostics(uri)) == ["todo"]
    (tmp_path / "sub/a.md").unlink()
    (tmp_path / "sub").rmdir()
    start = len(client.received)
    on_disk(client, ((tmp_path / "sub").as_uri(), DELETED))
    assert client.diagnostics(uri, start=start) == []


def test_a_folder_that_leaves_takes_its_diagnostics_along(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    stays, leaves = write("one/a.md", "TODO"), write("two/a.md", "TODO")
    client.start(tmp_path / "one", tmp_path / "two")
    client.diagnostics(stays)
    client.diagnostics(leaves)
    start = len(client.received)
    removed = [{"uri": (tmp_path / "two").as_uri(), "name": "two"}]
    event = {"added": [], "removed": removed}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    assert client.diagnostics(leaves, start=start) == []
    assert len(client.published(stays)) == 1
    event = {"added": removed, "removed": []}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    assert codes(client.diagnostics(leaves, start=len(client.received))) == ["todo"]


def test_a_closed_document_shows_what_the_disk_holds(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "TODO")
    client.open(uri, "TODO TODO")
    assert len(client.diagnostics(uri, 1)) == 2
    client.close(uri)
    start = len(client.received)
    assert len(client.diagnostics(uri, start=start)) == 1
    assert "version" not in client.published(uri)[-1]


def test_the_byte_order_mark_of_a_closed_file_has_no_column(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    uri = write("a.md", "\ufeffTODO\nTODO")
    client.start(tmp_path)
    places = [range_((0, 0), (0, 4)), range_((1, 0), (1, 4))]
    assert [each["range"] for each in client.diagnostics(uri)] == places
    # Editors take it off. One that sends it counts it.
    client.open(uri, "\ufeffTODO\nTODO")
    assert client.diagnostics(uri, 1)[0]["range"] == range_((0, 1), (0, 5))


def test_a_closed_document_that_is_no_part_of_the_layer_shows_nothing(
    client: InProcess, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = (tmp_path / "unsaved.md").as_uri()
    client.open(uri, "TODO")
    assert len(client.diagnostics(uri, 1)) == 1
    client.close(uri)
    assert client.diagnostics(uri, start=len(client.received)) == []
    outside = "file:///nowhere/a.md"
    client.open(outside, "TODO")
    assert client.diagnostics(outside, 1) == []
    client.close(outside)
    assert client.diagnostics(outside, start=len(client.received)) == []


def test_the_clients_spelling_of_a_uri_is_kept_while_it_is_open(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    own = write("a b.md", "TODO")
    odd = own.replace("a%20b", "%61%20b")
    client.start(tmp_path)
    client.diagnostics(own)
    start = len(client.received)
    client.open(odd, "TODO TODO")
    assert len(client.diagnostics(odd, 1)) == 2
    # Taken back before: many clients know both spellings as one file.
    assert client.diagnostics(own, start=start) == []
    shown = [each["params"]["uri"] for each in client.received[start:] if "params" in each]
    assert shown.index(own) < shown.index(odd)
    client.close(odd)
    assert client.diagnostics(odd, start=len(client.received)) == []
    assert len(client.diagnostics(own, start=len(client.received))) == 1


def test_a_crash_is_shown_on_its_document_and_silences_no_other(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    other = write("z.md", "TODO")
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "TODO")
    client.diagnostics(uri, 1)
    client.change(uri, 2, replace((0, 4), (0, 4), " BOOM"))
    shown = client.diagnostics(uri, 2)
    assert codes(shown) == ["todo", "analysis-failed"]
    assert "RuntimeError" in shown[1]["message"]
    message = client.wait(lambda m: m.get("method") == "window/logMessage")
    assert uri in message["params"]["message"]
    assert codes(client.diagnostics(other)) == ["todo"]
    client.change(uri, 3, replace((0, 4), (0, 9), ""))
    assert codes(client.diagnostics(uri, 3)) == ["todo"]
    logged = [m for m in client.received if m.get("method") == "window/logMessage"]
    assert len(logged) == 1


def test_a_lint_that_fails_is_shown_where_it_failed(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "TODO LINT FAILS")
    shown = client.diagnostics(uri, 1)
    assert codes(shown) == ["todo", "analysis-failed"]
    assert "some-lint" in shown[1]["message"]


def test_a_document_that_the_client_pulls_is_never_pushed(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    assert "diagnosticProvider" in client.start(tmp_path, capabilities=PULLS)
    uri = write("a.md", "")
    client.open(uri, "TODO")
    first = pull(client, uri)
    assert first["kind"] == "full" and codes(first["items"]) == ["todo"]
    start = len(client.received)
    client.change(uri, 2, replace((0, 0), (0, 0), "TODO "))
    second = pull(client, uri, first["resultId"])
    assert len(second["items"]) == 2
    # Another document's first push shows that the sweep over all of them is through.
    other = write("z.md", "TODO")
    on_disk(client, (other, CREATED))
    client.diagnostics(other)
    assert all(params["diagnostics"] == [] for params in client.published(uri))
    assert not any(message in client.received[start:] for message in client.published(uri))


def test_a_client_that_can_pull_but_does_not_is_pushed_to(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path, capabilities=PULLS)
    uri = write("a.md", "")
    client.open(uri, "TODO")
    assert codes(client.diagnostics(uri, 1)) == ["todo"]
    # It does not seem to: every change is published, even when nothing is different.
    client.change(uri, 2, replace((0, 4), (0, 4), "."))
    assert codes(client.diagnostics(uri, 2)) == ["todo"]
    # From the first pull on it is left to the client, and what was pushed is taken back first.
    start = len(client.received)
    assert codes(pull(client, uri)["items"]) == ["todo"]
    assert client.diagnostics(uri, start=start) == []


def test_an_equal_report_is_unchanged(client: InProcess, write: Write, tmp_path: Path) -> None:
    client.start(tmp_path, capabilities=PULLS)
    uri = write("a.md", "")
    client.open(uri, "TODO")
    first = pull(client, uri)
    again = pull(client, uri, first["resultId"])
    assert again == {"kind": "unchanged", "resultId": first["resultId"]}
    assert pull(client, uri, "of another server")["kind"] == "full"
    client.change(uri, 2, replace((0, 0), (0, 0), " "))
    assert pull(client, uri, first["resultId"])["kind"] == "full"


def test_a_pulled_document_that_changes_without_an_edit_is_asked_for_again(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path, capabilities=PULLS)
    uri = write("a.md", "")
    client.open(uri, "needs b.md")
    first = pull(client, uri)
    assert codes(first["items"]) == ["needs"]
    on_disk(client, (write("b.md", ""), CREATED))
    client.wait(lambda m: m.get("method") == "workspace/diagnostic/refresh")
    assert pull(client, uri, first["resultId"])["items"] == []


def test_a_pulled_document_is_pushed_again_once_it_is_closed(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path, capabilities=PULLS)
    uri = write("a.md", "TODO")
    client.open(uri, "TODO")
    pull(client, uri)
    start = len(client.received)
    client.close(uri)
    assert codes(client.diagnostics(uri, start=start)) == ["todo"]
