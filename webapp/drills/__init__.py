"""Drills: the daily five minutes, the log of what a learner answered, and what it tells."""
