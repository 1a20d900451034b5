"""numpy in, numpy out: the whole game as functions of arrays.

Belongs here: cards, hands, deals, ranges, equity and games, with the kernels that compute them.
Does not: files, SQL, frames or a terminal. The functions stand in the rooms below. Those that name
some load nothing before it is used: ``from pokerlake.engine.hands import class_ids``.

At the root stands what all rooms need: ``accelerate`` compiles and caches kernels, ``arrays`` makes
their arrays, ``warm_up`` compiles them ahead, ``clock`` leaves
all that out of what a result took, ``threads`` shares out rows, ``given`` reads numbers from
text, and quotes what people gave; and ``coins``, which belongs to no room of cards.
"""
