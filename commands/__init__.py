"""The verbs of the command line: each parses, calls and prints.

Belongs here: options, help, progress bars, and one-line errors.
Does not: anything that another program would want to call.
"""
