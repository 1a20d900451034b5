"""What `make site` makes pages of: every public name, every document, and notebooks that run."""

import json
import re
import tomllib

import pytest

import pokerlake


@pytest.fixture(scope="module")
def website(checkout):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(checkout / "docs")
        from website import notebooks, pages, reference, search

        yield {"notebooks": notebooks, "pages": pages, "reference": reference, "search": search}


@pytest.fixture(scope="module")
def documents(website):
    return website["pages"].documents()


def places(nav):
    """All pages of a navigation."""
    if isinstance(nav, str):
        return [nav]
    entries = nav.values() if isinstance(nav, dict) else nav
    return [place for entry in entries for place in places(entry)]


def test_all_has_a_page_and_pages_have_a_place(website, documents, checkout):
    reference = website["reference"]
    named = reference.pages()
    for name in pokerlake.__all__:
        assert f"`{name}`" in named[reference.path_of(name)].split("\n")[0]
    for name in pokerlake.results.__all__:
        assert named[reference.result_path(name)].startswith(f"# `{name}`\n")
    assert "lake: LakePath | None = None" in named["reference/equity.md"]
    assert "### `save()`" in named["reference/results/Result.md"]

    made = {**documents, **named}
    site = tomllib.loads((checkout / "docs/website/zensical.toml").read_text("utf-8"))
    found = places(site["project"]["nav"])
    for path in [*checkout.glob("docs/*.md"), *checkout.glob("docs/notebooks/*.py")]:
        name = path.relative_to(checkout / "docs").with_suffix("").as_posix()
        assert {f"{name}.md", f"{name}/index.md"} & {*found} & {*made}, name
    assert all(made[place] for place in found if place.endswith(".md"))
    assert "  exclude: true\n" in made["changelog.md"]
    charts = re.findall(
        r"^## `pokerlake chart (.+)`$", (checkout / "docs/cli.md").read_text(), re.M
    )
    shown = made["gallery.md"].split("\n## ")[1:]
    assert [part.split("\n")[0] for part in shown if "](pictures/" in part] == charts


def test_pages_are_found_by_the_words_of_the_field(website, documents, tmp_path):
    search, pages = website["search"], website["pages"]
    addresses = [path.removesuffix("index.md").removesuffix(".md") for path in documents]
    items = [
        {"location": f"{address}/" if address[-1:] not in ("", "/") else address, "level": level,
         "text": "", "path": ["its title"]}
        for address in addresses
        for level in (1, 2)
    ]  # fmt: skip
    (tmp_path / "search.json").write_text(json.dumps({"items": items}))
    search.improve(tmp_path / "search.json")
    found = json.loads((tmp_path / "search.json").read_text())["items"]
    firsts = {item["location"]: item for item in found if item["level"] == 1}
    assert "Monte Carlo" in firsts["equity/"]["text"]
    assert firsts["questions/equity/"]["path"] == ["Look up", "Questions"]
    assert firsts["equity/"]["path"] == firsts["questions/"]["path"] == ["its title"]
    assert not any(item["text"] for item in found if item["level"] == 2)
    assert pages.explained("solve") == (" The guide: [Solver: spots after the flop](solving.md).")
    assert pages.explained("no such thing") == ""


def test_documents_that_code_names_are_pages_of_the_site(website, checkout):
    address = website["pages"].ADDRESS
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))
    installed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    sources = [
        path
        for name in installed
        for path in ([checkout / name, *(checkout / name).rglob("*")])
        if path.suffix in (".py", ".sql")
    ]
    named = re.compile(r"https://pokerlake\.github\.io/\S*?/(?=[^\w/]*(?:\s|$))|docs/[\w-]+\.md")
    found = set()
    for path in sources:
        found |= {*named.findall(path.read_text("utf-8"))}
    assert len(found) > 10
    for page in found:
        assert page.startswith(address), page
        name = page.removeprefix(address).rstrip("/")
        assert name == "reference" or (checkout / f"docs/{name}.md").is_file(), page


NOTEBOOKS = ("first-steps", "ranges-and-flops", "own-hands", "solved-spot", "buckets")


@pytest.mark.parametrize(
    "name", [NOTEBOOKS[0], *(pytest.param(name, marks=pytest.mark.whole) for name in NOTEBOOKS[1:])]
)
def test_a_notebook_shows_what_its_cells_do(name, website, lake, tmp_path, monkeypatch, checkout):
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    notebooks = website["notebooks"]
    assert {*NOTEBOOKS} == {*notebooks.sources()}
    written = json.loads((checkout / f"docs/notebooks/{name}.ipynb").read_text("utf-8"))
    made = notebooks.run(notebooks.sources()[name], lake)
    assert [text(cell) for cell in made["cells"]] == [text(cell) for cell in written["cells"]]


def text(cell):
    """What a cell is, and what it shows as text."""
    outputs = [
        "".join(output.get("text") or output["data"]["text/plain"])
        for output in cell.get("outputs", [])
    ]
    return "".join(cell["source"]), outputs
