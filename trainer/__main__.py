"""The console command `trainer`, and `python -m trainer`.

Ctrl-C may come at any moment, so only the code that handles it is imported outside the `try`.
"""

import sys

try:
    from schemas.address_space import require_address_space
    from schemas.errors import run_app
except KeyboardInterrupt:
    print("Interrupted before any work began.", file=sys.stderr)
    sys.exit(130)


def _run(arguments: list[str]) -> None:
    require_address_space(arguments)
    from trainer.cli import app

    app(arguments)


def main() -> None:
    """Entry point of the console command."""
    run_app(_run, ends=True)


if __name__ == "__main__":
    main()
