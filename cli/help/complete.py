# SPDX-License-Identifier: Apache-2.0
"""Completion of `rondo` in bash, zsh and fish: its commands, their options, and for what stands behind them the
completion of the program that is to be run."""

from collections.abc import Iterator

from commands import Command, Option

_REMARK = "# Completion of rondo, made from its --help when it was built."


def _all(command: Command) -> Iterator[Command]:
    yield command
    for inner in command.subcommands:
        yield from _all(inner)


def bash(top: Command) -> str:
    """Needs nothing but bash; with the package bash-completion, the program's own arguments are completed, too."""
    cases = []
    for command in _all(top):
        names = " ".join(name for option in command.options for name in option.names)
        valued = " ".join(name for option in command.options if option.value for name in option.names)
        files = " ".join(name for option in command.options if option.takes_file for name in option.names)
        inner = " ".join(found.words[-1] for found in command.subcommands)
        cases.append(f"    '{' '.join(command.words)}') commands='{inner}' options='{names}' valued='{valued}' "
                     f"files='{files}' program={'yes' if command.takes_program else ''} ;;")
    return _BASH.replace("@REMARK@", _REMARK).replace("@CASES@", "\n".join(cases))


_BASH = """@REMARK@
_rondo_describe() {
  case $1 in
@CASES@
    *) return 1 ;;
  esac
}

_rondo() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local commands options valued files program path='' at=1
  _rondo_describe ''
  COMPREPLY=()
  # Down to the innermost command that is written out.
  while ((at < COMP_CWORD)) && [[ " $commands " == *" ${COMP_WORDS[at]} "* ]]; do
    path+="${path:+ }${COMP_WORDS[at]}"
    _rondo_describe "$path"
    ((at += 1))
  done
  # Over its own options and their values.
  while ((at < COMP_CWORD)) && [[ ${COMP_WORDS[at]} == -* && ${COMP_WORDS[at]} != -- ]]; do
    if [[ " $valued " == *" ${COMP_WORDS[at]} "* ]]; then ((at += 1)); fi
    ((at += 1))
  done
  if [[ ${COMP_WORDS[at]} == -- ]] && ((at < COMP_CWORD)); then ((at += 1)); fi
  if ((at > COMP_CWORD)); then  # the value of an option
    if [[ " $files " == *" $previous "* ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
  elif ((at == COMP_CWORD)) && [[ $current == -* && $previous != -- ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif ((at == COMP_CWORD)) && [[ -n $commands ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
  elif [[ -n $program ]] && declare -F _command_offset > /dev/null; then
    _command_offset "$at"
  elif [[ -n $program ]] && ((at == COMP_CWORD)) && [[ $current != */* ]]; then
    mapfile -t COMPREPLY < <(compgen -c -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _rondo rondo
"""


def zsh(top: Command) -> str:
    functions = "\n".join(_zsh_function(command) for command in _all(top))
    return f"#compdef rondo\n{_REMARK}\n{functions}\n_rondo \"$@\"\n"


def _quoted(text: str) -> str:
    return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def _zsh_option(option: Option) -> str:
    value = f":{option.value}:{'_files' if option.takes_file else ''}" if option.value else ""
    described = f"[{_quoted(option.text)}]{value}"
    if len(option.names) == 1:
        return f"'{option.names[0]}{described}'"
    return f"'({' '.join(option.names)})'{{{','.join(option.names)}}}'{described}'"


def _zsh_function(command: Command) -> str:
    name = "_".join(("_rondo", *command.words))
    rest = []
    if command.subcommands:
        rest = ["'1: :->commands'", "'*:: :->rest'"]
    elif command.takes_program:
        rest = ["'*::: :_normal'"]
    arguments = " \\\n    ".join([_zsh_option(option) for option in command.options] + rest) or "'*: :_files'"
    lines = [f"{name}() {{", "  local context state state_descr line", "  typeset -A opt_args",
             f"  _arguments -S -C \\\n    {arguments}"]
    if command.subcommands:
        words = " ".join(f"'{found.words[-1]}:{_quoted(found.text)}'" for found in command.subcommands)
        lines += [f"  case $state in\n    commands) local -a commands=({words}); _describe command commands ;;",
                  f"    rest) (( $+functions[{name}_$words[1]] )) && {name}_$words[1] ;;\n  esac"]
    return "\n".join([*lines, "}"])


def fish(top: Command) -> str:
    lines = [_REMARK, _FISH]
    for command in _all(top):
        path = " ".join(command.words)
        here = f"-n '{' '.join(('__rondo_is_at', *command.words))}'"
        for found in command.subcommands:
            lines.append(f"complete -c rondo {here} -f -a {found.words[-1]} -d '{_escaped(found.text)}'")
        for option in command.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            value = (" -r -F" if option.takes_file else " -x") if option.value else ""
            lines.append(f"complete -c rondo {here} {names}{value} -d '{_escaped(option.text)}'")
        if command.takes_program:
            skipped = 1 + len(command.words)
            lines.append(f"complete -c rondo -n '__rondo_has_begun {path}' -x "
                         f"-a '(__fish_complete_subcommand --fcs-skip={skipped})'")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")


_FISH = """function __rondo_words
    # What is written so far without options, up to --.
    for word in (commandline -opc)[2..]
        test "$word" = -- ; and break
        string match -q -- '-*' $word; or echo $word
    end
end
function __rondo_is_at
    contains -- -- (commandline -opc); and return 1
    test "$(string join ' ' (__rondo_words))" = "$argv"
end
function __rondo_has_begun
    string match -q -- "$argv*" "$(string join ' ' (__rondo_words))"
end"""
