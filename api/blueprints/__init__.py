"""Blueprints at work: spots of them that are solved again.

Belongs here: results that stand on solutions (``api/solving.py``) and on blueprints.
Does not: training and measuring blueprints (``api/solutions/``).
"""
