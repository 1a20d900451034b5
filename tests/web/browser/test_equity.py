"""Equity in a browser: whole stories, held against the engine's values."""

from urllib.parse import urlencode

import pytest

import pokerlake as pk
from helpers.browser import accessible, dark, no_sideways_scroll, phone, until


def shown(page):
    """The equities that the page shows, as numbers."""
    script = "[...document.querySelectorAll('[data-equity]')].map((cell) => +cell.dataset.equity)"
    return page.evaluate(script)


def hands(page):
    """The hands and ranges of the address."""
    return page.evaluate("new URLSearchParams(location.hash.split('?')[1]).getAll('p')")


def equal(page, *players, **situation):
    """Whether the page shows, by and by, what the engine has of these players."""
    wanted = pk.equity(*players, method="exact", **situation).equity.tolist()
    until(page, lambda: shown(page) == wanted)


def centre(page, hand):
    box = page.locator(f'.paint [data-hand="{hand}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_range_that_is_painted_changes_the_equity(page, site):
    page.goto(f"{site}#/equity?p=AA&p=22%2B,A2s%2B&b=Jh2h3d")
    equal(page, "AA", "22+,A2s+", board="Jh2h3d")

    page.mouse.move(*centre(page, "AKs"))
    page.mouse.down()
    for hand in ("AQs", "AJs", "ATs"):
        page.mouse.move(*centre(page, hand))
    page.mouse.up()
    equal(page, "AA,ATs+", "22+,A2s+", board="Jh2h3d")
    until(page, lambda: pk.Range(hands(page)[0]) == pk.Range("AA,ATs+"))

    page.locator('.paint [data-hand="AA"]').click()  # a click on what is there takes it out
    equal(page, "ATs+", "22+,A2s+", board="Jh2h3d")

    page.keyboard.press("ArrowRight")  # and keys do the same
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    equal(page, "ATs+,KK", "22+,A2s+", board="Jh2h3d")

    page.get_by_label("Weight to paint").fill("50")
    page.locator('.paint [data-hand="72o"]').click()
    equal(page, "ATs+,KK,72o:0.5", "22+,A2s+", board="Jh2h3d")

    page.go_back()
    equal(page, "ATs+,KK", "22+,A2s+", board="Jh2h3d")
    page.reload()
    equal(page, "ATs+,KK", "22+,A2s+", board="Jh2h3d")
    assert page.locator('.paint [data-hand="KK"]').get_attribute("aria-selected") == "true"


@pytest.mark.whole
def test_suits_the_best_hands_and_what_is_undone(page, site):
    page.goto(f"{site}#/equity?{urlencode([('p', 'AhKh,AdKd,QQ'), ('p', 'KK')])}")
    equal(page, "AhKh,AdKd,QQ", "KK")
    cell = page.locator('.paint [data-hand="AKs"]')
    assert "2 of its 4 holes" in cell.get_attribute("aria-label")
    cell.click()  # which shows its suits, and takes none of them away
    page.locator('[data-hole="AsKs"]').click()
    equal(page, "AsKs,AhKh,AdKd,QQ", "KK")
    page.get_by_label("Weight to paint").fill("50")
    page.locator('[data-hole="AdKd"]').click()
    equal(page, "AsKs,AhKh,AdKd:0.5,QQ", "KK")
    page.get_by_role("button", name="Undo").click()
    equal(page, "AsKs,AhKh,AdKd,QQ", "KK")
    cell.focus()
    page.keyboard.press("Control+z")
    equal(page, "AhKh,AdKd,QQ", "KK")
    page.get_by_role("button", name="Redo").click()
    equal(page, "AsKs,AhKh,AdKd,QQ", "KK")

    page.get_by_text("The best hands").click()
    page.get_by_label("Top 15 % of hands").fill("7.5")
    equal(page, "top 7.5%", "KK")
    page.get_by_label("Ranked by").select_option("income rate of 6 players")
    until(page, lambda: "top" not in hands(page)[0] and pk.Range(hands(page)[0]).percent == 7.5)
    accessible(page)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    equal(page, "AsKs,AhKh,AdKd,QQ", "KK")


@pytest.mark.whole
def test_a_board_is_picked_card_by_card(page, site):
    page.goto(f"{site}#/equity?p=AhKh&p=QsQc")
    equal(page, "AhKh", "QsQc")
    deck = page.get_by_role("group", name="Board")
    for card in ("Qh", "2h", "3d"):
        deck.locator(f'[data-card="{card}"]').click()
    equal(page, "AhKh", "QsQc", board="Qh2h3d")
    assert page.get_by_label("Board", exact=True).first.input_value() == "Qh2h3d"

    page.get_by_role("button", name="Next card").click()
    coming = page.get_by_role("group", name="Next card")
    until(page, lambda: coming.get_by_role("button", disabled=False).count() == 45)
    after = pk.equity("AhKh", "QsQc", board="Qh2h3dTh", method="exact").equity[0]
    assert coming.locator('[data-card="Th"]').inner_text().endswith(f"{100 * after:.0f}")
    page.get_by_role("button", name="Distribution").click()
    until(page, "document.querySelector('.picture svg') !== null")

    deck.locator('[data-card="2h"]').click()  # a card that is put back
    equal(page, "AhKh", "QsQc", board="Qh3d")
    page.get_by_text("Dead cards", exact=True).first.click()
    dead = page.get_by_role("group", name="Dead cards")
    assert dead.locator('[data-card="Qh"]').is_disabled()
    dead.locator('[data-card="Th"]').click()
    equal(page, "AhKh", "QsQc", board="Qh3d", dead="Th")


@pytest.mark.whole
def test_ten_players(page, site):
    page.goto(f"{site}#/equity?p=AhKh&p=QsQc&se=0.002")
    for _ in range(8):
        page.get_by_role("button", name="Add a player").click()
    assert page.get_by_role("button", name="Add a player").is_disabled()
    until(page, lambda: len(shown(page)) == 10)
    until(page, "document.querySelector('[aria-label=Result]').ariaBusy === 'false'")
    wanted = pk.equity(
        "AhKh", "QsQc", *["random"] * 8, method="monte carlo", standard_error=0.002, seed=1
    )
    until(page, lambda: shown(page) == wanted.equity.tolist())
    assert sum(shown(page)) == pytest.approx(1)
    assert "sampled with seed 1: standard error ± 0." in page.locator("[data-method]").inner_text()
    accessible(page)

    page.get_by_role("button", name="Remove player 10").click()
    until(page, lambda: len(shown(page)) == 9)


@pytest.mark.whole
def test_a_fast_drag_paints_all_that_it_passes(page, site):
    page.goto(f"{site}#/equity?p=AA&p=KK")
    equal(page, "AA", "KK")

    page.mouse.move(*centre(page, "AKs"))
    page.mouse.down()
    for hand in ("A2s", "32s"):  # in one step each, as a fast pointer
        page.mouse.move(*centre(page, hand))
    page.mouse.up()
    deuces = ",".join(f"{rank}2s" for rank in "KQJT9876543")
    until(page, lambda: pk.Range(hands(page)[0]) == pk.Range(f"AA,A2s+,{deuces}"))


@pytest.mark.whole
@pytest.mark.parametrize("players", [("AhKh,QQ", "random")])
def test_two_ranges_before_the_flop_are_exact(page, site, players):
    page.goto(f"{site}#/equity?{urlencode([('p', hand) for hand in players])}")
    until(page, lambda: "counted exactly" in page.locator("[data-method]").inner_text())
    wanted = pk.equity(*players, method="exact").equity
    until(page, lambda: shown(page) == pytest.approx(wanted.tolist(), abs=1e-12))


@pytest.mark.whole
def test_a_board_is_read_with_the_signs_that_the_page_shows(page, site):
    page.goto(f"{site}#/equity?p=AA&p=KK")
    board = page.get_by_label("Board", exact=True).first
    board.fill("J♠J♦2\u2663\ufe0f")
    board.press("Enter")
    equal(page, "AA", "KK", board="JsJd2c")
    assert page.locator("[data-card=Js]").first.get_attribute("aria-pressed") == "true"


@pytest.mark.whole
def test_what_a_range_hits_is_kept_and_gone_on_with(page, site):
    players = ("22+,ATs+,AQo+,98s:0.5", "15%")
    page.goto(f"{site}#/equity?{urlencode([('p', one) for one in players])}&b=Jh2h3d")
    page.get_by_role("button", name="What it hits").click()
    bar = page.locator("[data-share]")
    found = pk.hits(players[0], "Jh2h3d", villain=players[1])
    shares = found.for_people()["share"].to_pylist()
    until(page, lambda: [float(one.get_attribute("data-share")) for one in bar.all()] == shares)
    cell = page.locator('.paint [data-hand="AKs"]')
    assert cell.get_attribute("aria-label") == "AKs, 100 %; 1 draw; 3 overcards"

    for kind in ("overpair or better", "flush draw with two cards"):
        page.get_by_role("button", name=kind).click()
    keep = "overpair+, flush draw with two cards"
    kept = pk.hits(players[0], "Jh2h3d", keep=keep)
    combos = page.locator("[data-kept]")
    until(page, lambda: float(combos.get_attribute("data-kept")) == kept.kept_combos)
    assert page.locator('[data-kind="set"]').get_attribute("aria-pressed") == "true"
    assert cell.get_attribute("aria-label").endswith("; 3 overcards, 0 kept")
    accessible(page)
    dark(page)
    until(page, combos.count)
    phone(page)
    no_sideways_scroll(page)
    accessible(page)

    page.get_by_role("button", name="Go on with these").click()
    until(page, lambda: pk.Range(hands(page)[0]) == kept.kept)
    page.keyboard.press("Enter")  # the first card of the deck has the focus
    equal(page, kept.kept, players[1], board="Jh2h3dAs")
    page.go_back()
    page.go_back()
    until(page, lambda: float(combos.get_attribute("data-kept")) == kept.kept_combos)


@pytest.mark.whole
def test_what_is_wrong_is_said_beside_its_field(page, site):
    page.goto(f"{site}#/equity?p=AA&p=KKx&b=Jh2h3d")
    field = page.get_by_label("Player 2", exact=True)
    until(page, lambda: field.get_attribute("aria-invalid") == "true")
    said = page.locator(f"#{field.get_attribute('aria-describedby')}").inner_text()
    assert said.startswith("'KKx' at character 3")

    field.fill("KK")
    equal(page, "AA", "KK", board="Jh2h3d")
    board = page.get_by_label("Board", exact=True).first
    board.fill("Jh2hZz")
    board.press("Enter")
    until(page, lambda: board.get_attribute("aria-invalid") == "true")
    assert shown(page)  # what was right before stays, and is marked as out of date
    assert page.locator("table[data-stale=true]").count() == 1
    accessible(page)


@pytest.mark.whole
def test_it_is_usable_on_a_phone_and_in_the_dark(page, site):
    page.goto(f"{site}#/equity?p=TT%2B&p=random&b=Jh2h3d")
    equal(page, "TT+", "random", board="Jh2h3d")
    accessible(page)
    dark(page)
    accessible(page)
    phone(page)
    no_sideways_scroll(page)
    accessible(page)
    strip = page.locator(".strip")
    assert strip.is_visible()
    equity = pk.equity("TT+", "random", board="Jh2h3d").equity
    assert f"{100 * equity[0]:.1f} %" in strip.inner_text()


@pytest.mark.whole
def test_notation_of_another_program(page, site):
    page.goto(f"{site}#/equity?p=AA&p=KK")
    equal(page, "AA", "KK")
    page.get_by_text("Notation of other programs").click()
    page.get_by_label("Program").select_option("piosolver")
    page.get_by_label("Text in its notation").fill("QQ:0.5,AKs")
    page.get_by_role("button", name="Read it").click()
    equal(page, "QQ:0.5,AKs", "KK")
    page.get_by_role("button", name="Write the range so").click()
    text = page.get_by_label("Text in its notation")
    until(page, lambda: "QQ:0.5" in text.input_value())


@pytest.mark.whole
@pytest.mark.parametrize("at", ["x", "9"])
def test_a_player_that_there_is_not_shows_the_first(page, site, at):
    page.goto(f"{site}#/equity?p=AA&p=KK&at={at}")
    page.get_by_role("heading", name="Range of player 1").wait_for()
    equal(page, "AA", "KK")


@pytest.mark.whole
@pytest.mark.parametrize("last", ["Player 2", "Board"])
def test_fields_that_are_filled_faster_than_the_page_draws_all_count(page, site, last):
    wanted = {"Player 1": "AKs", "Player 2": "TT", "Board": "Jh2h3d"}
    page.goto(f"{site}#/equity")
    equal(page, "top 15%", "22+,A2s+,KTs+")
    for name in sorted(wanted, key=lambda name: name == last):
        page.get_by_label(name, exact=True).first.fill(wanted[name])
    page.keyboard.press("Enter")
    equal(page, "AKs", "TT", board="Jh2h3d")
    assert hands(page) == ["AKs", "TT"]


@pytest.mark.whole
def test_a_player_that_is_added_while_another_is_typed_takes_nothing_from_him(page, site):
    page.goto(f"{site}#/equity?p=AA&p=KK")
    equal(page, "AA", "KK")
    page.evaluate("""() => {
        const field = document.querySelector("[data-player='0'] input");
        field.focus();
        field.value = "QQ";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.blur();
        const buttons = [...document.querySelectorAll("button")];
        buttons.find((one) => one.textContent === "Add a player").click();
    }""")
    until(page, lambda: hands(page) == ["QQ", "KK", "random"])


@pytest.mark.whole
@pytest.mark.parametrize(
    ("view", "game", "told"),
    [
        ("equity", "badugi", "There is no game badugi here; this is Hold'em."),
        ("equity", "short deck", ""),  # as questions and Python call it
        ("sql", "badugi", ""),  # of all games
    ],
)
def test_an_address_with_a_game_that_there_is_not_says_so(page, site, view, game, told):
    page.goto(f"{site}#/{view}?{urlencode({'game': game})}")
    until(page, lambda: page.locator("#main section").count())
    problem = page.locator("#main > .problem")
    until(page, lambda: problem.count() == bool(told))
    if told:
        assert problem.inner_text().startswith(told)
    elif view == "equity":
        title = page.get_by_label("Game").evaluate("(it) => it.selectedOptions[0].textContent")
        assert title.lower() == game


# ---------------------------------------------------------------- other games


@pytest.mark.whole
def test_stud_has_no_board_and_dead_cards(page, site):
    page.goto(f"{site}#/equity")
    page.get_by_label("Game", exact=True).select_option("razz")
    equal(page, "A23", "xx/K", game="razz")
    assert page.get_by_label("Board", exact=True).count() == 0
    page.get_by_label("Dead cards", exact=True).first.fill("Ac2d")
    equal(page, "A23", "xx/K", game="razz", dead="Ac2d")
    made = page.get_by_role("region", name="Hands made")
    assert made.get_by_role("row").nth(1).inner_text().startswith("no pair")
    accessible(page)
    page.get_by_label("Game", exact=True).select_option("stud")
    for player, cards in enumerate(("AhAd/Kc", "KhQh/Jd"), 1):
        page.get_by_label(f"Player {player}", exact=True).fill(cards)
    equal(page, "AhAd/Kc", "KhQh/Jd", game="stud", dead="Ac2d")
    deck = page.get_by_role("group", name="Cards of player 2")
    assert deck.locator('[data-card="Ah"]').is_disabled()
    phone(page)
    no_sideways_scroll(page)
    page.get_by_role("link", name="Board").click()
    page.get_by_text("Board is not there for Seven-card stud.").wait_for()


@pytest.mark.whole
def test_omaha_is_asked_for_on_a_flop_and_back(page, site):
    asked = []
    page.on("request", lambda sent: asked.append(sent.url))
    page.goto(f"{site}#/equity?p=AA&p=KK&b=Jh2h3d")
    equal(page, "AA", "KK", board="Jh2h3d")
    assert not [url for url in asked if "omaha" in url]  # which is loaded when it is shown

    page.get_by_label("Game", exact=True).select_option("omaha")
    until(page, "location.hash === '#/equity?game=omaha'")
    page.get_by_label("Player 2", exact=True).fill("KQJT")
    page.get_by_label("Board", exact=True).first.fill("Jh2h3d")
    equal(page, "AAxx$ds", "KQJT", board="Jh2h3d", game="omaha")
    page.get_by_label("Show the range of player 1").click()
    until(page, "document.querySelector('[data-combos]')?.dataset.combos === '864'")
    assert "AA and any 2 others, double-suited" in page.locator(".editor").inner_text()
    accessible(page)

    page.get_by_label("Player 1", exact=True).fill("")
    deck = page.get_by_role("group", name="Cards of player 1")
    for card in ("As", "Ah", "Ks"):
        deck.locator(f'[data-card="{card}"]').click()
    assert deck.locator('[data-card="Jh"]').is_disabled()  # it is on the board
    deck.locator('[data-card="Kh"]').click()
    assert deck.locator('[data-card="2c"]').is_disabled()  # four are a hole
    equal(page, "AsAhKsKh", "KQJT", board="Jh2h3d", game="omaha")

    page.get_by_label("Game", exact=True).select_option("omaha8")  # with the same players
    equal(page, "AsAhKsKh", "KQJT", board="Jh2h3d", game="omaha hi-lo")
    until(page, "document.querySelectorAll('[data-name=low_equity]').length === 2")
    dark(page)
    phone(page)
    until(page, "document.querySelectorAll('[data-name=low_equity]').length === 2")
    no_sideways_scroll(page)
    accessible(page)

    page.get_by_role("link", name="Flops").click()
    page.get_by_role("button", name="Show it for hold'em").click()
    until(page, "location.hash === '#/flops'")
    page.go_back()
    until(page, "location.hash !== '#/flops'")
    page.get_by_label("Game", exact=True).evaluate(  # in one moment, in which no view is drawn
        """list => {
            [...document.querySelectorAll("nav a")].find(a => a.textContent === "Equity").click();
            list.value = "short";
            list.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    equal(page, "AKs,AQs,QQ+", "66+,A9s+", game="short deck")
    assert page.locator(".paint .hand").count() == 81
    until(page, "document.querySelectorAll('.paint .full').length === 5")
    page.locator('.paint [data-hand="66"]').click()
    equal(page, "66,QQ+,AQs+", "66+,A9s+", game="short deck")

    page.goto(f"{site}#/preflop?game=short&show=matchups&hand=KK&villain=AA")
    third = page.get_by_role("grid", name="Equity of KK against AA and each third hand")
    until(page, lambda: third.locator(".hand:not(.blank)").count() == 8)
    assert third.locator(".hand").count() == 81


@pytest.mark.whole
def test_the_holes_of_omaha(page, site, whole_lake):
    page.goto(f"{site}#/preflop?game=omaha")
    page.get_by_label("Ranks").fill("AAxx")
    page.get_by_label("Suits").select_option("ds")
    best = pk.query("omaha_ranking", ranks="AAxx", suits="ds", count=1000, lake=whole_lake)
    best = best.fetchall()
    until(page, lambda: f"{len(best)} of 16,432 holes" in page.locator("main").inner_text())
    page.locator(".tabulator-row").first.click()
    until(page, f"document.querySelector('[data-picked]')?.dataset.picked === '{best[0][1]}'")
    accessible(page)
    page.get_by_role("link", name="All holes").click()
    until(page, "document.querySelector('.picture svg') !== null")
    page.get_by_label("Below it").select_option("ss")
    until(page, "location.hash.endsWith('below=ss')")
    phone(page)
    no_sideways_scroll(page)
    page.get_by_role("link", name="What suits are worth").click()
    until(page, "document.querySelectorAll('.tabulator-row').length === 5")
    accessible(page)
    no_sideways_scroll(page)
    page.get_by_label("Game", exact=True).select_option("omaha5")
    page.get_by_role("link", name="Ranking").click()
    until(page, lambda: "1,000 of 134,459 holes" in page.locator("main").inner_text())
