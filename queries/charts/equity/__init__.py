"""Pictures of equity: card by card, and hole by hole.

Belongs here: pictures of two to ten players who hold hands or ranges.
Does not: strength against one random opponent (``boards/``).
"""
