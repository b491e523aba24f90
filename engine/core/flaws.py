"""What can be wrong with any JSON document: a code each, whose value is the sentence in English."""

from enum import StrEnum


class Flaw(StrEnum):
    """A fault of a document's form. `{…}` are the parameters, written for people already."""

    NOT_UTF8 = "is not UTF-8 text: byte {byte} does not fit"
    NOT_JSON = "is not JSON: {what} at line {line}, column {column}"
    NOT_A_NUMBER = "is not JSON: {name} is no number"
    TOO_DEEP = "is nested too deeply"
    TOO_MANY_DIGITS = "holds a number with thousands of digits"
    TOO_LARGE = "holds a number beyond all bounds: {number}"
    HALF_CHARACTER = "holds half a character in the text {text}"
    KEY_TWICE = "has an object in which the key {key} comes twice"
    MISSING = "is missing"
    OBJECT_WANTED = "an object is wanted here, not {found}"
    LIST_WANTED = "a list is wanted here, not {found}"
    LIST_OF_WANTED = "a list of {count} is wanted here, not {found}"
    TEXT_WANTED = "a text is wanted here, not {found}"
    NUMBER_WANTED = "{what} from {low} to {high} is wanted here, not {found}"
    TRUTH_WANTED = "true or false is wanted here, not {found}"
    CHOICE_WANTED = "{allowed} is wanted here, not {found}"
