"""Lines of samples in forms that few files have: what they give is the same."""

from . import other_sites, sites

# Other forms of lines of a sample, which give the same.
SAME = (
    (sites.POKERSTARS, {"PokerStars Hand": "BetOnline Hand"}),
    (sites.POKERSTARS, {"small & big blinds $3": "small & big blind $3"}),
    (sites.WPN, {"Ann straddles $4.00": "Ann straddle $4.00"}),
    (sites.WPN, {"and won $23.50": "and won $23.50, mucked"}),
    (sites.PARTYPOKER, {"Cy ( $40 USD )": "Cy ( $1'040 USD )"}),
    (sites.PARTYPOKER_2026, {"Cy ($30)": "Cy ($1.03K)", "balance $48.10": "balance $1'048.10"}),
    (sites.BOVADA, {"Total Pot($40.50)": "Total Pot($40.50) | Rake ($2)"}),
    (sites.KINGSCLUB, {"'Kappa' Seat 1 is": "'Kappa' 6-max Seat #1 is"}),
    (other_sites.UNIBET, {" folds": ": folds", "Ann raises": "Ann: raises", "b calls": "b: calls"}),
    (
        other_sites.UNIBET,
        {"Ann posts small": "Ann: posts small", "Bob posts big": "Bob: posts big"},
    ),
    (other_sites.UNIBET, {"Ann wins €10\n": ""}),
    (
        other_sites.FULL_TILT,
        {
            "Cy wins pot 1 ($23) with a straight\n": "",
            "Ann wins pot 2 ($23) with three of a kind, Aces\n": "",
        },
    ),
    (other_sites.ONGAME, {"($40)": "($40 in chips)", " [all in]": " and is all-in"}),
    (
        other_sites.ONGAME,
        {"Cy posts dead blind ($1)\nCy posts big blind ($2)": "Cy posts small & big blind ( $3)"},
    ),
    (other_sites.POKERTRACKER, {"Ann: wins": "Ann: collects"}),
    (other_sites.IPOKER, {"NL €1/€2": "NL 1/2"}),
    (other_sites.OHH, {'{"ohh"': '{"id": "a", "n": 1, "ohh"', "Dealt Cards": "Dealt Card"}),
)
