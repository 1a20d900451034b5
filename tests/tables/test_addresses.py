"""The secrets of an address are asked with, and never shown."""

import json
import pickle
import traceback
from pathlib import Path

import pytest

from helpers.command_line import run
from pokerlake.commands.base import explain_error, note
from pokerlake.pipelines.cluster.account import open_log
from pokerlake.tables.errors import LakeError, PokerlakeError, UsageError, without_secrets
from pokerlake.tables.lake import Lake, duckdb_name, lake_path, whole_name
from pokerlake.tables.stores.path import address_of, naming_store

SECRET = "hunter2Secret"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"http://ann:{SECRET}@host/lake", "http://***@host/lake"),
        (f"http://ann:{SECRET}@host:8080/lake is gone", "http://***@host:8080/lake is gone"),
        (f"https://{SECRET}@host/lake", "https://***@host/lake"),
        (f"s3://KEY:{SECRET}@bucket/lake", "s3://***@bucket/lake"),
        (f"s3://KEY:a/{SECRET}@bucket/lake", "s3://***@bucket/lake"),
        (f"ftp://ann:p@{SECRET}@host/", "ftp://***@host/"),
        (f"tls://ann:{SECRET}@host:8786", "tls://***@host:8786"),
        (f"'http:/ann:{SECRET}@host/x.csv'", "'http:/***@host/x.csv'"),
        (f"https://host/x?sig={SECRET}&a=1", "https://host/x?sig=***&a=1"),
        (f"az://c/x?a=1&X-Amz-Signature={SECRET}", "az://c/x?a=1&X-Amz-Signature=***"),
        # What has no secret stays.
        ("tcp://host:8786", "tcp://host:8786"),
        ("s3://bucket/a@b/lake", "s3://bucket/a@b/lake"),
        ("http://host:8080/a@b", "http://host:8080/a@b"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
        ("ann@example.org: /home/ann is full", "ann@example.org: /home/ann is full"),
        ("C:/lake", "C:/lake"),
    ],
)
def test_what_is_shown(text, shown):
    assert without_secrets(text) == shown
    assert str(PokerlakeError(text)) == shown
    assert SECRET not in repr(LakeError(text))


def test_an_address_is_shown_without_its_secret_and_asked_for_with_it():
    lake = lake_path(f"http://ann:{SECRET}@host/lake")
    file = lake / "classes.parquet"
    assert f"{file}" == "http://***@host/lake/classes.parquet"
    assert SECRET not in repr(file) + duckdb_name(file) + str(file.parents)
    assert file.url == whole_name(file) == f"http://ann:{SECRET}@host/lake/classes.parquet"
    # DuckDB, and a program that is sealed, have the name that is shown.
    assert address_of(str(file)) == file
    assert pickle.loads(pickle.dumps(file)) == file


def test_two_users_of_a_host_are_told_apart():
    ann, bob = (address_of(f"http://{user}:{SECRET}@shared/lake") for user in ("ann", "bob"))
    assert str(ann) != str(bob)
    assert [address_of(str(one)).url for one in (ann, bob)] == [ann.url, bob.url]


def test_keys_in_an_address_of_s3_are_refused_without_them():
    for address in (f"s3://KEY:{SECRET}@bucket/lake", f"s3://KEY:a/{SECRET}@bucket/lake"):
        with pytest.raises(UsageError, match="set AWS_ACCESS_KEY_ID") as caught:
            address_of(address)
        assert SECRET not in str(caught.value)
    assert str(address_of("s3://bucket/a@b")) == "s3://bucket/a@b"


COMMANDS = [
    "tables --lake {}", "sql 'select 1' --lake {}", "verify --lake {}", "build classes --lake {}",
    "doctor --lake {}", "build --status --lake {}", "import x.txt --lake {}",
    "export classes --lake {}",
    "query pot_odds --lake {}", "sql --untrusted 'select 1' --lake {}", "drop classes --lake {}",
    "sql \"from read_csv('{}')\"", "evaluate --from {}", "equity --from {}", "evaluate AsKs -o {}",
    "build classes --cluster {}", "verify --cluster {}", "build classes --log {}",
    "solve --from {}", "pushfold --from {}", "chart ladder -o {}", "equity {} random",
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "address",
    [
        f"s3://KEY:{SECRET}@bucket/lake.csv",
        f"http://ann:{SECRET}@127.0.0.1:1/lake.csv",
        f"nothing://ann:{SECRET}@host/lake.csv",
        f"HTTP://ann:{SECRET}@127.0.0.1:1/lake.csv",
    ],
)
def test_no_command_shows_a_secret(command, address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(command.format(address))
    assert SECRET not in done.text + done.err
    files = [path for path in Path().rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in path.read_bytes() for path in files)


def test_tracebacks_have_no_secret():
    lake = address_of(f"http://ann:{SECRET}@127.0.0.1:1/lake")
    with pytest.raises(LakeError) as caught:
        Lake.open(lake)
    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_logs_and_notes_have_no_secret(tmp_path, capsys):
    with open_log(tmp_path / "log") as log:
        log("begun", cluster=f"tls://ann:{SECRET}@host:1", lake=f"http://a:{SECRET}@h/lake")
    line = (tmp_path / "log").read_text()
    assert json.loads(line)["cluster"] == "tls://***@host:1"
    note(f"built in http://a:{SECRET}@h/lake")
    assert SECRET not in line + capsys.readouterr().err
    told, _ = explain_error(OSError(2, "gone", f"http://a:{SECRET}@h/lake"))
    assert SECRET not in told


def test_what_a_store_says_is_one_line_whatever_it_raises():
    class Response:  # of a library of the web: no mapping, as that of S3 is
        status_code = 404

    place = lake_path("hf://datasets/somebody/lake")
    cause = RuntimeError("404")
    cause.response = Response()  # type: ignore[attr-defined]
    wrong = OSError("404: no such data set.\nLook it up.")
    wrong.__cause__ = cause
    for error, line in [(wrong, "404: no such data set"), (ValueError("no name"), "no name")]:
        with pytest.raises(LakeError, match=f"^{place}: {line}$"), naming_store(place):
            raise error
    with pytest.raises(KeyError), naming_store(place):
        raise KeyError("ours")
