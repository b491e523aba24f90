"""The rules of the games: pure state, events and views. Chance, time and storage are passed in."""
