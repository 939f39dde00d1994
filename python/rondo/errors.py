# SPDX-License-Identifier: Apache-2.0
"""The exception of the commands: its text names the cause and the remedy and is shown as it is."""


class MeasureError(Exception):
    pass


class HangError(MeasureError):
    """A run had to be ended: whoever plans others like it should not."""
