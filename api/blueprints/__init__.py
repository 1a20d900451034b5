"""Blueprints at work: their spots, solved again.

Belongs here: results that build on solutions (``api/solving.py``) and on blueprints.
Does not: training and measuring blueprints (``api/solutions/``).
"""
