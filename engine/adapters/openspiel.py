"""Every game with all its options as an OpenSpiel game: `naniwazu_napoleon(players=4,joker=weak)` and so on.

Needs `pip install naniwazu[peers]`. `register` makes the games known to `pyspiel.load_game`.

- Parameters are the game's options under their names. OpenSpiel has no null: it is -1 among numbers and `none` among
  words. Two more: `dealer`, and `stop_after`, the hands to play (one; sooner where the session is over).
- Chance is explicit: a pack is shuffled by drawing it card by card, so a state is its history and needs no generator.
  Cards alike are one outcome with the chance of all of them.
- Actions are those of the game, and their strings those of its records.
- An information state is all that the seat was told, an observation what it sees now, both as JSON; nothing else of
  the state is looked at. The tensor is `engine.adapters.features` of the same view.
- Returns are the seats' scores, paid at the end. A hand for which too many packs are thrown in ends as it stands, so
  that every game is finite (`engine.adapters.session.PACKS`).
"""

from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from engine.adapters.features import features, pieces
from engine.adapters.session import Session, Setting
from engine.core.game import Game
from engine.core.options import OptionValue, Values
from engine.games import ENTRIES, Entry, load, make

PREFIX: Final = "naniwazu_"
DEALER, STOP_AFTER = "dealer", "stop_after"
NO_NUMBER, NO_WORD = -1, "none"
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

Parameters = dict[str, Any]


def register() -> tuple[str, ...]:
    """Make every game known to OpenSpiel, once, and return their short names."""
    known = set(pyspiel.registered_names())
    for entry in ENTRIES.values():
        if PREFIX + entry.id not in known:
            pyspiel.register_game(_game_type(entry, make(entry.id)), _maker(entry))
    return tuple(PREFIX + game for game in ENTRIES)


def loaded(text: str) -> "OpenSpielGame":
    """Return the game that OpenSpiel writes so, registered or not."""
    register()
    game: OpenSpielGame = pyspiel.load_game(text)
    return game


def _maker(entry: Entry) -> type["OpenSpielGame"]:
    """Return the class of one game.

    OpenSpiel lets go of it after Python has ended. A class outlives that, other callables abort the process.
    """
    return type(f"Naniwazu_{entry.id}", (OpenSpielGame,), {"entry": entry})


def parameters_of(game: str, options: dict[str, OptionValue]) -> Parameters:
    """Return options as OpenSpiel's parameters."""
    values = load(game).options_type.values()
    return {name: _parameter(values[name], value) for name, value in options.items()}


def options_of(game: str, parameters: Parameters) -> dict[str, OptionValue]:
    """Return the options among OpenSpiel's parameters."""
    values = load(game).options_type.values()
    return {name: _option(values[name], value) for name, value in parameters.items() if name in values}


def _parameter(values: Values, value: OptionValue) -> OptionValue:
    if value is not None:
        return value
    return NO_WORD if values.low is None else NO_NUMBER


def _option(values: Values, parameter: OptionValue) -> OptionValue:
    absent = NO_WORD if values.low is None else NO_NUMBER
    return None if None in values.listed and parameter == absent else parameter


def _game_type(entry: Entry, game: Game[Any]) -> Any:
    chance, utility = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
    shuffled = game.new().wants() is not None
    return pyspiel.GameType(
        short_name=PREFIX + entry.id,
        long_name=entry.english,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if shuffled else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if game.hand_sum == 0 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(entry.players),
        min_num_players=min(entry.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_defaults(entry.id),
    )


def _defaults(game: str) -> Parameters:
    usual = load(game).options_type().all()
    return {**parameters_of(game, usual), DEALER: 0, STOP_AFTER: 1}


def _game_info(setting: Setting) -> Any:
    game, (low, high) = setting.game, setting.bounds
    return pyspiel.GameInfo(
        num_distinct_actions=game.action_count,
        max_chance_outcomes=0 if game.new().wants() is None else game.deck.mask.bit_length(),
        num_players=game.seats,
        min_utility=float(low),
        max_utility=float(high),
        utility_sum=0.0 if game.hand_sum == 0 else None,
        max_game_length=setting.longest,
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """One of our games with its options. Raises OptionError for options that do not go together."""

    entry: ClassVar[Entry]

    def __init__(self, parameters: Parameters | None = None) -> None:
        entry = self.entry
        usual = _defaults(entry.id)
        given = {**usual, **(parameters or {})}
        game = make(entry.id, options_of(entry.id, given))
        if given[DEALER] not in range(game.seats):
            raise ValueError(f"dealer {given[DEALER]}: the seats are 0 to {game.seats - 1}")
        if given[STOP_AFTER] < 1:
            raise ValueError(f"stop_after {given[STOP_AFTER]}: play one hand or more")
        self.setting = Setting(game, given[DEALER], given[STOP_AFTER])
        changed = {name: value for name, value in given.items() if value != usual[name]}
        super().__init__(_game_type(entry, game), _game_info(self.setting), changed)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (str(self),)

    def new_initial_state(self) -> "OpenSpielState":
        """Return a state before the first card is drawn."""
        return OpenSpielState(self)

    def make_py_observer(self, kind: Any = None, params: Parameters | None = None) -> "Observer":
        """Return what looks at states for a seat. Raises ValueError for kinds that there are not."""
        return Observer(self.setting.game, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state; all of it is in `session`."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.session = Session(game.setting)

    def current_player(self) -> int:
        """Return the seat to act, or that chance acts, or that it is over."""
        if self.session.over:
            return TERMINAL
        seat = self.session.seat
        return CHANCE if seat is None else seat

    def is_terminal(self) -> bool:
        """Say whether it is over."""
        return self.session.over

    def returns(self) -> list[float]:
        """Return the seats' scores at the end, nothing before."""
        game = self.session.setting.game
        return list(map(float, self.session.state.scores())) if self.session.over else [0.0] * game.seats

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be drawn next."""
        return self.session.outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.session.legal())

    def _apply_action(self, action: int) -> None:
        self.session.move(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.session.said(action, chance=player == CHANCE)

    def __str__(self) -> str:
        return str(self.session)


class Observer:
    """Looks at states as OpenSpiel asks: what was told or what is seen, by a seat or by a spectator."""

    def __init__(self, game: Game[Any], kind: Any, params: Parameters | None) -> None:
        if params:
            raise ValueError(f"observations take no parameters; these were given: {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees what all seats see")
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.perfect_recall and not kind.public_info:
            raise ValueError("what a seat was told is not parted into public and private")
        self.public, self.recall = kind.public_info, kind.perfect_recall
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if not self.recall:
            self._lay_out(game)

    def _lay_out(self, game: Game[Any]) -> None:
        parts = pieces(game)
        self.tensor = np.zeros(sum(piece.size for piece in parts), np.float32)
        at = 0
        for piece in parts:
            self.dict[piece.name] = self.tensor[at : at + piece.size]
            at += piece.size

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with what is seen in a state."""
        if self.recall:
            return
        session = state.session
        self.tensor[:] = features(session.setting.game, session.view(player if self.private else None))

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return it as text."""
        session, viewer = state.session, player if self.private else None
        if self.recall:
            return session.feed(viewer)
        return session.seen(viewer) if self.public or viewer is None else session.private(viewer)
