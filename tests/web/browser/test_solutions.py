"""Solutions in a browser: a tree walked line by line, and a spot solved on the spot."""

from urllib.parse import urlencode

import pytest

import pokerlake as pk
from helpers.browser import accessible, dark, no_sideways_scroll, phone, until

SMALL = {"oop": "AA,KQs,76s", "ip": "KK,T9s", "b": "QsJh2h8c3d", "pot": 100, "stack": 200}


def address(site, **params):
    return f"{site}#/solutions?{urlencode(params)}"


def frequencies(page):
    """How often each action is taken, as the page shows it: percent by action."""
    cells = page.locator("[data-percent]").all()
    return {
        cell.get_attribute("data-action"): float(cell.get_attribute("data-percent"))
        for cell in cells
    }


def shows(page, decision):
    """Whether the page shows, by and by, what Python has of a decision."""
    wanted = dict(zip(decision.actions, 100 * decision.frequencies, strict=True))
    until(page, lambda: frequencies(page) == pytest.approx(wanted))


def line(page):
    return page.get_by_role("list", name="The line so far")


def test_a_tree_is_walked_line_by_line(page, site, whole_lake):
    spot = pk.solved_spot(1, lake=whole_lake)
    page.goto(f"{site}#/solutions")
    page.get_by_role("row").filter(has_text="river").first.click()
    shows(page, spot.at())
    assert (
        f"{100 * spot.exploitability:.3g} %" in page.locator("[data-exploitability]").inner_text()
    )

    page.get_by_label("Actions").get_by_role("link", name="check").click()
    shows(page, spot.at("x"))
    page.get_by_label("Actions").get_by_role("link", name="bet 60").click()
    shows(page, spot.at("x b60"))
    assert line(page).locator("[aria-current=true]").all_inner_texts() == ["check", "bet 60"]

    aces = {
        row["action"]: row for row in spot.at("x b60").hands().to_pylist() if row["hand"] == "AA"
    }
    grid = page.get_by_role("grid", name="What each hand does", exact=True)
    cell = grid.get_by_role("gridcell", name="AA:")
    assert f"call {100 * aces['c']['share']:.1f} %" in cell.get_attribute("aria-label")
    cell.click()
    page.get_by_role("heading", name="Holes of AA").wait_for()
    holes = page.get_by_role("grid", name="What each hole does")
    until(page, lambda: holes.get_attribute("aria-rowcount") == "7")
    page.get_by_role("button", name="EV", exact=True).click()
    start = f"{aces['c']['value']:.0f}"[:2].replace("-", "\N{MINUS SIGN}")
    until(page, lambda: start in cell.inner_text())
    accessible(page)

    page.reload()
    shows(page, spot.at("x b60"))
    until(page, lambda: holes.get_attribute("aria-rowcount") == "7")
    line(page).get_by_role("link", name="bet 60").last.click()  # his bet again
    page.get_by_label("Actions").get_by_role("link", name="fold").click()
    page.get_by_text("oop folds, and the other wins the pot of 160.").wait_for()
    page.go_back()
    shows(page, spot.at("x b60"))

    page.get_by_label("Decisions, at least").fill("1")
    page.get_by_label("Whose decisions, all or conditions").fill("all")
    page.keyboard.press("Enter")
    beside = page.get_by_role("grid", name="What players do beside the solution")
    beside.get_by_role("row").nth(1).wait_for()

    dark(page)
    shows(page, spot.at("x b60"))
    accessible(page)
    phone(page)
    no_sideways_scroll(page)
    accessible(page)


