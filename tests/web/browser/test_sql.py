"""SQL in a browser, whole stories: completed, run, refused; rows, a chart and a file of them."""

import csv
from urllib.parse import quote

import pytest

import pokerlake as pk
from helpers.browser import accessible, dark, no_sideways_scroll, phone, until


def opened(page, site, statement, *, run=False):
    page.goto(f"{site}#/sql?q={quote(statement)}{'&run=1' if run else ''}")
    until(page, lambda: page.locator(".cm-content").count())


def typed(page, statement):
    """Put a statement in place of what is in the editor."""
    editor = page.get_by_label("SQL", exact=True)
    editor.click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(statement)


def cells(page):
    """What the table shows, by rows."""
    return [
        row.locator(".tabulator-cell").all_inner_texts()
        for row in page.locator(".tabulator-row").all()
    ]


def test_a_statement_is_completed_run_and_paged(page, site):
    opened(page, site, "select 1")
    assert page.locator(".tabulator").count() == 0  # a link alone runs nothing
    until(page, lambda: page.get_by_text("Tables and views").count())
    typed(page, "select  from classes order by class_id")
    page.keyboard.press("Home")
    for _ in "select ":
        page.keyboard.press("ArrowRight")
    page.keyboard.type("cla")
    option = page.locator(".cm-tooltip-autocomplete li").filter(has_text="class_id").first
    until(page, option.is_visible)
    option.click()
    page.keyboard.type(", name")
    page.keyboard.press("Control+Enter")
    until(page, lambda: page.locator("[data-rows]").get_attribute("data-rows") == "1000")
    assert "there are more" in page.locator("[data-rows]").inner_text()
    until(page, lambda: cells(page)[:1] == [["1", "royal flush"]])
    assert len(cells(page)) == 25
    page.get_by_role("button", name="Next Page").click()
    until(page, lambda: cells(page)[0][0] == "26")
    accessible(page)

    page.reload()  # and so does a link that is sent
    until(page, lambda: cells(page)[:1] == [["1", "royal flush"]])
    dark(page)
    until(page, lambda: cells(page))
    accessible(page)
    phone(page)
    no_sideways_scroll(page)


@pytest.mark.whole
def test_what_is_no_select_is_refused_beside_the_editor(page, site):
    opened(page, site, "create table mine as select 1", run=True)
    problem = page.locator("section[aria-label=Statement] .problem")
    until(page, lambda: "'create' is not allowed" in problem.inner_text())
    for statement, wanted in (
        ("copy classes to '/tmp/classes.csv'", "'copy' is not allowed"),
        ("from '/etc/passwd'", "there is no table '/etc/passwd'"),
        ("show tables", "the list beside the editor has tables and their columns"),
        ("from zzz", "there is no table 'zzz'; the list beside the editor has those that there"),
        ("select *\nfrm classes", "did you mean 'from'"),
    ):
        typed(page, statement)
        page.get_by_role("button", name="Run").click()
        until(page, lambda wanted=wanted: wanted in problem.inner_text())
    accessible(page)
    marked = "document.querySelector('.code').shadowRoot.querySelectorAll('.cm-line')[1]"
    until(page, f"getComputedStyle({marked}).boxShadow !== 'none'")
    page.get_by_role("button", name="Go to line 2").click()
    page.keyboard.insert_text("from classes limit 1")
    page.keyboard.press("Control+Enter")
    until(page, lambda: cells(page) and not problem.count())
    until(page, f"getComputedStyle({marked}).boxShadow === 'none'")
    kinds = page.get_by_label("File").locator("option").all_inner_texts()
    assert not [kind for kind in kinds if kind.startswith(("npy", "piosolver"))]  # of these columns

    markup = "<img src=x onerror=alert(1)>"
    typed(page, f"select '{markup}' as \"<b>\", 9007199254740993 as big, null as n")
    page.keyboard.press("Control+Enter")
    until(page, lambda: cells(page) == [[markup, "9007199254740993", "null"]])
    assert page.locator(".tabulator-col-title").first.inner_text().strip() == "<b>"


@pytest.mark.whole
def test_each_statement_has_one_pager_and_an_empty_one_is_told(page, site):
    opened(page, site, "select 1")
    for columns in ("x", "x, x + 1 as y", "x, -x as z, 2 * x as w"):
        typed(page, f"select {columns} from range(60) as t(x) order by x")
        page.keyboard.press("Control+Enter")
        wide = len(columns.split(", "))
        until(page, lambda wide=wide: [len(row) for row in cells(page)[:1]] == [wide])
        assert page.get_by_role("button", name="Next Page").count() == 1
        page.get_by_role("button", name="Next Page").click()
        until(page, lambda: [row[0] for row in cells(page)[:1]] == ["25"])

    typed(page, "frm x")
    page.keyboard.press("Control+Enter")
    problem = page.locator("section[aria-label=Statement] .problem")
    until(page, lambda: "did you mean 'from'" in problem.inner_text())
    typed(page, " ")
    page.keyboard.press("Control+Enter")
    until(page, lambda: problem.inner_text() == "there is no statement; write a select")
    assert not page.locator(".tabulator-row").count()
    accessible(page)


