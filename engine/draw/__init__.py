"""Five-card draw: exchanges, duels and opening hands; and change in coins, of the same document."""
