"""Recorded packs: a person's reading of the hundred poems, taken in, checked and kept."""
