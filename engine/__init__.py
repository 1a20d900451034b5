"""numpy in, numpy out: the whole game as functions of arrays.

Belongs here: cards, hands, deals, ranges, equity and games, with the kernels that compute them.
Does not: files, SQL, frames or a terminal. The functions stand in the rooms below, each with a face
of its own: ``from pokerlake.engine.hands import class_ids``. Nothing is loaded before it is used.

At the root stands what all rooms need: ``accelerate`` compiles and caches kernels, ``arrays`` makes
their arrays, ``warm_up`` compiles them ahead, ``kept`` keeps tables beside them, ``clock`` leaves
all that out of what a result took, ``threads`` shares out rows, ``given`` reads numbers from
text, and quotes what people gave; and ``coins``, which belongs to no room of cards.
"""
