"""Answers about five-card draw: discards and duels; and about change in coins."""
