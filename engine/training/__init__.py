"""Training: what a player knows, how fast they are, what to practise next. All of it is a fold over their trials.

Knowing and being fast are two things. A poem × a skill (`items`) is scheduled by FSRS (`schedule`); speed and mix-ups
have models of their own (`speed`, `confusion`), from which each day's sets are made (`sets`, `daily`). Nothing here
reads a clock: times, the club's zone and chance are passed in. `docs/training.md` has the map.
"""
