"""The words of the engine's figures in the reader's language: exercises, skills, mistakes, grades, lines of charts.

The engine names things by short words of its own, which are what its files hold; here they get a sentence each.
"""

import re
from collections.abc import Callable, Mapping

from flask_babel import gettext as _

from engine.training.exercises.memorising import Half
from engine.training.exercises.reaction import Instruction
from engine.training.grading import Reason
from engine.training.items import Skill
from engine.training.pairs import SoundClass
from engine.training.progress import Way
from engine.training.trial import DeviceClass, ErrorKind, Exercise, Grade, Trial
from webapp.drills.corrections import NOT_ME, SLIPPED


def exercise_name(exercise: Exercise) -> str:
    """Return what an exercise is called."""
    words: dict[Exercise, str] = {
        Exercise.FUDANAGASHI: _("Face → kimari-ji"),
        Exercise.SOUND: _("Sound → card"),
        Exercise.CONTRAST: _("Contrast"),
        Exercise.REACTION: _("Go or stay"),
        Exercise.KIMARIJI_NOW: _("Kimari-ji now"),
        Exercise.NAKAMAWAKE: _("How many are left"),
        Exercise.MEMORISING: _("Memorise the mat"),
        Exercise.UPDATING: _("Keep up with the mat"),
        Exercise.FULL_MAT: _("The whole mat"),
        Exercise.HARAI: _("Real cards"),
        Exercise.ENDGAME: _("The last cards"),
        Exercise.NUKIFUDA: _("Reading list"),
        Exercise.GHOST: _("Ghost match"),
        Exercise.POEM: _("The poems themselves"),
        Exercise.LAYING: _("Lay my cards"),
        Exercise.WARM_UP: _("Warm-up"),
        Exercise.MATCH: _("Match"),
    }
    return words.get(exercise, exercise.value)


def skill_name(skill: Skill) -> str:
    """Return what a skill is."""
    words: dict[Skill, str] = {
        Skill.FACE: _("by its face"),
        Skill.SOUND: _("by its sound"),
        Skill.CURRENT: _("its kimari-ji now"),
        Skill.PLACE: _("by its place"),
    }
    return words[skill]


def way_words(way: Way, number: int = 0) -> str:
    """Return how times were taken; `number` tells several devices of one kind apart, 0 where there is one."""
    device = f"{device_words(way.device)} {number}" if number else device_words(way.device)
    return str(
        _("With sound: %(device)s", device=device)
        if way.heard
        else _("In silence: %(device)s", device=device)
    )


def device_words(device: DeviceClass) -> str:
    """Return what was answered on."""
    words: dict[DeviceClass, str] = {
        DeviceClass.PHONE: _("phone"),
        DeviceClass.TABLET: _("tablet"),
        DeviceClass.COMPUTER: _("computer"),
        DeviceClass.OTHER: _("other device"),
    }
    return words[device]


def error_words(kind: ErrorKind) -> str:
    """Return what was wrong with an answer."""
    words: dict[ErrorKind, str] = {
        ErrorKind.LOOK_ALIKE_SOUND: _("a card that begins alike"),
        ErrorKind.LOOK_ALIKE_FACE: _("a card that looks alike"),
        ErrorKind.OTHER_CARD: _("another card"),
        ErrorKind.WRONG_SIDE: _("the wrong side"),
        ErrorKind.KARAFUDA: _("a dead card was read"),
        ErrorKind.EARLY: _("too early"),
        ErrorKind.TOO_LONG: _("too long: a change was missed"),
        ErrorKind.TOO_SHORT: _("too short: it would be a foul"),
        ErrorKind.OLD_PLACE: _("where it lay before"),
        ErrorKind.WRONG_PLACE: _("the wrong place"),
        ErrorKind.MISSED: _("not taken"),
        ErrorKind.FALSE_ALARM: _("should have stayed"),
        ErrorKind.NO_ANSWER: _("no answer"),
        ErrorKind.OTHER: _("wrong"),
    }
    return words[kind]


def grade_name(grade: Grade) -> str:
    """Return a grade as people say it."""
    words: dict[Grade, str] = {
        Grade.AGAIN: _("again"),
        Grade.HARD: _("hard"),
        Grade.GOOD: _("good"),
        Grade.EASY: _("easy"),
    }
    return words[grade]


