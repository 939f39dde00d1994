# SPDX-License-Identifier: Apache-2.0
"""Each checker must find what it is there for, and must be silent on a tree that keeps the rule."""

import json
import shutil
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

import definitions
import greps
import hints
import layers
import orders
import references
import sizes
import state
import tidy
from repo import Finding, code_only, files

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
HEADER = SPDX + "#pragma once\n"


class CheckerTest(unittest.TestCase):
    """Runs a checker on a small repository made of the given files."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)

    def write(self, tree: dict[str, str]) -> None:
        for name, text in tree.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def findings(self, check: Callable[[Path], list[Finding]], tree: dict[str, str]) -> list[Finding]:
        self.write(tree)
        return sorted(check(self.root))

    def assert_clean(self, check: Callable[[Path], list[Finding]], tree: dict[str, str]) -> None:
        self.assertEqual([str(finding) for finding in self.findings(check, tree)], [])

    def assert_finds(self, check: Callable[[Path], list[Finding]], tree: dict[str, str], where: str, text: str) -> None:
        """Exactly one finding, at "file:line", that says `text`."""
        findings = self.findings(check, tree)
        self.assertEqual(len(findings), 1, [str(finding) for finding in findings])
        self.assertEqual(f"{findings[0].path}:{findings[0].line}", where)
        self.assertIn(text, findings[0].text)


class Repo(CheckerTest):
    def test_lists_new_files_but_neither_ignored_nor_deleted_ones(self) -> None:
        self.write({".gitignore": "/build/\n", "src/a.cpp": "", "src/gone.cpp": "", "build/b.cpp": ""})
        subprocess.run(["git", "-C", str(self.root), "add", "src/gone.cpp"], check=True)
        (self.root / "src/gone.cpp").unlink()
        self.assertEqual(files(self.root, {".cpp"}), ["src/a.cpp"])

    def test_code_only_blanks_comments_and_literals_and_keeps_lines(self) -> None:
        text = 'int a; // getenv\n/* x\n y */ f("getenv(\\"", \'"\');\nint n = 1\'000;\n'
        text += 'auto s = R"(\n"getenv)";\nint z;\n'
        blanked = code_only(text)
        self.assertNotIn("getenv", blanked)
        self.assertEqual(blanked.count("\n"), text.count("\n"))
        self.assertEqual([blanked.split("\n")[i] for i in (0, 3, 6)], ["int a; ", "int n = 1'000;", "int z;"])


class Layers(CheckerTest):
    TREE = {
        "src/base/bits.hpp": HEADER,
        "src/config/options.hpp": HEADER,
        "src/task/task.hpp": HEADER + '#include "base/bits.hpp"\n',
        "src/sched/wait/wait.hpp": HEADER + '#include "sched/worker/worker.hpp"\n',
        "src/sched/worker/worker.hpp": HEADER + '#include "task/task.hpp"\nextern thread_local int t_worker;\n',
        "src/abi/kmpc/fork.cpp": '#include "sched/worker/worker.hpp"\n#include "abi/kmpc/fork.hpp"\n#include "rondo.h"\n'
        '#include "rondo/part.h"\n',
        "src/abi/kmpc/fork.hpp": HEADER,
        "src/os/clock.cpp": "#if defined(__x86_64__)\n#endif\n",
        "include/rondo.h": SPDX,
        "include/rondo/part.h": SPDX,
    }

    def assert_wrong(self, name: str, text: str, line: int, message: str) -> None:
        self.assert_finds(layers.check, self.TREE | {name: text}, f"{name}:{line}", message)

    def test_a_tree_in_order_is_clean(self) -> None:
        self.assert_clean(layers.check, self.TREE)

    def test_the_order_is_the_documented_one(self) -> None:
        order = " < ".join(", ".join(folders) for folders in layers.LAYERS[:-1])
        self.assertIn(order, layers.__doc__ or "")

    def test_upward_include(self) -> None:
        self.assert_wrong("src/base/up.cpp", '\n#include "task/task.hpp"\n', 2, "only folders below")

    def test_include_against_the_order_of_a_folder(self) -> None:
        worker = '#include "sched/worker/worker.hpp"\n'
        self.assert_wrong("src/sched/wait/dispatch.cpp", worker + '#include "sched/wait/wait.hpp"\n', 2, "order of sched/")

    def test_a_part_of_a_file_has_the_place_of_its_file(self) -> None:
        self.assert_clean(layers.check, self.TREE | {"src/sched/wait/wait_long.cpp": '#include "sched/wait/wait.hpp"\n'})
        self.assert_wrong("src/sched/wait/dispatch_more.cpp", '#include "sched/wait/wait.hpp"\n', 1, "order of sched/")

    def test_file_without_a_place_in_the_order(self) -> None:
        self.assert_wrong("src/sched/x.hpp", HEADER, 0, "no place")

    PARTS = {"src/region/modes/replay.hpp": HEADER, "src/region/taskgraph/plan.hpp": HEADER, "src/region/watch.hpp": HEADER}

    def assert_wrong_part(self, name: str, included: str, message: str) -> None:
        self.assert_finds(layers.check, self.PARTS | {name: f'#include "{included}"\n'}, f"{name}:1", message)

    def test_include_with_the_order_of_the_parts(self) -> None:
        tree = {
            "src/region/taskgraph/plan.cpp": '#include "region/modes/replay.hpp"\n',
            "src/region/modes/replay.cpp": '#include "region/watch.hpp"\n',
        }
        self.assert_clean(layers.check, self.PARTS | tree)

    def test_include_against_the_order_of_the_parts(self) -> None:
        self.assert_wrong_part("src/region/modes/replay.cpp", "region/taskgraph/plan.hpp", "region/modes/ may include only")

    def test_a_folder_of_parts_includes_none_of_them(self) -> None:
        self.assert_wrong_part("src/region/watch.cpp", "region/modes/replay.hpp", "region/ may include only")

    def test_file_in_an_unknown_part(self) -> None:
        self.assert_wrong("src/region/other/x.cpp", "", 0, "is in no part of region/")

    def test_file_beside_the_parts(self) -> None:
        self.assert_wrong("src/graph/x.cpp", "", 0, "is in no part of graph/")

    def test_nothing_includes_abi(self) -> None:
        self.assert_wrong("src/faces/x.cpp", '#include "abi/kmpc/fork.hpp"\n', 1, "nothing includes abi/")

    def test_include_without_folder(self) -> None:
        self.assert_wrong("src/task/x.cpp", '#include "task.hpp"\n', 1, 'e.g. "task/task.hpp"')

    def test_include_relative_to_the_file(self) -> None:
        self.assert_wrong("src/task/x.cpp", '#include "../base/bits.hpp"\n', 1, "not a layer")

    def test_include_of_a_missing_file(self) -> None:
        self.assert_wrong("src/task/x.cpp", '#include "base/bit.hpp"\n', 1, "no such file")

    def test_own_header_in_angle_brackets(self) -> None:
        self.assert_wrong("src/task/x.cpp", "#include <base/bits.hpp>\n", 1, "in quotes")

    def test_unknown_folder(self) -> None:
        self.assert_wrong("src/util/x.cpp", "", 0, "not in the list of layers")

    def test_header_without_pragma_once(self) -> None:
        self.assert_wrong("src/task/x.hpp", SPDX, 0, "#pragma once")

    def test_include_guard_by_macro(self) -> None:
        self.assert_wrong("src/task/x.hpp", HEADER + "#ifndef TASK_X_HPP\n", 3, "include guards")

    def test_platform_macro_in_an_algorithm(self) -> None:
        self.assert_wrong("src/task/x.cpp", "\n# ifdef __linux__\n#endif\n", 2, "#if outside")

    def test_environment_outside_config(self) -> None:
        self.assert_wrong("src/os/x.cpp", 'auto v = getenv("A");\n', 1, "config/ only")
        self.assert_clean(layers.check, {"src/os/x.cpp": "// getenv() would be wrong here\n"})

    def test_second_thread_local(self) -> None:
        self.assert_wrong("src/sched/idle/find.cpp", "thread_local int more;\n", 1, "only thread-local")

    def test_raw_atomics(self) -> None:
        self.assert_wrong("src/task/x.cpp", "std::atomic<int> n;\n", 1, "base::Atomic")

    def test_volatile(self) -> None:
        self.assert_wrong("src/task/x.cpp", "volatile int n;\n", 1, "volatile")

    def test_every_exception_of_the_real_tree_has_a_reason(self) -> None:
        reasons = list(layers.INCLUDE_EXCEPTIONS.values())
        reasons += [reason for rule in layers.RULES for reason in rule.exceptions.values()]
        self.assertTrue(all(len(reason.split()) >= 3 for reason in reasons))


class Definitions(CheckerTest):
    DECLARED = "namespace rondo::task {\nint count(const Task& task, int n = 1);\nstruct Slab {\n  void trim();\n};\n}\n"

    def assert_in(self, name: str, code: str, message: str) -> None:
        tree = {"src/task/pool.hpp": HEADER + self.DECLARED, name: "namespace rondo::task {\n" + code + "}\n"}
        if message:
            self.assert_finds(definitions.check, tree, f"{name}:2", message)
        else:
            self.assert_clean(definitions.check, tree)

    def test_beside_its_declaration(self) -> None:
        self.assert_in("src/task/pool.cpp", "int count(const task::Task& it, int) { return 0; }\n", "")

    def test_in_a_part_of_the_file(self) -> None:
        self.assert_in("src/task/pool_trim.cpp", "void Slab::trim() {}\n", "")

    def test_function_elsewhere(self) -> None:
        self.assert_in("src/task/other.cpp", "int count(const Task& it, int) { return 0; }\n", "define it in src/task/pool.cpp")

    def test_member_elsewhere(self) -> None:
        self.assert_in("src/task/other.cpp", "void Slab::trim() {}\n", "define it in src/task/pool.cpp")

    def test_another_overload_and_an_unnamed_namespace_are_others(self) -> None:
        self.assert_in("src/task/other.cpp", "int count(const Node& node, int n) { return n; }\n", "")
        self.assert_in("src/task/other.cpp", "namespace {\nint count(const Task& it, int) { return 0; }\n}\n", "")

    def test_every_exception_has_a_reason(self) -> None:
        self.assertTrue(all(len(reason.split()) >= 3 for reason in definitions.EXCEPTIONS.values()))


class State(CheckerTest):
    def assert_state(self, code: str) -> None:
        self.assert_finds(state.check, {"src/task/x.cpp": SPDX + code}, "src/task/x.cpp:2", "field of the folder's `process`")

    def assert_none(self, code: str) -> None:
        self.assert_clean(state.check, {"src/task/x.cpp": SPDX + code})

    def test_variable_of_a_namespace(self) -> None:
        self.assert_state("namespace rondo::task { namespace { constinit base::Atomic<uint64_t> g_n{0}; } }\n")
        self.assert_state("alignas(Machine) char storage[sizeof(Machine)];\n")
        self.assert_state("inline int n = f(1);\n")
        self.assert_state("void (*g_say)(int) = nullptr;\n")

    def test_pointer_that_can_change_to_what_cannot(self) -> None:
        self.assert_state("const char* g_name = nullptr;\n")
        self.assert_none('const char* const kName = "x";\n')

    def test_static_variable_of_a_function_or_class(self) -> None:
        self.assert_state("void f() { static uint32_t said; }\n")
        self.assert_state("struct Slot { static RingMemory memory_; };\n")
        self.assert_none("void f() { static const bool kIs = true; static constexpr char kNothing = 0; int n = 0; }\n")

    def test_what_is_no_variable_that_can_change(self) -> None:
        self.assert_none("constexpr int kN = 1;\nconst Task kEmpty = {1};\nextern Process process;\n")
        self.assert_none("static int f(void (*body)(void*), int n = 3);\nstruct S { int n = 0; } ;\nusing T = int;\n")
        self.assert_none("template <class T>\nconstexpr T kMask = T{1} << 3;\nenum E { kOne };\n")

    def test_process_object_has_its_own_file(self) -> None:
        self.assert_clean(state.check, {"src/task/process.cpp": SPDX + "constinit Process process;\n"})
        self.assert_finds(
            state.check, {"src/task/process.cpp": SPDX + "constinit Process process;\nint n;\n"}, "src/task/process.cpp:3", "n can"
        )

    def test_every_exception_has_a_reason(self) -> None:
        self.assertTrue(all(len(reason.split()) >= 3 for reason in state.EXCEPTIONS.values()))


class Sizes(CheckerTest):
    def test_limit_and_hint(self) -> None:
        lengths = {"src/long.cpp": 601, "src/grown.cpp": 401, "src/small.cpp": 400, "data.txt": 999}
        tree = {name: "\n" * lines for name, lines in lengths.items()}
        self.assert_finds(sizes.check, tree, "src/long.cpp:0", "601 lines")
        self.assertEqual([hint.split(":")[0] for hint in sizes.hints(self.root)], ["src/grown.cpp"])

    def test_the_limit_itself_is_allowed(self) -> None:
        self.assert_clean(sizes.check, {"src/long.cpp": "\n" * 600})


class Orders(CheckerTest):
    README = "# task\n## Words\n[Z9] not here\n## Orders\n- [D1] bottom_: ...\n| [D2] | top_ |\n## Tests\n- [D3] no\n"
    CODE = "a(); // [D1]\nb(); // [D1] [D2]\nc(); /* [D2] */\nint x = y[A1];\n"

    def test_tags_with_definition_and_two_ends_are_clean(self) -> None:
        self.assert_clean(orders.check, {"src/task/README.md": self.README, "src/task/deque.hpp": self.CODE})

    def test_a_tag_of_another_folder_is_one_of_its_ends(self) -> None:
        tree = {
            "src/sync/README.md": "## Orders\n- **[L1]** latch\n",
            "src/sync/latch.hpp": "set(); // [L1]\n",
            "src/task/task.hpp": "wait(); // [sync/L1]\n",
        }
        self.assert_clean(orders.check, tree)

    def test_tag_without_definition(self) -> None:
        tree = {"src/task/README.md": self.README, "src/task/deque.hpp": self.CODE + "d(); // [D3]\n"}
        self.assert_finds(orders.check, tree, "src/task/deque.hpp:5", "[D3] (1 site(s)) is not defined")

    def test_definition_in_another_folder_does_not_count(self) -> None:
        tree = {"src/task/README.md": self.README, "src/task/deque.hpp": self.CODE, "src/sched/x.cpp": "e(); // [D1]\n"}
        self.assert_finds(orders.check, tree, "src/sched/x.cpp:1", "src/sched/README.md")

    def test_order_with_one_end(self) -> None:
        tree = {"src/task/README.md": "## Orders\n- [D1] x\n", "src/task/deque.hpp": "a(); // [D1]\n"}
        self.assert_finds(orders.check, tree, "src/task/README.md:2", "two ends")

    def test_tag_defined_twice(self) -> None:
        readme = "## Orders\n- [D1] x\n- [D1] y\n"
        tree = {"src/task/README.md": readme, "src/task/deque.hpp": "a(); // [D1]\nb(); // [D1]\n"}
        self.assert_finds(orders.check, tree, "src/task/README.md:3", "second time")


class Greps(CheckerTest):
    def test_a_file_that_keeps_the_habits(self) -> None:
        script = "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n"
        tree = {
            "src/a.cpp": SPDX + "int a;  // TODO(#12): more, see docs/a.md\n// \"src/work/loop.hpp\"\n",
            "dev/run": script,
            "docs/a.md": "[here](b.md#part) [there](https://example.org/x)\n",
            "docs/b.md": "",
        }
        self.assert_clean(greps.check, tree)

    def assert_wrong(self, name: str, text: str, line: int, message: str) -> None:
        self.assert_finds(greps.check, {name: text}, f"{name}:{line}", message)

    def test_missing_licence_line(self) -> None:
        self.assert_wrong("src/a.cpp", "int a;\n", 1, "SPDX")

    def test_blanks_at_the_end(self) -> None:
        self.assert_wrong("src/a.cpp", SPDX + "int a; \n", 2, "blanks")

    def test_tab(self) -> None:
        self.assert_wrong("src/a.cpp", SPDX + "\tint a;\n", 2, "tab")

    def test_missing_end_of_line(self) -> None:
        self.assert_wrong("src/a.cpp", SPDX + "int a;", 2, "no end of line")

    def test_long_line(self) -> None:
        self.assert_wrong("src/a.cpp", SPDX + "//" + "x" * 119 + "\n", 2, "121 columns")

    def test_note_without_issue(self) -> None:
        self.assert_wrong("src/a.cpp", SPDX + "// TODO later\n", 2, "issue")

    def test_path_of_one_machine(self) -> None:
        self.assert_wrong("docs/a.md", "run /home/me/rondo\n", 1, "absolute path")

    def test_missing_document(self) -> None:
        self.assert_wrong("src/a.cpp", SPDX + "// see docs/tuning.md\n", 2, "does not exist")

    def test_broken_link(self) -> None:
        self.assert_wrong("README.md", "[map](ARCHITECTURE.md)\n", 1, "does not exist")


class References(CheckerTest):
    CODE = SPDX + """
