"""Before the flop: rankings, match-ups, income rates, and push or fold.

Belongs here: what is looked up of the 169 hands, spots of push or fold, and what chips are worth.
Does not: equity of ranges (``showdowns/``), and spots after the flop (``solutions/``).
"""
