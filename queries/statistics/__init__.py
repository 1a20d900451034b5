"""Statistics of players over imported hands: any filter, any group, each with its error."""