def reason_words(reason: Reason) -> str:
    """Return why a trial got its grade, or none."""
    words: dict[Reason, str] = {
        Reason.INTERRUPTED: _("interrupted, so it does not count"),
        Reason.ANTICIPATED: _("before the sound could tell, so it does not count"),
        Reason.NOT_JUDGED: _("not judged"),
        Reason.WRONG: _("wrong"),
        Reason.NO_ANSWER: _("no answer"),
        Reason.HINT: _("with help"),
        Reason.TOUCHED_ANOTHER: _("another card was touched first"),
        Reason.OVER_LIMIT: _("right, over 2.5 s"),
        Reason.SLOW_FOR_YOU: _("right, slower than you mostly are"),
        Reason.IN_BETWEEN: _("right"),
        Reason.FAST: _("right, and fast"),
    }
    return words[reason]


def graded_words(trial: Trial) -> str:
    """Return a trial's grade with its reason; empty for one that has neither."""
    reasons = tuple(Reason)
    why = reason_words(Reason(trial.grade_reason)) if trial.grade_reason in reasons else ""
    if trial.grade is None:
        return why
    name = grade_name(trial.grade)
    return str(_("%(grade)s: %(reason)s", grade=name, reason=why)) if why else name


def voided_words(reason: str) -> str:
    """Return why an answer was taken out of the count; another reason than the pages' own stays as it is."""
    words: dict[str, str] = {NOT_ME: _("somebody else"), SLIPPED: _("a slip of the finger")}
    return words.get(reason, reason)


def half_name(half: Half) -> str:
    """Return whose half of the field it is."""
    words: dict[Half, str] = {
        Half.OWN: _("own half"),
        Half.OPPONENT: _("opponent's half"),
        Half.AWAY: _("dead cards"),
    }
    return words[half]


def sure_names() -> dict[int, str]:
    """Return what one says of an answer, from 1, a guess, to 4."""
    return {1: _("a guess"), 2: _("unsure"), 3: _("fairly sure"), 4: _("sure")}


def instruction_name(instruction: Instruction) -> str:
    """Return how speed was to be weighed against faults."""
    words: dict[Instruction, str] = {
        Instruction.SAFE: _("safe"),
        Instruction.NORMAL: _("as usual"),
        Instruction.ATTACK: _("attack"),
    }
    return words[instruction]


def sound_name(name: SoundClass) -> str:
    """Return what must be heard to tell two kana apart."""
    words: dict[SoundClass, str] = {
        SoundClass.VOWEL: _("vowels"),
        SoundClass.FRICATIVES: _("s, f, h"),
        SoundClass.K_AND_G: _("k, g"),
        SoundClass.NASALS: _("n, m"),
        SoundClass.LIQUID: _("r"),
        SoundClass.OTHER: _("other sounds"),
    }
    return words[name]


def about(text: str) -> str:
    """Return what a line of a chart is about; what is no word of the engine's (a day, a pair) stays as it is."""
    for pattern, say in _PATTERNS.items():
        found = pattern.fullmatch(text)
        if found is not None:
            return str(say(*found.groups()))
    head, _blank, voice = text.partition(" ")
    if head in tuple(SoundClass):
        return f"{sound_name(SoundClass(head))} {voice}".strip()
    return text


_PATTERNS: Mapping[re.Pattern[str], Callable[..., str]] = {
    re.compile("too_long"): lambda: _("too long"),
    re.compile("too_short"): lambda: _("too short"),
    re.compile("own"): lambda: half_name(Half.OWN),
    re.compile("opponent"): lambda: half_name(Half.OPPONENT),
    re.compile(r"([\d.]+) min"): lambda minutes: _("after %(minutes)s min", minutes=minutes),
    re.compile(r"([\d+-]+) events"): lambda events: _("%(events)s moves ago", events=events),
    re.compile(r"(\d) kana"): lambda kana: _("%(length)s kana", length=kana),
    re.compile(r"reads ([\d-]+)"): lambda reads: _("reads %(reads)s", reads=reads),
    re.compile(r"sure ([1-4])"): lambda sure: sure_names()[int(sure)],
    re.compile(r"lap (\d+)"): lambda lap: _("lap %(number)s", number=lap),
    re.compile("0 laps"): lambda: _("no lap marked"),
    re.compile(r"([\d+-]+) laps"): lambda laps: _("%(laps)s laps marked", laps=laps),
    re.compile("recalled 1"): lambda: _("recalled first"),
    re.compile("recalled 2"): lambda: _("then"),
    re.compile("recalled 3"): lambda: _("recalled last"),
    re.compile("match"): lambda: _("matches"),
    re.compile("drill"): lambda: _("whole mat in drills"),
}
