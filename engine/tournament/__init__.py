"""Tournaments and practice: draws, brackets, leagues, teams, standings, promotion, pairing.

From the ground up, one idea a file:

- `entrant` who enters; `edge` two ids as a key; `outcome` how a match ended; `refused` how the desk says no;
- `tree` the places of a single elimination; `halves` a field cut evenly; `meetings` who could meet, and the bound;
- `admission` who plays where too many enter;
- `draw` the whole tree, `redraw` one round by itself, `parts` a field spread over blocks;
- `events` what happened in a bracket; `bracket` its fold; `desk` what may be entered; `late` where late entries can
  come in; `changes` what a correction leads to; `placing` who came where;
- `league`, `teams`, `best_of` the same for leagues, team matches and titles; `standings` tables and tie-breaks;
- `matching` pairs at the least cost; `practice` rounds of practice and their reasons; `division` cards of a round;
- `promotion` dan and points by the rules of the time; `rating` Elo from the log; `codec` events as JSON.

The rules are in docs/rules/tournaments.md, cited by section. Everybody is known by an id; names are for pages.
"""
