"""The board, its spectators and the match log."""
