"""Practice: who is there, who plays whom in each round, and what came of it."""
