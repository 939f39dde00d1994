# SPDX-License-Identifier: Apache-2.0
"""A clean Debian in a folder: made once by mmdebstrap from the machine's own apt sources, unpacked for each test, and
entered by chroot in namespaces of its own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

BUILT = Path(__file__).resolve().parents[2] / "build" / "packages"
_PYTHON = ("ca-certificates", "python3-minimal", "python3")
# What a chroot needs to reach a registry through the machine's own settings.
_NETWORK_FILES = ("/etc/resolv.conf", "/etc/hosts")


def _sources() -> str:
    """The machine's own apt sources for Debian itself, in one text for mmdebstrap."""
    folder = Path("/etc/apt")
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("sources.list.d/debian*.sources"))]
    legacy = folder / "sources.list"
    if not texts and legacy.exists():
        texts = [legacy.read_text(encoding="utf-8")]
    return "\n".join(texts)


def _make_tarball(tarball: Path, packages: tuple[str, ...]) -> None:
    BUILT.mkdir(parents=True, exist_ok=True)
    sources = BUILT / "debian-12.sources"
    sources.write_text(_sources(), encoding="utf-8")
    # apt's way to the network (a proxy) is this machine's; the packages in the root are Debian's.
    unfinished = tarball.with_suffix(".new.tar")
    command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(packages)}", "bookworm",
               str(unfinished), str(sources)]
    subprocess.run(command, check=True)
    unfinished.rename(tarball)  # one that failed is not taken for a root


class CleanRoot:
    """`with CleanRoot() as root: root.run("command", ...)`."""

    def __init__(self, *packages: str) -> None:
        """Debian's smallest set of packages, and these."""
        self._packages = packages

    @staticmethod
    def tarball(*packages: str) -> Path:
        """The file that such roots are unpacked from; made if it is not there."""
        packages = packages or _PYTHON
        tarball = BUILT / f"debian-12-{'-'.join(packages)}.tar"
        if not tarball.exists():
            _make_tarball(tarball, packages)
        return tarball

    def __enter__(self) -> "CleanRoot":
        tarball = self.tarball(*self._packages)
        self._folder = tempfile.TemporaryDirectory(prefix="rondo-root-")
        self.path = Path(self._folder.name) / "root"
        self.path.mkdir()
        self._outside(["tar", "-C", str(self.path), "--exclude=./dev/*", "-xf", str(tarball)])
        for file in _NETWORK_FILES:
            if os.path.exists(file):
                self._outside(["cp", "-L", file, f"{self.path}{file}"])
        return self

    def __exit__(self, *_: object) -> None:
        self._outside(["rm", "-rf", str(self.path)])
        self._folder.cleanup()

    def copy(self, source: Path, target: str) -> None:
        place = f"{self.path}{target}"
        self._outside(["mkdir", "-p", os.path.dirname(place)])
        self._outside(["cp", "-a", str(source), place])

    def run(self, *command: str, env: Mapping[str, str] | None = None, mount: str = "", check: bool = True,
            ) -> subprocess.CompletedProcess[str]:
        """With /dev, /proc and /sys; `mount`: shell commands that are executed before, outside, with ROOT set."""
        setting = f"""
            set -e
            mount --rbind /dev "$ROOT/dev"
            mount -t proc proc "$ROOT/proc"
            mount --rbind /sys "$ROOT/sys"
            {mount}
            exec chroot "$ROOT" "$@"
        """
        variables = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                     "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", "ROOT": str(self.path)}
        result = subprocess.run([*_namespaces(), "bash", "-c", setting, "bash", *command],
                                env={**variables, **(env or {})}, capture_output=True, text=True, check=False)
        if check and result.returncode != 0:
            raise AssertionError(f"{' '.join(command)}: status {result.returncode}\n{result.stdout}{result.stderr}")
        return result

    def install(self, *packages: str) -> None:
        """Names, or files inside of the root."""
        self.run("apt-get", "-q", "update")
        self.run("apt-get", "-q", "-y", "install", "--no-install-recommends", *packages)

    def files(self) -> set[str]:
        """All of them, with links and folders: to see what a removal leaves."""
        left_out = ("/proc", "/sys", "/dev", "/tmp", "/var/cache", "/var/log", "/var/lib/apt", "/var/lib/dpkg")
        found: set[str] = set()
        for folder, folders, files in os.walk(self.path):
            inside = folder.removeprefix(str(self.path))
            if inside.startswith(left_out):
                folders.clear()
                continue
            found.update(f"{inside}/{name}" for name in [*folders, *files])
        return found

    def _outside(self, command: list[str]) -> None:
        rights = [] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--map-auto"]
        subprocess.run([*rights, *command], check=True)


def _namespaces() -> list[str]:
    rights = [] if os.geteuid() == 0 else ["--map-root-user", "--map-auto"]
    return ["unshare", *rights, "--mount", "--pid", "--fork", "--propagation", "private"]


def newest(pattern: str) -> Path:
    found = sorted(BUILT.glob(pattern), key=lambda path: path.stat().st_mtime)
    if not found:
        raise FileNotFoundError(f"build/packages/{pattern} is missing; `make packages` builds it")
    return found[-1]


def unpack(archive: Path, folder: Path) -> Path:
    """Returns the one folder that the archive holds."""
    shutil.unpack_archive(archive, folder)
    (inside,) = folder.iterdir()
    return inside