template <class T>
class Deque {
 public:
  bool push(T word) noexcept { return word != 0; }
};
struct Task { int n; };
#define RONDO_REGION(...) 1
Task* Slab::allocate(size_t bytes) const {
  if (is_large(bytes)) { return nullptr; }
  return bytes == 0 ? refill(bytes, [] { return 1; }) : nullptr;
}
Slab::Slab(int n) : n_(n) {}
// steal() {
"""

    def assert_named(self, references_: str, text: str = "") -> None:
        tree = {"src/task/deque.hpp": self.CODE, "ARCHITECTURE.md": f"`{references_}`\n"}
        if text:
            self.assert_finds(references.check, tree, "ARCHITECTURE.md:1", text)
        else:
            self.assert_clean(references.check, tree)

    def test_what_a_file_defines(self) -> None:
        for name in ("push", "Deque", "Deque::push", "Task", "RONDO_REGION", "allocate", "Slab::allocate", "Slab"):
            self.assert_named(f"task/deque.hpp:{name}")

    def test_a_call_a_comment_and_another_class_define_nothing(self) -> None:
        for name in ("is_large", "refill", "steal", "Task::push", "pop"):
            self.assert_named(f"task/deque.hpp:{name}", "does not define")

    def test_a_file_that_is_gone(self) -> None:
        self.assert_named("task/ring.hpp", "does not exist")
        self.assert_named("task/ring.hpp:push", "does not exist")

    def test_paths_from_the_root_from_src_and_from_the_folder(self) -> None:
        readme = "`deque.hpp:push` `task/deque.hpp` `src/task/deque.hpp`\n"
        self.assert_clean(references.check, {"src/task/deque.hpp": self.CODE, "src/task/README.md": readme})

    def test_a_section_is_there(self) -> None:
        tree = {
            "src/sched/README.md": "## Words\n- *latch*: ...\n",
            "src/sched/idle/README.md": "# Idle\n**Parking.** See sched/README.md, \"Words\".\n",
            "src/sched/idle/park.hpp": HEADER + '// Argument: README.md, "Parking",\n// "Words".\n',
            "docs/a.md": '([idle](../src/sched/idle/README.md), "Parking")\n',
        }
        self.assert_clean(references.check, tree)

    SECTIONS = {"src/sched/idle/README.md": "# Idle\n**Parking.** Not **Waking.** \n"}

    def test_a_section_that_is_gone(self) -> None:
        tree = self.SECTIONS | {"src/sched/idle/park.hpp": HEADER + '// README.md,\n// "Waking"\n'}
        self.assert_finds(references.check, tree, "src/sched/idle/park.hpp:3", 'no section "Waking"')

    def test_a_section_of_another_folder(self) -> None:
        tree = self.SECTIONS | {"src/sched/wait/wait.hpp": HEADER + '// README.md, "Parking"\n'}
        self.assert_finds(references.check, tree, "src/sched/wait/wait.hpp:3", 'no section "Parking"')


class Hints(CheckerTest):
    def test_modules_of_one_name_are_looked_at_by_two_processes(self) -> None:
        self.write({"a/package/__init__.py": "", "a/package/part/__init__.py": ""})
        hints.ROOT = self.root
        paths = [*map(Path, ("a/main.py", "a/package/part/run.py", "b/run.py", "c/main.py", "c/run.py", "d/package.py"))]
        self.assertEqual(hints.grouped(paths), [paths[:3], paths[3:]])

    @unittest.skipUnless(shutil.which("mypy"), "`make check` alone installs it")
    def test_a_broken_promise_is_reported_in_each_group(self) -> None:
        self.write({"dev/mypy.ini": "[mypy]\ndisallow_untyped_defs = True\nexplicit_package_bases = True\n",
                    "a/run.py": "def one() -> int:\n    return 1\n", "b/run.py": "from part import two\n\ntwo(1)\n",
                    "b/part.py": "def two(text: str) -> None:\n    print(text)\n"})
        hints.ROOT = self.root
        self.assertTrue(hints.main())
        (self.root / "b/run.py").write_text("from part import two\n\ntwo('1')\n", encoding="utf-8")
        self.assertFalse(hints.main())

    def test_what_imports_a_changed_file_is_concerned_and_nothing_else(self) -> None:
        self.write({"p/lib/__init__.py": "", "p/lib/low.py": "", "p/lib/mid.py": "from lib.low import x\n",
                    "p/lib/part/__init__.py": "", "p/lib/part/near.py": "from .. import low\n",
                    "p/lib/other.py": "import json\n", "s/run.py": "def main():\n    import lib.mid\n",
                    "s/alone.py": "from lib import other\n"})
        hints.ROOT = self.root
        paths = [Path(name) for name in files(self.root, {".py"})]

        def concerned(*names: str) -> list[str]:
            return [str(path) for path in hints.concerned(paths, {self.root / name for name in names})]

        self.assertEqual(concerned("p/lib/low.py", "README.md"),
                         ["p/lib/low.py", "p/lib/mid.py", "p/lib/part/near.py", "s/run.py"])
        self.assertEqual(concerned("p/lib/other.py"), ["p/lib/other.py", "s/alone.py"])
        self.assertEqual(concerned("README.md"), [])
        for everything in ("dev/mypy.ini", "p/lib/gone.py"):
            self.assertEqual(len(concerned(everything)), len(paths))


class Tidy(unittest.TestCase):
    def chosen(self, *changed: str) -> list[str]:
        def unit(name: str, *headers: str) -> tidy.Unit:
            return tidy.Unit(tidy.ROOT / name, "", frozenset(tidy.ROOT / path for path in (name, *headers)))

        units = [unit("src/a/near.cpp", "src/a/near.hpp", "src/a/word.hpp", "src/a/kind.hpp"),
                 unit("src/b/far.cpp", "src/a/near.hpp", "src/a/word.hpp"),
                 unit("tests/unit/a/near_test.cpp", "src/a/near.hpp"),
                 unit("tests/unit/b/near_test.cpp", "src/a/near.hpp"),
                 unit("tests/unit/a/kind_test.cpp", "src/a/kind.hpp")]
        return [unit.name for unit in tidy.touched(units, {tidy.ROOT / name for name in changed})]

    def test_its_own_source_and_its_test_speak_for_a_header(self) -> None:
        self.assertEqual(self.chosen("src/a/near.hpp"), ["src/a/near.cpp", "tests/unit/a/near_test.cpp"])
        self.assertEqual(self.chosen("src/a/kind.hpp"), ["tests/unit/a/kind_test.cpp"])

    def test_the_smallest_that_includes_it_speaks_for_a_header_without_either(self) -> None:
        self.assertEqual(self.chosen("src/a/word.hpp"), ["src/b/far.cpp"])
        self.assertEqual(self.chosen("src/a/none.hpp", "README.md"), [])

    def test_what_is_compiled_together_is_read_file_by_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            together = Path(folder) / "Unity/unity_in_a_cxx.cxx"
            together.parent.mkdir()
            together.write_text('/* generated */\n#include "/s/x.cpp"\n\n#include "/s/y.cpp"\n', encoding="utf-8")
            entry = {"directory": folder, "file": str(together), "command": f"clang++ -O0 -o x.o -c {together}"}
            self.assertEqual([(one["file"], one["command"]) for one in tidy.each_file(entry)],
                             [("/s/x.cpp", "clang++ -O0 -c /s/x.cpp"), ("/s/y.cpp", "clang++ -O0 -c /s/y.cpp")])
        alone = {"directory": "/b", "file": "/s/x.cpp", "command": "clang++ -o x.o -c /s/x.cpp"}
        self.assertEqual(tidy.each_file(dict(alone)), [alone])

    def test_a_changed_source_comes_first_and_once(self) -> None:
        self.assertEqual(self.chosen("src/a/near.hpp", "src/a/near.cpp", "src/b/far.cpp"),
                         ["src/a/near.cpp", "src/b/far.cpp", "tests/unit/a/near_test.cpp"])


PRESETS = {
    "version": 6,
    "configurePresets": [{"name": name, "generator": "Ninja", "binaryDir": "${sourceDir}/build/" + name}
                         for name in ("release", "tsan")],
    "testPresets": [{"name": name, "configurePreset": name, "output": {"shortProgress": True}}
                    for name in ("release", "tsan")],
}


class Test(unittest.TestCase):
    """dev/test, where there is nothing to build."""

    def run_tests(self, preset: str, **tests: str) -> tuple[int, str]:
        """`tests`: of each its shell command. The status, and the closing summary."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "dev").mkdir()
        (self.root / "build" / preset).mkdir(parents=True)
        shutil.copy(Path(__file__).parent / "test", self.root / "dev/test")
        (self.root / "dev/build").symlink_to(shutil.which("true") or "")
        (self.root / "CMakePresets.json").write_text(json.dumps(PRESETS), encoding="utf-8")
        lines = [f'add_test([=[a.{name}]=] "sh" "-c" [=[{command}]=])\n' for name, command in tests.items()]
        (self.root / "build" / preset / "CTestTestfile.cmake").write_text("".join(lines), encoding="utf-8")
        result = subprocess.run([self.root / "dev/test", preset], capture_output=True, text=True, timeout=600)
        return result.returncode, result.stdout.partition("==== Summary")[2]

    def once(self, what: str) -> str:
        return f"echo said by {what}; test -e {what} || {{ touch {what}; exit 3; }}"

    def test_what_passes_when_run_again_is_named(self) -> None:
        status, summary = self.run_tests("release", good="true", bad=self.once("one"), other=self.once("two"))
        self.assertEqual(status, 0, summary)
        self.assertIn("33% tests passed, 2 tests failed out of 3", summary)
        for name in ("bad", "other"):
            self.assertIn(f"\n  unstable: a.{name} (failed, passed when run again alone)\n", summary)
        first = (self.root / "build/unstable/a.bad.log").read_text(encoding="utf-8")
        self.assertIn("said by one\n", first)
        self.assertNotIn("two", first)

    def test_what_fails_again_has_failed(self) -> None:
        status, summary = self.run_tests("release", bad=self.once("one"), worse="false")
        self.assertEqual(status, 1, summary)
        self.assertIn("2 tests failed out of 2", summary)

    def test_more_than_two_have_failed(self) -> None:
        status, summary = self.run_tests("release", **{name: self.once(name) for name in ("one", "two", "three")})
        self.assertEqual((status, "unstable" in summary), (1, False), summary)

    def test_a_sanitizer_reports_once(self) -> None:
        status, summary = self.run_tests("tsan", bad=self.once("one"))
        self.assertEqual((status, "unstable" in summary), (1, False), summary)

    def test_nothing_failed(self) -> None:
        status, summary = self.run_tests("release", good="true")
        self.assertEqual((status, "unstable" in summary), (0, False), summary)


if __name__ == "__main__":
    unittest.main()
