# SPDX-License-Identifier: Apache-2.0
"""Called by the scripts before they import anything else: a module that is missing is one line, not a traceback."""

import importlib.util
import sys


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package that it is part of
        return False


def need(*modules: str) -> None:
    """Debian's packages are called after the modules, or after their last part."""
    missing = [module for module in modules if not _is_there(module)]
    if missing:
        packages = " ".join(f"python3-{module.rpartition('.')[2]}" for module in missing)
        these = "modules" if len(missing) > 1 else "module"
        sys.exit(f"rondo: Python lacks the {these} {', '.join(missing)}; install: apt-get install {packages}")
