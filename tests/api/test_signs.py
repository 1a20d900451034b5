"""Cards with the signs of suits, as pages and phones write them, at every door."""

import numpy as np
import pyarrow as pa
import pytest
from typer.testing import CliRunner

import pokerlake as pk
from pokerlake.cli import app
from pokerlake.queries.connection import connect


@pytest.fixture(params=["", "\ufe0e", "\ufe0f"], ids=["plain", "text", "picture"])
def signed(request):
    """Puts signs in place of the letters of a text."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    return lambda text: text.translate(
        str.maketrans({letter: sign + request.param for letter, sign in signs.items()})
    )


def test_python(signed):
    assert pk.parse_cards(signed("As10hKd2c")).tolist() == pk.parse_cards("As10hKd2c").tolist()
    hands = ["AsKsQsJsTs", "7c5d4h3s2c"] * 20
    given = [signed(hand) for hand in hands]
    wanted = np.asarray(pk.evaluate(hands))
    for column in (given, np.array(given), pa.array(given), pa.array(given, pa.large_string())):
        assert (np.asarray(pk.evaluate(column)) == wanted).all()
    found = pk.equity(signed("AhKh"), signed("QsQc"), board=signed("Jh2h3d"), dead=signed("7c"))
    assert (
        found.equity.tolist()
        == pk.equity("AhKh", "QsQc", board="Jh2h3d", dead="7c").equity.tolist()
    )
    many = pk.equities([signed("AhKh")] * 3, [signed("QsQc")] * 3, board=[signed("Jh2h3d")] * 3)
    assert (
        many.equity.tolist()
        == pk.equities(["AhKh"] * 3, ["QsQc"] * 3, board=["Jh2h3d"] * 3).equity.tolist()
    )
    found = pk.strength(signed("AhQh"), signed("3h4sJh")).to_arrow()
    assert found["ehs"].to_pylist() == pk.strength("AhQh", "3h4sJh").to_arrow()["ehs"].to_pylist()


def test_ranges(signed):
    assert pk.Range(signed("AhKh,QsQc:0.5,TT+")) == pk.Range("AhKh,QsQc:0.5,TT+")
    holes = pk.OmahaRange(signed("AsAhKsKh,QcQdJcTd"))
    assert holes == pk.OmahaRange("AsAhKsKh,QcQdJcTd")


def test_sql(signed, lake):
    with connect(lake) as connection:
        for call in (
            "class_of('{}')", "class_of('{}', '{}')", "cards('{}')", "equity('{}', '{}')",
            "board_id('{}')",
        ):  # fmt: skip
            texts = ["3h4sJhKd2c", "AhQh"]
            if call.startswith("equity"):
                texts = ["AhKh", "QsQc"]
            if call.startswith("board_id"):
                texts = ["3h4sJh"]
            wanted = connection.sql(f"select {call.format(*texts)}").fetchall()
            found = connection.sql(f"select {call.format(*map(signed, texts))}").fetchall()
            assert found == wanted


def test_commands(signed):
    def out(*words):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert ",1,1,royal flush," in out("evaluate", signed("AsKsQsJsTs"), "-f", "csv")
    wanted = out("range", "expand", "AhKh", "-f", "csv")
    assert out("range", "expand", signed("AhKh"), "-f", "csv") == wanted


def test_a_sign_behind_two_ranks_is_no_kind():
    """``AK♠`` is not ``AKs``, which is suited in any suit."""
    for text in ("AK♠", "AK♥", "A♠K"):
        with pytest.raises(pk.RangeError):
            pk.Range(text)
