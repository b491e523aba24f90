"""What the games share, written once.

tricks: following, requests, the table of a trick. auction: ranked bids with hard or soft passes. partner: the secret
partner that a called card makes. kitty: the exchange of many cards at once. ledger: payments that sum to zero.
shedding: the next number on the last, sets of one number. shedding_attack: attack and receipt by kind. drawing: stacks
with effects, open hands, a pot. banking: bets on face-down cards against a banker. unseen: worlds that fit a view.
fishing: cards that catch their equals. kabu: numbers against a banker. bets: stakes on slots as actions. following:
strength where suits are followed. asking: a led joker names a suit. opening: which of two partners leads first.
unfolding: states that only events change.
"""
