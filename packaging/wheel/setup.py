# SPDX-License-Identifier: Apache-2.0
"""What pyproject.toml cannot say: the wheel has compiled code, but none for one version of Python; and one file lies
beside the package, where Python executes it at its start."""

from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.install_lib import install_lib

_START = "rondo_openmp.pth"


class Compiled(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class AnyPython(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


class WithStart(install_lib):
    def run(self) -> None:
        super().run()
        self.copy_file(_START, str(Path(self.install_dir) / _START))

    def get_outputs(self) -> list[str]:
        return [*super().get_outputs(), str(Path(self.install_dir) / _START)]


setup(distclass=Compiled, cmdclass={"bdist_wheel": AnyPython, "install_lib": WithStart})
