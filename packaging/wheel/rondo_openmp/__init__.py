# SPDX-License-Identifier: Apache-2.0
"""Rondo in place of the OpenMP runtimes that Python packages carry. Importing this module does it, for all that is
loaded afterwards; so it is imported first. `status()` says what serves what."""

from ._capture import capture, is_active
from ._limit import limit
from ._status import Binding, status

__all__ = ["Binding", "is_active", "limit", "status"]

capture()
