"""A card game at the terminal: the session, the board, what is told and what is asked."""
