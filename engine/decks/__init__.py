"""The packs of cards: every deck that the games use, and the regional ones, made by factories."""
