"""Competitive karuta: the field, the settlement of a read, the match and its record.

From the ground up, one idea a file:

- `player` the two players and pairs of things; `field` slots and layouts; `read` the facts of one read;
- `rulesets` both rulesets and every option; `settlement` what follows from a read: fouls, claims, sends;
- `events` what happened in a match, `codec` as JSON; `fold` turns them into a `state`, `history` says which count;
- `commands` what a table can ask for; `match` decides: `decide(state, command)` gives events or raises `Refused`;
- `outcome` what each read came to; `preview` and `explain` what would follow and why, as codes that a page translates;
- `record` and `replay` the match record `naniwazu-match/1` and its answer.

`position` and `tally` are the mutable insides of a fold, `checks` what the rules refuse.

The rules are in docs/rules/karuta.md, cited by section. Sets of cards are bit masks: bit n is poem n.
"""
