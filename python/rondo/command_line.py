# SPDX-License-Identifier: Apache-2.0
"""Command lines by typer: an annotated function is a command's interface, and an error is one line in Rondo's form."""

from collections.abc import Callable, Collection
from typing import Any

import click
import typer

from .screen import complain

kUsageStatus = 2
kMost = 1024  # of threads, rounds and the like

# For a command that runs a program: options that stand behind the program's name are the program's own.
kTakesProgram = {"context_settings": {"allow_interspersed_args": False}, "options_metavar": "[OPTIONS] --"}
kProgram = typer.Argument(None, metavar="PROGRAM [ARGS...]", show_default=False, help="What to run, with its options.")
kProgramThreads = typer.Option(None, "-n", "--threads", metavar="N", show_default=False,
                               help="Threads of a parallel region (as for `rondo run`).")


def with_value(arguments: list[str], option: str, value: str) -> list[str]:
    """For an option that may stand without its value, in front of `--`."""
    end = arguments.index("--") if "--" in arguments else 0
    return [f"{option}={value}" if word == option else word for word in arguments[:end]] + arguments[end:]


def execute(function: Callable[..., int], name: str, arguments: list[str], **settings: Any) -> int:
    """Calls `function`; `settings` are those of a command of typer."""
    context = {"help_option_names": ["-h", "--help"], "max_content_width": 1000, **settings.pop("context_settings", {})}
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(context_settings=context, **settings)(function)
    command = typer.main.get_command(app)
    try:
        with command.make_context(name, [*arguments]) as found:
            return int(command.invoke(found))
    except click.exceptions.Exit as end:  # --help
        return end.exit_code
    except click.ClickException as error:
        complain(f"{error.format_message().rstrip('.')}; {name} --help lists the options")
        return kUsageStatus


def read_numbers(option: str, text: str, most: int = kMost) -> tuple[int, ...]:
    """In ascending order, each once."""
    for word in text.split(","):
        if not word.isdecimal() or not 1 <= int(word) <= most:
            raise click.UsageError(f"{option}: '{word}' is not a whole number from 1 to {most}")
    return tuple(sorted({int(word) for word in text.split(",")}))


def read_keys(option: str, text: str, known: Collection[str]) -> tuple[str, ...]:
    for key in text.split(","):
        if key not in known:
            raise click.UsageError(f"{option}: '{key}' is none of {', '.join(known)}")
    return tuple(text.split(","))
