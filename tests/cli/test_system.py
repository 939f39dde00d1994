#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo system`: the default of one user, with a home folder made for the test, and of all users, with copies of /etc
and of the loader's cache mounted over the machine's own."""

import os
import tempfile
import unittest
from pathlib import Path

from support import COMMAND, FACES, PROGRAMS, CommandLineTest, Result, run

PROGRAM = str(PROGRAMS / "serving.gcc")
LINE = "in place of: libgomp.so.1"

# Runs "$@" where /etc and the loader's cache are copies below $1, and all else can only be read.
PRIVATE = """
set -e
copy=$1; shift
mkdir "$copy/etc" "$copy/cache"
cp -a /etc/. "$copy/etc" 2> "$copy/not-copied" || true
[ ! -d /var/cache/ldconfig ] || cp -a /var/cache/ldconfig/. "$copy/cache"
mount --bind "$copy/etc" /etc
[ ! -d /var/cache/ldconfig ] || mount --bind "$copy/cache" /var/cache/ldconfig
exec "$@"
"""


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class OneUser(CommandLineTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rondo-home-")
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name)

    def user(self, *command: str, shell: str = "/bin/sh") -> Result:
        return run(*command, env={"HOME": str(self.home), "SHELL": shell, "RONDO_VERBOSE": "true"})

    def must(self, *arguments: str, shell: str = "/bin/sh") -> str:
        result = self.user(COMMAND, "system", *arguments, shell=shell)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_login_shells_run_programs_on_rondo_until_it_is_undone(self) -> None:
        (self.home / ".bash_profile").write_text("# own\n")
        self.assertIn("new shells", self.must("enable", shell="/bin/bash"))
        for command in (["sh", "-c", f". ~/.profile; {PROGRAM}"], ["bash", "-lc", PROGRAM], ["bash", "-ic", PROGRAM]):
            self.assertIn(LINE, self.user(*command).stderr, command)
        self.assertIn("already", self.must("enable", shell="/bin/bash"))
        self.assertIn("no longer", self.must("disable"))
        self.assertNotIn(LINE, self.user("bash", "-lc", PROGRAM).stderr)
        self.assertEqual(files_below(self.home), {".bash_profile": b"# own\n"})
        self.assertEqual([path.name for path in self.home.iterdir()], [".bash_profile"])
        self.assertIn("was not", self.must("disable"))

    def test_files_of_the_user_are_what_they_were(self) -> None:
        own = {".profile": b"", ".bashrc": b"case $- in *i*) ;; *) return ;; esac\n\xff not text", ".zshrc": b"\n\n",
               ".config/fish/config.fish": b"#\n", ".config/environment.d/10-own.conf": b"A=1\n"}
        for name, text in own.items():
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_bytes(text)
        (self.home / ".bashrc").chmod(0o600)
        (self.home / "real").mkdir()
        (self.home / ".bashrc").rename(self.home / "real/bashrc")
        (self.home / ".bashrc").symlink_to("real/bashrc")
        before = files_below(self.home)
        self.must("enable")
        made = set(files_below(self.home)) - set(before)
        self.assertEqual(made, {".zshenv", ".config/fish/conf.d/rondo.fish", ".config/environment.d/60-rondo.conf"})
        self.assertTrue((self.home / ".bashrc").is_symlink())
        self.assertEqual((self.home / "real/bashrc").stat().st_mode & 0o777, 0o600)
        # At the top: it counts where the user's own lines end early.
        self.assertEqual(self.user("bash", "-c", f". ~/.bashrc; {PROGRAM}").stderr.count(LINE), 1)
        self.must("disable")
        self.assertEqual(files_below(self.home), before)

    def test_another_rondo_takes_the_place_of_the_first(self) -> None:
        self.must("enable")
        profile = self.home / ".profile"
        profile.write_text(profile.read_text().replace(str(FACES), "/another/place") + "own=1\n")
        self.must("enable")
        text = profile.read_text()
        self.assertEqual((text.count(str(FACES)), text.count("/another/place"), text.count("own=1")), (2, 0, 1))
        self.must("disable")
        self.assertEqual(profile.read_text(), "own=1\n")

    def test_status_names_the_files_and_what_the_loader_finds(self) -> None:
        self.assertIn("Default of this user: no", self.must("status"))
        self.must("enable")
        status = self.must("status")
        self.assertIn(f"{self.home}/.profile", status)
        self.assertRegex(status, r"libgomp\.so\.1 +/(?!.*Rondo)")  # this process was started before
        inside = self.user("sh", "-c", f". ~/.profile; {COMMAND} system status").stdout
        self.assertIn(f"{FACES}/libgomp.so.1  (Rondo)", inside)
        self.assertIn(f"{FACES}/libiomp5.so  (Rondo)", inside)

    def test_what_cannot_be_written_is_named(self) -> None:
        (self.home / ".profile").mkdir()
        self.assert_error(self.user(COMMAND, "system", "enable"), 1, str(self.home / ".profile"))

    def test_wrong_commands(self) -> None:
        self.assert_error(self.user(COMMAND, "system"), 2, "rondo system --help")
        self.assert_error(self.user(COMMAND, "system", "enabl"), 2, "enabl", "did you mean enable?")
        self.assert_error(self.user(COMMAND, "system", "enable", "--all-user"), 2, "did you mean --all-users?")
        self.assertEqual(list(self.home.iterdir()), [])


class AllUsers(CommandLineTest):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rondo-etc-")
        self.addCleanup(folder.cleanup)
        self.copy = Path(folder.name)

    def private(self, script: str) -> Result:
        """The script is a shell's; it finds the command in $RONDO."""
        rights = [] if os.geteuid() == 0 else ["-r"]
        command = ["unshare", *rights, "-m", "--propagation", "private", "sh", "-c"]
        if run(*command, "mount -t tmpfs none /mnt").returncode != 0:
            self.skipTest("this process may not have a mount namespace of its own")
        environment = {"RONDO": COMMAND, "PROGRAM": PROGRAM, "RONDO_VERBOSE": "true", "HOME": str(self.copy)}
        return run(*command, PRIVATE, "sh", str(self.copy), "sh", "-c", script, env=environment)

    def test_every_program_runs_on_rondo_until_it_is_undone(self) -> None:
        before = Path("/etc/ld.so.cache").read_bytes()
        result = self.private("$RONDO system enable --all-users && $PROGRAM && $RONDO system status && "
                              "$RONDO system enable --all-users && $RONDO system disable --all-users && $PROGRAM")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count(LINE), 1, result.stderr)
        for text in ("Default of all users: yes", f"{FACES}/libomp.so.5  (Rondo)", "already", "no longer"):
            self.assertIn(text, result.stdout)
        self.assertEqual(list((self.copy / "etc/ld.so.conf.d").glob("*rondo*")), [])
        self.assertNotIn(str(FACES).encode(), (self.copy / "etc/ld.so.cache").read_bytes())
        self.assertEqual(Path("/etc/ld.so.cache").read_bytes(), before)

    def test_nothing_stays_where_the_loader_does_not_follow(self) -> None:
        result = self.private(": > /etc/ld.so.conf; $RONDO system enable --all-users")
        self.assert_error(result, 1, "libgomp.so.1", "/etc/ld.so.conf")
        self.assertEqual(list((self.copy / "etc/ld.so.conf.d").glob("*rondo*")), [])

    def test_only_root_may(self) -> None:
        setpriv = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
        if setpriv and run(*setpriv, COMMAND, "--version").returncode != 0:
            self.skipTest("another user may not execute the command of this build")
        self.assert_error(run(*setpriv, COMMAND, "system", "enable", "--all-users"), 1, "root", "sudo")


if __name__ == "__main__":
    unittest.main()
