"""The console command `pipeline`, and `python -m pipeline`.

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
    from pipeline.cli import app
    from pipeline.commands.arguments import each_input

    app(each_input(arguments))


def main() -> None:
    """Entry point of the console command."""
    run_app(_run, ends=True)


if __name__ == "__main__":
    main()
