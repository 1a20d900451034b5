"""Croissant 1.0 of a folder of tables: its files, and the columns in them, as JSON-LD."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from card import ABOUT, KEYWORDS, TITLE, About

from pokerlake.tables.manifest import Entry
from pokerlake.tables.registry import TABLES
from pokerlake.tables.schema import Column

_PARQUET = "application/x-parquet"
_TYPES = {
    "BOOLEAN": "sc:Boolean", "VARCHAR": "sc:Text", "DOUBLE": "sc:Float", "FLOAT": "sc:Float",
    "TIMESTAMP": "sc:DateTime", "TIMESTAMP_S": "sc:DateTime", "DATE": "sc:Date",
}  # fmt: skip
# As in the specification, for the terms that are used here.
_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def croissant(tables: Mapping[str, Entry], about: About) -> str:
    """croissant.json of a folder with these tables."""
    files = [file for entry in tables.values() for file in entry.files]
    metadata = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "pokerlake-tables",
        "alternateName": TITLE,
        "description": ABOUT,
        "license": "https://spdx.org/licenses/MIT.html",
        "url": about.documentation,
        "sameAs": about.source,
        "version": about.version,
        "datePublished": about.date,
        "creator": {"@type": "sc:Organization", "name": "pokerlake authors", "url": about.source},
        "citeAs": f"pokerlake authors, {TITLE}, version {about.version}, {about.date[:4]}",
        "keywords": KEYWORDS,
        "isLiveDataset": False,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": file.name,
                "name": file.name,
                "contentUrl": file.name,
                "contentSize": f"{file.bytes} B",
                "encodingFormat": _PARQUET,
                "sha256": file.sha256,
            }
            for file in files
        ],
        "recordSet": [each for name in tables for each in _record_sets(name, tables[name])],
    }
    return json.dumps(metadata, indent=2, ensure_ascii=False) + "\n"


def _record_sets(name: str, entry: Entry) -> Iterator[dict[str, Any]]:
    """The rows of a table, file by file."""
    table = TABLES[name]
    for place, file in enumerate(entry.files, 1):
        known = name if len(entry.files) == 1 else f"{name}_{place}"
        part = "" if len(entry.files) == 1 else f" Part {place} of {len(entry.files)}."
        yield {
            "@type": "cr:RecordSet",
            "@id": known,
            "name": known,
            "description": f"One row is {table.one_row}.{part}",
            "key": [{"@id": f"{known}/{column}"} for column in table.key],
            "field": [_field(known, file.name, column) for column in table.columns],
        }


def _field(record_set: str, file: str, column: Column) -> dict[str, Any]:
    whole = "INT" in column.file_type
    return {
        "@type": "cr:Field",
        "@id": f"{record_set}/{column.name}",
        "name": column.name,
        "description": column.meaning,
        "dataType": "sc:Integer" if whole else _TYPES.get(column.file_type, "sc:Float"),
        "source": {"fileObject": {"@id": file}, "extract": {"column": column.name}},
    }
