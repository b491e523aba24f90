"""The rule-of-thumb player of a game: what a careful beginner does. Easy level, and playouts for stronger bots."""

from importlib import import_module
from typing import Any, Final

from engine.bots.bot import AnyBot
from engine.core.game import Game

_MODULES: Final = {
    "ao_kammuri": "engine.bots.thumbs.ao_kammuri:AoKammuriThumb",
    "ginko": "engine.bots.thumbs.banking:BankingThumb",
    "ginkoya": "engine.bots.thumbs.banking:BankingThumb",
    "hachinin_meri": "engine.bots.thumbs.hachinin_meri:MeriThumb",
    "judan": "engine.bots.thumbs.fishing:FishingThumb",
    "kakeya": "engine.bots.thumbs.kakeya:KakeyaThumb",
    "kakkuri": "engine.bots.thumbs.kakkuri:KakkuriThumb",
    "kan": "engine.bots.thumbs.kan:KanThumb",
    "kyo_kabu": "engine.bots.thumbs.kabu:KabuThumb",
    "mekuri": "engine.bots.thumbs.fishing:FishingThumb",
    "mighty": "engine.bots.thumbs.mighty:MightyThumb",
    "mutsu_ichi": "engine.bots.thumbs.mutsu_ichi:MutsuIchiThumb",
    "napoleon": "engine.bots.thumbs.napoleon:NapoleonThumb",
    "oicho_kabu": "engine.bots.thumbs.kabu:KabuThumb",
    "shirinma": "engine.bots.thumbs.shirinma:ShirinmaThumb",
    "yomi": "engine.bots.thumbs.yomi:YomiThumb",
}


def thumb(game: Game[Any]) -> AnyBot:
    """Return the rule-of-thumb player of a game. Raises LookupError for a game that has none."""
    place = _MODULES.get(game.id)
    if place is None:
        raise LookupError(f"{game.id} has no rule-of-thumb player")
    module, _, name = place.partition(":")
    bot: AnyBot = getattr(import_module(module), name)(game)
    return bot
