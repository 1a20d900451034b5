"""Lakes in object stores: a server of S3 on this machine, and lakes copied there."""

import itertools
import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pokerlake.tables.lake import lake_path
from pokerlake.tables.manifest import read_manifest, update_manifest
from pokerlake.tables.stores.path import StorePath

BUCKET = "tables"
_numbers = itertools.count()


@contextmanager
def s3_server() -> Iterator[str]:
    """An S3 server with one bucket, to which the environment points; yields its address."""
    import fsspec
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    settings = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        fsspec.filesystem("s3").mkdir(BUCKET)
        yield settings["AWS_ENDPOINT_URL"]
    finally:
        server.stop()
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def new_place(protocol: str) -> StorePath:
    """The address of a lake that nobody has used."""
    return lake_path(f"{protocol}://{BUCKET}/lake{next(_numbers)}")


def copied(lake: Path, names: Sequence[str], to: StorePath) -> StorePath:
    """Some tables of a local lake, put into a store."""
    entries = {name: read_manifest(lake).tables[name] for name in names}
    for entry in entries.values():
        for file in entry.files:
            to.filesystem.put_file(str(lake / file.name), (to / file.name).key)
    update_manifest(to, lambda manifest: replace(manifest, tables=entries))
    return to


def names_in(place: StorePath) -> set[str]:
    """The names of all objects of a lake, those of unfinished work with their folders."""
    found = place.filesystem.find(place.key)
    return {name.partition(f"{place.key.strip('/')}/")[2] for name in found}
