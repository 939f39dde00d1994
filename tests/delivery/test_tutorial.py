#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The tutorial's commands print what the tutorial says, but for times."""

import os
import re
import unittest
from unittest import mock

import tutorial
from support import FOLDER, PREFIX, DeliveryTest, environment

TEXT = (FOLDER.parent.parent / "docs/tutorial.md").read_text(encoding="utf-8")


class Tutorial(DeliveryTest):
    def test_its_commands_print_what_it_says(self) -> None:
        self.assertGreater(len(tutorial.steps(TEXT)), 8)
        with mock.patch.dict(os.environ, environment({"PATH": f"{PREFIX}/bin:{os.environ['PATH']}"}), clear=True):
            self.assertEqual(tutorial.differences(TEXT, self.folder), [])

    def test_every_form_has_the_serial_result(self) -> None:
        temperatures = re.findall(r"mean temperature (\d\.\d+)$", TEXT, re.MULTILINE)
        self.assertGreater(len(temperatures), 8)
        self.assertEqual(len(set(temperatures)), 1)


if __name__ == "__main__":
    unittest.main()