@pytest.mark.whole
def test_a_spot_is_solved_with_its_progress(page, site):
    # So large that it is far from solved when the button is pressed, with other work beside it too.
    large = {"oop": "random", "ip": "random", "b": "QsJh2h8c"}
    page.goto(address(site, v="solve", **SMALL | large))
    page.get_by_label("Exploitability at most").select_option("0.05 %")
    solve = page.get_by_role("button", name="Solve", exact=True)
    until(page, lambda: solve.is_enabled())
    assert "on 49 boards" in page.locator("[data-plan]").inner_text()
    solve.click()
    gain = page.locator("[data-gain]")
    first = float(until(page, lambda: gain.count() and gain.get_attribute("data-gain")))
    accessible(page)
    other = page.context.new_page()  # another tab, which waits for its turn and says so
    other.goto(address(site, v="solve", go=1, **SMALL | large | {"pot": 90}))
    other.get_by_text("It waits for its turn: one spot is solved at a time").wait_for()
    other.get_by_role("button", name="Stop").click()
    until(other, lambda: other.get_by_role("button", name="Solve", exact=True).is_enabled())
    other.close()
    until(page, lambda: float(gain.get_attribute("data-gain")) < first)
    page.get_by_role("button", name="Stop").click()
    until(page, lambda: not gain.count() and solve.is_enabled())

    board = page.get_by_label("Board: a river")
    for name, text in (
        ("Out of position: range", SMALL["oop"]),
        ("In position: range", SMALL["ip"]),
    ):
        page.get_by_label(name).fill(text)
    board.fill(SMALL["b"])
    board.press("Enter")
    until(page, "document.querySelector('[data-plan]')?.textContent.includes('on 1 board:')")
    solve.click()
    found = pk.solve(
        SMALL["oop"], SMALL["ip"], SMALL["b"], pot=100, stack=200, bets="50,100", raises="50",
        to=0.0005,
    )  # fmt: skip
    shows(page, found.at())
    page.get_by_label("Actions").get_by_role("link", name="bet 50").click()
    shows(page, found.at("b50"))
    assert f"{100 * found.exploitability:.3g}"[:-1] in page.locator("main").inner_text()
    accessible(page)
    page.reload()
    shows(page, found.at("b50"))
    page.go_back()
    shows(page, found.at())


@pytest.mark.whole
def test_a_spot_by_what_was_done_before_with_a_tree_that_is_dropped(page, site):
    ranges = SMALL["oop"], SMALL["ip"], SMALL["b"]
    page.goto(address(site, v="solve", **dict(zip(("oop", "ip", "b"), ranges, strict=True))))
    page.get_by_text("Before the flop", exact=True).click()
    page.get_by_label("Preflop").fill("BTN r2.5, BB c")
    page.get_by_label("Stacks").fill("100bb")
    page.get_by_text("BB is out of position and BTN in position; pot 5.5, 97.5 left").wait_for()
    page.get_by_text("A tree of one's own").click()
    tree = "x\n  b50%\nb2\n  c"
    file = page.evaluate_handle(
        "text => { const files = new DataTransfer();"
        "files.items.add(new File([text], 'tree.txt')); return files; }",
        tree,
    )
    page.get_by_label("Tree", exact=True).dispatch_event("drop", {"dataTransfer": file})
    until(page, lambda: page.get_by_label("Tree", exact=True).input_value() == tree)
    page.get_by_text("What players keep to").click()
    locks = ["x: b2.8=60%", "b2: c=KK"]
    for number, lock in enumerate(locks, 1):
        page.get_by_label(f"Locks, {number}").fill(lock)
        page.get_by_label(f"Locks, {number}").press("Enter")
    page.get_by_label("Locks, 3").wait_for()
    accessible(page)
    solve = page.get_by_role("button", name="Solve", exact=True)
    until(page, lambda: solve.is_enabled())
    solve.click()
    found = pk.solve(
        *ranges, preflop="BTN r2.5, BB c", stacks="100bb", bets="50,100", tree=tree, locks=locks
    )
    shows(page, found.at())


@pytest.mark.whole
def test_what_players_keep_to_and_what_it_costs(page, site):
    locks = ["x: b50=100%", "b50: c=KK"]
    page.goto(address(site, v="solve", go=1, bets="50", raises="", locks="; ".join(locks), **SMALL))
    kept = page.get_by_role("region", name="What it costs")
    until(page, lambda: kept.count() and "ip after x: b50 100.0 %" in kept.inner_text())
    kept.get_by_role("button", name="In position").click()
    found = pk.solve(
        SMALL["oop"], SMALL["ip"], SMALL["b"], pot=100, stack=200, bets="50", raises="", locks=locks
    ).cost()
    until(page, lambda: f"it costs {found.cost:.2f}" in kept.inner_text())
    assert kept.get_by_role("row").count() == 1 + len(found.for_people())
    accessible(page)


