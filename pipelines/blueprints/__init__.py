"""Blueprints: trained deal by deal, saved when stopped, and added to a lake.

Belongs here: requests, the training loop, and rows.
Does not: the walk through a deal (``engine/blueprint``).
"""
