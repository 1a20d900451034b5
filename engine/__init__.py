"""numpy in, numpy out: the whole game as functions of arrays.

Belongs here: cards, hands, deals, ranges, equity and games, with the kernels that compute them.
Does not: files, SQL, frames or a terminal. The functions stand in the rooms below. A room loads a
function when it is first used: ``from pokerlake.engine.hands import class_ids``.

The root has what all rooms need: ``accelerate`` compiles kernels, ``kernel_cache`` keeps their
machine code, ``warm_up`` compiles them ahead, ``clock`` leaves all that out of the seconds of a
result, ``threads`` shares rows out, and ``given`` reads numbers from user input and quotes it in
messages. ``coins`` is here because it belongs to no room of cards.
"""
