"""Answers about games that were learned: runs, and the strategies that they came to."""
