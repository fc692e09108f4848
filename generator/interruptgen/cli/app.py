"""The commands -> one application."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interruptgen import __version__
from interruptgen.cli import accept, build, diff, explain, hashes, init, lint, preview, validate
from interruptgen.cli.console import Console

if TYPE_CHECKING:
    from interruptgen.cli.plugins import Plugin

_HELP = """Compile interrupt and tool schemas into typed, hash-exact bindings."""
_EPILOG = """
\b
Start:   interruptgen init, then interruptgen build
In CI:   interruptgen build --check

\b
Exit codes: 0 fine, 1 findings, 2 usage or environment.
"""


_COMMANDS: dict[str, tuple[Callable[..., None], str]] = {
    "init": (init.init, init.EXAMPLES),
    "build": (build.build, build.EXAMPLES),
    "lint": (lint.lint, lint.EXAMPLES),
    "diff": (diff.diff, diff.EXAMPLES),
    "accept": (accept.accept, accept.EXAMPLES),
    "hashes": (hashes.hashes, hashes.EXAMPLES),
    "validate": (validate.validate, validate.EXAMPLES),
    "preview": (preview.preview, preview.EXAMPLES),
    "explain": (explain.explain, explain.EXAMPLES),
}


def make_app(first: str | None = None) -> typer.Typer:
    """Return the application with every command that is installed.

    Where `first`, the first word of the command line, is a command of ours, nobody needs those of
    other packages, and it takes a while to look for them.
    """
    app = typer.Typer(
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help=_HELP, epilog=_EPILOG)(_root)
    for name, (run, examples) in _COMMANDS.items():
        app.command(name, epilog=examples)(run)
    if first not in _COMMANDS:
        for plugin in _plugins():
            if plugin.name not in _COMMANDS:
                _add(app, plugin)
    return app


def _plugins() -> Iterator["Plugin"]:
    from interruptgen.cli.plugins import plugins

    return plugins()


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


def _add(app: typer.Typer, plugin: "Plugin") -> None:
    """Add a command that hands everything after its name on, `--help` included."""

    def run(context: typer.Context) -> None:
        raise typer.Exit(plugin.run(context.args))

    settings: dict[str, Any] = {
        "ignore_unknown_options": True,
        "allow_extra_args": True,
        "help_option_names": [],
    }
    app.command(plugin.name, help=plugin.help, context_settings=settings)(run)
