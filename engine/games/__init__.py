"""Small games, described once in plain Python, and how they are learned and solved."""
