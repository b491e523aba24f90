"""Tournaments: files of entries and results, and everything from the first entry to the last place.

- `rules` how a class is played; `log` its stored events and their fold; `people` who entered, who waits, their names;
- `contests` a class with all that belongs to it, loaded; `fixtures` every match of it, whatever the format;
  `objections` why something cannot be done; `refusals` that in words;
- `setup`, `entering`, `drawing`, `running`, `correcting`, `boards`, `hall` the use cases;
- `bracket_view`, `league_view`, `apart`, `placings`, `export` pure views, for pages, prints and files.
"""