@pytest.mark.whole
def test_a_spot_of_a_preset_is_too_large_here_and_runs_as_a_job(page, site):
    # So near to an equilibrium that it is stopped before it is there.
    page.goto(address(site, v="solve", b="QsJh2h", to="0.0005"))
    page.get_by_text("By positions, stacks and what was done").click()
    page.get_by_role("button", name="BTN opens, BB calls", exact=True).click()
    page.get_by_text("BB is out of position and BTN in position; pot 5.5, 97.5 left").wait_for()
    page.get_by_role("alert").filter(has_text="solve it as a job").wait_for()
    assert page.get_by_role("button", name="Solve", exact=True).is_disabled()
    page.get_by_role("button", name="Solve into the lake, in the background").click()
    jobs = page.get_by_role("region", name="Jobs")
    until(page, lambda: jobs.locator("[data-job=runs]").count() == 1)
    accessible(page)
    phone(page)
    no_sideways_scroll(page)
    page.goto(f"{site}#/preflop?show=pushfold&players=5&stack=7")
    page.get_by_role("button", name="Solve into the lake, in the background").click()
    jobs.get_by_text("push or fold of 5, stacks 7").wait_for()
    for _ in range(2):  # nothing is written to the lake of all tests
        jobs.get_by_role("button", name="Stop").first.click()
    until(page, lambda: jobs.locator("[data-job=stopped]").count() == 2)
    accessible(page)


@pytest.mark.whole
def test_what_a_player_does_is_painted_and_solved_again(page, site):
    page.goto(address(site, v="solve", go=1, bets="50", raises="", **SMALL))
    free = pk.solve(SMALL["oop"], SMALL["ip"], SMALL["b"], pot=100, stack=200, bets="50", raises="")
    page.get_by_label("Actions").get_by_role("link", name="bet 50").click()
    shows(page, free.at("b50"))
    waits = page.get_by_role("region", name="The other player")
    assert "Out of position:" in waits.inner_text()
    page.get_by_text("Lock what the player in position does here").click()
    accessible(page)
    page.get_by_role("button", name="call,").click()
    hands = page.get_by_role("grid", name="How often hands take: call")
    hands.get_by_role("gridcell", name="KK").click()
    share = page.get_by_label("Share to paint")
    share.fill("25")
    hands.get_by_role("gridcell", name="T9s").click()
    page.get_by_role("button", name="Lock, and solve again").click()
    kept = pk.solve(
        SMALL["oop"], SMALL["ip"], SMALL["b"], pot=100, stack=200, bets="50", raises="",
        locks={"b50": {"c": "KK,T9s:0.25"}},
    )  # fmt: skip
    shows(page, kept.at("b50"))
    page.get_by_text(": locked").wait_for()
    until(page, lambda: f"EV {kept.values[0]:.2f} for oop" in page.locator("main").inner_text())
    phone(page)
    no_sideways_scroll(page)
    unlock = page.get_by_role("button", name="Unlock, and solve again")
    if not unlock.is_visible():  # it stays open where solving took no time
        page.get_by_text(": locked").click()
    unlock.click()
    shows(page, free.at("b50"))


@pytest.mark.whole
def test_what_is_wrong_and_what_is_too_large(page, site):
    page.goto(address(site, v="solve", **SMALL | {"ip": "KKx"}))
    field = page.get_by_label("In position: range")
    until(page, lambda: field.get_attribute("aria-invalid") == "true")
    solve = page.get_by_role("button", name="Solve", exact=True)
    assert solve.is_disabled()
    field.fill("random")
    page.get_by_label("Out of position: range").fill("random")
    board = page.get_by_label("Board: a river")
    board.fill("QsJh2h")
    board.press("Enter")
    refused = page.get_by_role("alert").filter(has_text="the page has 0.6 GB; solve it as a job")
    refused.wait_for()
    assert solve.is_disabled()
    assert 'pk.solve("random", "random"' in page.locator("[data-same=python]").text_content()
    accessible(page)
    phone(page)
    no_sideways_scroll(page)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("v=solve&pot=0", "pot is 0; give a number above 0"),
        ("v=solve&pot=abc", "pot is 'abc'; give a number above 0"),
        ("v=solve&stack=", "stack is blank; give a number above 0"),
        ("v=solve&rake=x%25", "rake is 'x%'; give a share below 1"),
        ("v=solve&rake=105%25", "rake is '105%'; give a share below 1"),
        ("spot=abc", "spot is 'abc'; give a whole number"),
    ],
)
def test_a_number_that_is_none_is_told_as_it_was_typed(page, site, query, line):
    page.goto(f"{site}#/solutions?{query}")
    page.get_by_text(line).first.wait_for()
