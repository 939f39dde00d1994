# SPDX-License-Identifier: Apache-2.0
"""The Dockerfile: what hadolint says of it, and the image that buildah makes by it, on a Debian that mmdebstrap has
made in place of the registry's."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from .clean_root import BUILT, CleanRoot

_SOURCES = Path(__file__).resolve().parents[2]
_FILE = _SOURCES / "packaging/docker/Dockerfile"


class Docker(unittest.TestCase):
    def test_hadolint_has_nothing_to_say(self) -> None:
        result = subprocess.run([str(BUILT / "venv/bin/hadolint"), str(_FILE)], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (0, ""))

    def test_the_image_runs_programs_on_rondo(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="rondo-images-"))
        base = CleanRoot.tarball()

        def buildah(*arguments: str) -> str:
            variables = {**os.environ, "STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}
            command = ["buildah", "--root", f"{folder}/root", "--runroot", f"{folder}/run", *arguments]
            result = subprocess.run(command, capture_output=True, text=True, env=variables, cwd=_SOURCES, check=False)
            self.assertEqual(result.returncode, 0, result.stdout[-2000:] + result.stderr[-2000:])
            return result.stdout.strip()

        container = buildah("from", "scratch")
        buildah("add", "-q", container, str(base), "/")
        for name in ("debian:12", "debian:12-slim"):
            buildah("commit", "-q", container, f"docker.io/library/{name}")
        buildah("bud", "-q", "--pull-never", "--ignorefile", f"{_FILE}.dockerignore", "-f", str(_FILE), "-t", "rondo",
                ".")
        made = buildah("from", "--pull-never", "rondo")
        self.assertIn("rondo", buildah("run", made, "rondo", "--version"))
        maps = buildah("run", made, "rondo", "run", "--", "cat", "/proc/self/maps")
        self.assertIn("/opt/rondo/lib/librondo.so.0", maps)
        self.assertEqual(buildah("inspect", "--format", "{{.OCIv1.Config.Entrypoint}}", made), "[rondo run --]")
