#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What `make install` leaves: no tests are needed for it, no debug information is in it unless asked for, its documents
lead to one another, a folder with a space in its name is as good as any, and `make uninstall` takes all of it away."""

import os
import re
import shutil
import struct
import unittest
from pathlib import Path

from support import BUILD, FOLDER, LIBDIR, PREFIX, DeliveryTest, run

SOURCE_TREE = FOLDER.parent.parent
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_CODE = re.compile(r"(?ms)^```.*?^```|`[^`\n]*`")


def links_of(document: Path) -> list[str]:
    return [link for link in _LINK.findall(_CODE.sub("", document.read_text())) if "//" not in link]


def is_elf(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"


def sections(path: Path) -> list[str]:
    """Names of an ELF file's sections."""
    data = path.read_bytes()
    at, size, count, names = struct.unpack_from("<Q10xHHH", data, 40)
    headers = [struct.unpack_from("<II16xQ", data, at + index * size) for index in range(count)]
    text = data[headers[names][2]:]
    return [text[name:text.index(b"\0", name)].decode() for name, _, _ in headers]


def files_below(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_symlink() or not path.is_dir()}


class Install(DeliveryTest):
    def copy(self, name: str) -> Path:
        return Path(shutil.copytree(PREFIX, self.folder / name, symlinks=True))

    def test_it_is_built_without_any_test(self) -> None:
        commands = self.must("ninja", "-C", BUILD, "-t", "commands", "delivered")
        of_tests = re.findall(rf"-o (?:\S*/)?tests/\S+|{SOURCE_TREE}/tests/\S+", commands)
        self.assertEqual(of_tests, [])
        # What is installed is built by it.
        files = {Path(word).name for word in re.findall(r"-o (\S+)", commands)}
        for program in PREFIX.rglob("*"):
            if is_elf(program) and ".so." not in program.name:
                self.assertIn(program.name, files)

    def test_there_is_no_debug_information(self) -> None:
        found = [path for path in PREFIX.rglob("*") if is_elf(path)]
        self.assertGreater(len(found), 10)
        for path in found:
            self.assertEqual([name for name in sections(path) if name.startswith((".debug", ".symtab"))], [], path)

    def test_debug_information_in_files_of_its_own(self) -> None:
        root = self.folder / "debug"
        library = root / LIBDIR / "library.so"
        library.parent.mkdir(parents=True)
        (self.folder / "library.c").write_text("int function(void) { return 1; }\n")
        self.must("gcc-12", "-g", "-shared", "-fPIC", self.folder / "library.c", "-o", library)
        self.assertIn(".debug_info", sections(library))
        # The end of an installation of this one file.
        self.must("cmake", f"-DCMAKE_INSTALL_PREFIX={root}", f"-DCMAKE_INSTALL_MANIFEST_FILES={library}",
                  "-P", BUILD / "strip_and_list.cmake", more={"RONDO_STRIP": "debug"})
        self.assertIn(".gnu_debuglink", sections(library))
        self.assertNotIn(".debug_info", sections(library))
        self.assertIn(".debug_info", sections(library.parent / ".debug" / f"{library.name}.debug"))
        listed = (root / "share/rondo/installed.txt").read_text().splitlines()
        self.assertEqual(set(listed), files_below(root))

    def test_documents_lead_to_one_another(self) -> None:
        [readme] = PREFIX.rglob("doc/*/README.md")
        links = links_of(readme)
        self.assertGreater(len(links), 5)
        for link in links:
            self.assertTrue((readme.parent / link).exists(), link)
        for document in (readme.parent / "docs").rglob("*.md"):
            for link in links_of(document):
                target = (document.parent / link).resolve()
                if target.is_relative_to(readme.parent / "docs"):  # others lead into the sources
                    self.assertTrue(target.exists(), f"{document}: {link}")

    def test_a_folder_with_a_space(self) -> None:
        root = self.copy("a folder")
        program = self.folder / "regions"
        self.must("gcc-12", "-fopenmp", f"-I{SOURCE_TREE}/include", SOURCE_TREE / "tests/cli/regions.c", "-o", program)
        command = root / "bin/rondo"
        self.assertEqual(self.must(command, "run", "--", program, "clean"), self.must(program, "clean"))
        output = self.must(command, "graph", "--", program, "clean")
        self.assertIn("regions.c:", output)
        maps = self.must(command, "run", "--", "cat", "/proc/self/maps")
        self.assertIn(f"{root.resolve()}/{LIBDIR}/librondo.so", maps)
        nested = self.must(command, "run", "--", command, "run", "--", "sh", "-c", "echo $LD_PRELOAD").split()
        self.assertEqual(nested, self.must(command, "run", "--", "sh", "-c", "echo $LD_PRELOAD").split())

    def test_a_folder_that_no_search_path_can_express(self) -> None:
        root = self.copy("a:folder")
        for arguments in (["run", "--", "true"], ["graph", "--", "true"]):
            result = run(root / "bin/rondo", *arguments)
            self.assertEqual((result.returncode, result.stderr.count("\n")), (126, 1), result.stderr)
            self.assertIn("has a colon or semicolon in its name", result.stderr)

    def test_uninstall(self) -> None:
        root = self.copy("installed")
        listed = (root / "share/rondo/installed.txt").read_text().splitlines()
        self.assertEqual(set(listed), files_below(root))
        own = root / "lib/a_file_of_another_package"
        own.write_text("stays")
        self.must(SOURCE_TREE / "dev/uninstall", root)
        self.assertEqual(files_below(root), {"lib/a_file_of_another_package"})
        self.assertEqual([path.name for path in root.iterdir()], ["lib"])
        result = run(SOURCE_TREE / "dev/uninstall", root)
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1))

    def test_uninstall_undoes_the_default_of_all_users(self) -> None:
        root = self.copy("installed")
        etc = self.folder / "etc"
        script = """
            set -e
            cp -a /etc/. "$1" 2> /dev/null || true
            mount --bind "$1" /etc
            if [ -d /var/cache/ldconfig ]; then mount -t tmpfs none /var/cache/ldconfig; fi
            "$2/bin/rondo" system enable --all-users && ls /etc/ld.so.conf.d/00-rondo.conf && "$3" "$2"
        """
        etc.mkdir()
        rights = [] if os.geteuid() == 0 else ["-r"]
        private = ["unshare", *rights, "-m", "--propagation", "private"]
        if run(*private, "true").returncode != 0:
            self.skipTest("this process may not have a mount namespace of its own")
        output = self.must(*private, "sh", "-c", script, "sh", etc, root, SOURCE_TREE / "dev/uninstall")
        self.assertIn("Rondo is no longer the default of all users.", output)
        self.assertFalse((etc / "ld.so.conf.d/00-rondo.conf").exists())

    def test_uninstall_leaves_what_lies_elsewhere(self) -> None:
        root = self.copy("installed")
        other = self.folder / "other"
        other.write_text("stays")
        (root / "share/rondo/installed.txt").write_text("bin/rondo\n../other\n")
        self.assertEqual(run(SOURCE_TREE / "dev/uninstall", root).returncode, 1)
        self.assertTrue(other.exists() and (root / "bin/rondo").exists())


if __name__ == "__main__":
    os.umask(0o022)
    unittest.main()