@pytest.mark.whole
def test_rows_become_a_chart_and_a_file(page, site, lake, tmp_path):
    statement = "select hand, equity from hand_equities order by all"
    opened(page, site, statement, run=True)
    until(page, lambda: cells(page))
    page.get_by_role("button", name="Chart").click()
    until(page, lambda: page.locator(".picture svg").count())
    assert "AA: 0.852" in page.locator(".picture").inner_html()
    accessible(page)
    page.go_back()

    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download").click()
    downloading.value.save_as(tmp_path / "result.csv")
    with (tmp_path / "result.csv").open(encoding="utf-8") as file:
        found = [(hand, float(equity)) for hand, equity in list(csv.reader(file))[1:]]
    assert found == pk.sql(statement, lake=lake).fetchall()

    page.get_by_label("Search").fill("best_flops")
    page.get_by_role("button", name="best_flops").click()
    until(page, lambda: "AKs" in page.locator(".cm-content").inner_text())


@pytest.mark.whole
def test_a_notebook_with_parameters_is_an_address_and_a_file(page, site, tmp_path):
    statement = "select hand, equity from hand_equities where equity > $least order by equity desc"
    opened(page, site, statement)
    page.get_by_label("$least", exact=True).fill("0.8")
    page.get_by_label("$least is a").select_option("number")
    page.get_by_label("SQL", exact=True).click()
    page.keyboard.press("Shift+Enter")  # and a cell below has the focus
    until(page, lambda: [row[0] for row in cells(page)] == ["AA", "KK"])
    below = page.get_by_label("SQL 2", exact=True)
    until(page, lambda: below.evaluate("it => it.getRootNode().activeElement === it"))
    page.keyboard.type(
        "with t as (select hand as first_of_all, 1 as n from hand_equities) select u."
    )
    option = page.locator(".cm-tooltip-autocomplete li").filter(has_text="first_of_all").first
    page.keyboard.insert_text(" from t as u")
    for _ in " from t as u":
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+Space")
    until(page, option.is_visible)
    option.click()
    page.keyboard.press("Control+Enter")
    second = page.get_by_role("region", name="Statement 2")
    until(page, lambda: "169 rows" in second.inner_text())
    second.get_by_role("button", name="Summary").click()
    until(page, lambda: "Of all 169 rows" in second.inner_text())
    accessible(page)
    page.get_by_label("$least", exact=True).fill("0.84")  # what was run is run again
    until(page, lambda: page.locator("[data-rows]").first.get_attribute("data-rows") == "1")
    first = page.get_by_role("region", name="Statement", exact=True)
    first.get_by_role("button", name="Chart").click()
    first.get_by_label("Chart").select_option("bars")
    until(page, lambda: first.locator(".plot .mark").count() == 1)
    accessible(page)

    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save as a file").click()
    downloading.value.save_as(tmp_path / "notebook.sql")
    assert "-- parameter: least number = 0.84" in (tmp_path / "notebook.sql").read_text()
    page.get_by_label("$least", exact=True).fill("none")
    wrong = page.get_by_role("region", name="Parameters").locator(".problem")
    until(page, lambda: wrong.count() and "give a number" in wrong.inner_text())
    dark(page)
    until(page, lambda: wrong.count())
    accessible(page)
    phone(page)
    no_sideways_scroll(page)
    page.get_by_label("A file of SQL").set_input_files(tmp_path / "notebook.sql")
    until(page, lambda: page.get_by_label("$least", exact=True).input_value() == "0.84")
    until(page, lambda: not wrong.count())
    page.get_by_role("button", name="Remove: cell 2").click()
    until(page, lambda: page.locator("[data-cell]").count() == 1)
    page.get_by_text("History").click()
    page.get_by_role("list", name="History").get_by_role("button").first.click()
    until(page, lambda: "first_of_all" in page.locator(".cm-content").inner_text())


@pytest.mark.whole
def test_zero_has_no_sign_and_one_row_is_no_rows(page, site):
    statement = (
        "select -0.0::double as a, round(-0.001::double, 2) as b, -0.0::float as c, -0.5 as d"
    )
    opened(page, site, statement, run=True)
    until(page, lambda: cells(page) == [["0.0", "0.0", "0.0", "-0.5"]])
    page.get_by_label("Search").fill("solved_spots")
    until(page, lambda: page.get_by_text("solved_spots 1 row", exact=True).count())
