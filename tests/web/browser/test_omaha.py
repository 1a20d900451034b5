"""The game switch in a browser: Omaha asked for, its rankings, and back to hold'em."""

import pokerlake as pk
from helpers.browser import accessible, dark, no_sideways_scroll, phone, until


def shown(page):
    """The equities that the page shows, as numbers."""
    script = "[...document.querySelectorAll('[data-equity]')].map((cell) => +cell.dataset.equity)"
    return page.evaluate(script)


def equal(page, *players, **situation):
    """Whether the page shows, by and by, what the engine has of these players."""
    wanted = pk.equity(*players, method="exact", **situation).equity.tolist()
    until(page, lambda: shown(page) == wanted)


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
    page.get_by_role("link", name="Equity", exact=True).click()
    until(page, "location.hash.startsWith('#/equity')")
    page.get_by_label("Game", exact=True).select_option("short")
    equal(page, "AKs,AQs,QQ+", "66+,A9s+", game="short deck")
    assert page.locator(".paint .hand").count() == 81
    until(page, "document.querySelectorAll('.paint .full').length === 5")
    page.locator('.paint [data-hand="66"]').click()
    equal(page, "66,QQ+,AQs+", "66+,A9s+", game="short deck")

    page.goto(f"{site}#/preflop?game=short&show=matchups&hand=KK&villain=AA")
    third = page.get_by_role("grid", name="Equity of KK against AA and each third hand")
    until(page, lambda: third.locator(".hand:not(.blank)").count() == 8)
    assert third.locator(".hand").count() == 81


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
