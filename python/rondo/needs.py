# SPDX-License-Identifier: Apache-2.0
"""Called by the scripts before they import anything else: a module that is missing is one line, not a traceback."""

import importlib.util
import sys


def need(*modules: str) -> None:
    """Debian's packages are called after the modules."""
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if missing:
        packages = " ".join(f"python3-{module}" for module in missing)
        these = "modules" if len(missing) > 1 else "module"
        sys.exit(f"rondo: Python lacks the {these} {', '.join(missing)}; install: apt-get install {packages}")
