# SPDX-License-Identifier: Apache-2.0
"""Loading: every compiler of gcc's collection may load the plugin, only its own version gets it."""

import unittest

from support import GCC, PLUGIN, CompilerTest, run

# What a compiler does with a plugin, but for being a compiler.
HOST = """\
#include <dlfcn.h>
#include <stdio.h>
struct name { char *base_name; const char *full_name; int argc; void *argv; const char *version; const char *help; };
struct version { const char *basever, *datestamp, *devphase, *revision, *configuration; };
int main(int argc, char **argv) {
  void *plugin = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  if (!plugin || !dlsym(plugin, "plugin_is_GPL_compatible")) return puts(dlerror()), 3;
  int (*init)(struct name *, struct version *) = (int (*)(struct name *, struct version *))dlsym(plugin, "plugin_init");
  struct name name = {"librondo", argv[1], 0, 0, 0, 0};
  struct version version = {argv[2], "20300101", "", "", ""};
  return argc == 3 ? init(&name, &version) : 4;
}
"""


class Start(CompilerTest):
    def test_another_version_is_refused_with_one_line(self) -> None:
        self.write("host.c", HOST)
        self.must(run(GCC, "host.c", "-o", "host", cwd=self.folder))
        for version in ("13.1.0", "12.3.0", "11.4.0"):
            result = run("./host", PLUGIN, version, cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertRegex(result.stderr, rf"\Arondo: .* gcc 12\.2\.0, the compiler is gcc {version}; .+\n\Z")

    def test_no_symbol_of_gcc_is_required(self) -> None:
        """They are weak: f951 and lto1 lack some, another version may lack others."""
        listing = self.must(run("nm", "-D", "--undefined-only", PLUGIN, cwd=self.folder)).stdout
        required = [line.split()[-1] for line in listing.splitlines() if line.split()[0] == "U"]
        self.assertTrue(required)
        self.assertEqual([name for name in required if "@GLIBC_" not in name and "@GCC_" not in name], [])

    def test_nothing_of_ours_gets_into_the_compilers_way(self) -> None:
        listing = self.must(run("nm", "-D", "--defined-only", PLUGIN, cwd=self.folder)).stdout
        names = {line.split()[-1] for line in listing.splitlines()}
        self.assertEqual(names, {"plugin_init", "plugin_is_GPL_compatible"})

    def test_verbose_compilers_name_it(self) -> None:
        self.write("a.c", "int x;\n")
        self.assertIn("librondo-gcc12: ", self.gcc("-v", "-c", "a.c").stderr)


if __name__ == "__main__":
    unittest.main()
