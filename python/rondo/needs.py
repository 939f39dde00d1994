# SPDX-License-Identifier: Apache-2.0
"""Called by the scripts before they import anything else: a module that is missing is one line, not a traceback."""

import importlib.util
import os
import sys
from pathlib import Path

# Packages that a relocatable archive carries, for a Python that lacks them.
kCarried = Path(__file__).resolve().parent.parent / "vendor"


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package that it is part of
        return False


def need(*modules: str) -> None:
    sys.path.append(str(kCarried))
    missing = [module for module in modules if not _is_there(module)]
    if missing:
        these = "modules" if len(missing) > 1 else "module"
        sys.exit(f"rondo: Python lacks the {these} {', '.join(missing)}; {_remedy(missing)}")


def _remedy(missing: list[str]) -> str:
    if sys.executable == "/usr/bin/python3" and os.path.exists("/etc/debian_version"):
        # Debian's packages are called after the modules, or after their last part.
        return "install: apt-get install " + " ".join(f"python3-{module.rpartition('.')[2]}" for module in missing)
    names = " ".join(missing)
    return (f"install them where {sys.executable} finds them ({sys.executable} -m pip install {names}), "
            "or name another Python in RONDO_PYTHON")
