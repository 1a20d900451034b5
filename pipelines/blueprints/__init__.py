"""Blueprints: trained deal by deal, kept when stopped, and added to a lake.

Belongs here: what is asked, training until it is over, and its rows.
Does not: how a deal is walked (``engine/blueprint``).
"""
