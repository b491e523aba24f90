"""Where `naniwazu` and `python -m webapp` begin: whoever stops it while its modules are still loaded gets one line."""

import sys


def main() -> None:
    """Load the commands and run the one that is asked for.

    Ctrl+C ends it with 130 and one line, as `webapp.stopping` has it later. A `kill` needs nothing here: there is
    nothing to clear away yet, and the system ends the program.
    """
    try:
        from webapp.cli import main as command  # noqa: PLC0415 - this takes long enough to be stopped in it

        command()
    except KeyboardInterrupt:
        sys.stderr.write("naniwazu: stopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
