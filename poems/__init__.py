"""The anthology: the 100 poems and the opener, their kimari-ji and their sets. Knows nothing but its own data."""
