"""The verbs of the command line that come in groups, and what all verbs are made of."""
