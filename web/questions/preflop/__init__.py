"""Before the flop: rankings, match-ups, income rates, and push or fold.

Belongs here: tables of the 169 hands, spots of push or fold, and the worth of chips.
Does not: equity of ranges (``showdowns/``), and spots after the flop (``solutions/``).
"""
