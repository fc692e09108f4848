"""The commands -> one application."""

from typing import Annotated, Any

import typer

from interruptgen import __version__
from interruptgen.cli import build, explain, hashes, init, lint, validate
from interruptgen.cli.console import Console
from interruptgen.cli.plugins import Plugin, plugins

_HELP = """Compile interrupt and tool schemas into typed, hash-exact bindings."""
_EPILOG = """
\b
Start:   interruptgen init, then interruptgen build
In CI:   interruptgen build --check

\b
Exit codes: 0 fine, 1 findings, 2 usage or environment.
"""


def make_app() -> typer.Typer:
    """Return the application with every command that is installed."""
    app = typer.Typer(
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help=_HELP, epilog=_EPILOG)(_root)
    app.command("init", epilog=init.EXAMPLES)(init.init)
    app.command("build", epilog=build.EXAMPLES)(build.build)
    app.command("lint", epilog=lint.EXAMPLES)(lint.lint)
    app.command("hashes", epilog=hashes.EXAMPLES)(hashes.hashes)
    app.command("validate", epilog=validate.EXAMPLES)(validate.validate)
    app.command("explain", epilog=explain.EXAMPLES)(explain.explain)
    for plugin in plugins():
        _add(app, plugin)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        Console().out(f"interruptgen {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Take the options that come before a command; all of them act while they are read."""
    del version


def _add(app: typer.Typer, plugin: Plugin) -> None:
    """Add a command that hands everything after its name on, `--help` included."""

    def run(context: typer.Context) -> None:
        raise typer.Exit(plugin.run(context.args))

    settings: dict[str, Any] = {
        "ignore_unknown_options": True,
        "allow_extra_args": True,
        "help_option_names": [],
    }
    app.command(plugin.name, help=plugin.help, context_settings=settings)(run)
