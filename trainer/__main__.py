"""The console command `trainer`, and `python -m trainer`.

Only what deals with an interruption is imported before that may come.
"""

import sys

try:
    from schemas.errors import run_app
    from trainer import RESUME
except KeyboardInterrupt:
    print("Interrupted before anything was begun.", file=sys.stderr)
    sys.exit(130)


def _run(arguments: list[str]) -> None:
    from trainer.cli import app

    app(arguments)


def main() -> None:
    """Entry point of the console command."""
    run_app(_run, resume=RESUME)


if __name__ == "__main__":
    main()
