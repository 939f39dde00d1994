# SPDX-License-Identifier: Apache-2.0
"""The one exception of the measuring scripts: its text names the cause and the remedy and is shown as it is."""


class MeasureError(Exception):
    pass
