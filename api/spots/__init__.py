"""Questions about spots that are solved, before the flop and after it; ``api/`` answers.

What answers is imported when it is asked: commands are made of these modules, and ``--help`` waits
for no library.
"""
