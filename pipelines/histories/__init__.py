"""Hands that were played, from files of hand histories to the tables of the lake."""
