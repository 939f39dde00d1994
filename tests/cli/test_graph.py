#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo graph` and `rondo check graph` on whole programs of both compilers, by turns."""

import json
import os
import shutil
import tempfile
import unittest
from functools import cache
from pathlib import Path
from typing import Any

import support
from support import COMMAND, PROGRAMS, CommandLineTest, Result, by_turns, compilers, run

# Where a task begins: gcc says its first statement, clang the directive.
_BODY = {"gcc": 40, "clang": 39}
_OTHER_BODY = {"gcc": 37, "clang": 36}
_KEEPS_TASKS = {"RONDO_AT_ONCE_NS": "0"}  # tiny tasks, too, are queued and may be forecast
_EDGES = 2 * 6 * 5  # of a 6 x 6 wavefront
_SPREAD = {"RONDO_GRAPH_WAY": "spread"}  # each block uses its pattern, however long it took before, on a busy machine


def rondo(*arguments: str, env: dict[str, str] | None = None) -> Result:
    """As if no other test ran beside this one, where short graphs would not be replayed."""
    return support.rondo(*arguments, env={"RONDO_WITHOUT": "contention"} | (env or {}))


def program(compiler: str) -> str:
    return str(PROGRAMS / f"regions.{compiler}")


def graph(*arguments: str, compiler: str = "gcc") -> Result:
    return rondo("graph", "-n", "2", "--", program(compiler), *arguments)


def graph_json(*arguments: str, compiler: str = "gcc") -> list[dict[str, Any]]:
    """The regions of all processes."""
    result = rondo("graph", "-n", "2", "--json", "--", program(compiler), *arguments)
    document = json.loads(result.stdout)
    return [region for process in document["processes"] for region in process["regions"]]


def check(*arguments: str, compiler: str = "gcc") -> Result:
    return rondo("check", "graph", "-n", "2", "--", program(compiler), *arguments)


@cache
def plain_sum(what: str) -> str:
    """What the program prints without any record."""
    return rondo("run", "-n", "2", "--", program("gcc"), what, env={"RONDO_GRAPH": "false"}).stdout


class Graphs(CommandLineTest):
    def test_table(self) -> None:
        for compiler in compilers(0):
            with self.subTest(compiler=compiler):
                result = graph("clean", compiler=compiler)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertTrue(result.stdout.startswith(plain_sum("clean")), result.stdout)
                for words in ("regions.c:30", "pure: rondo_same_data() was given", f"{_EDGES} after reduction",
                              "36 tasks", f"regions.c:{_BODY[compiler]}", "bytes a node",
                              "(1 pure and 0 re-capture instances)"):
                    self.assertIn(words, result.stdout)

    def test_json(self) -> None:
        for compiler in compilers(1):
            with self.subTest(compiler=compiler):
                [region] = graph_json("clean", compiler=compiler)
                self.assertEqual((region["construct"], region["line"], region["id"]), ("taskgraph", 30, 0))
                self.assertTrue(region["file"].endswith("regions.c"))
                self.assertEqual((region["mode"], region["replays"], region["findings"]), ("pure", 4, []))
                self.assertEqual(region["events"]["recorded"], 1)
                shape = region["graph"]
                self.assertEqual((shape["nodes"], shape["depth"], shape["width"]), (36, 11, 6))
                self.assertEqual(shape["edges"], {"created": _EDGES, "distinct": _EDGES, "kept": _EDGES,
                                                  "crossing": 0})
                self.assertGreater(shape["work_us"], 0)
                self.assertGreaterEqual(shape["work_us"], shape["span_us"])
                self.assertAlmostEqual(shape["parallelism"], shape["work_us"] / shape["span_us"])
                self.assertEqual(shape["instances"], {"pure": 1, "recapture": 0})
                self.assertEqual(set(shape["bytes"]), {"per_node", "per_edge", "data", "total"})
                [body] = shape["bodies"]
                self.assertEqual((Path(body["file"]).name, body["line"]), ("regions.c", _BODY[compiler]))
                self.assertEqual(sum(len(node["successors"]) for node in shape["node_list"]), _EDGES)
                self.assertEqual([node["level"] for node in shape["node_list"][:7]], [0, 1, 2, 3, 4, 5, 1])

    def test_why_a_mode_was_used(self) -> None:
        for compiler, (what, mode, words) in by_turns((("recapture", "re-capture", "no rondo_same_data()"),
                                                       ("refused", "ordinary tasks", "undeferred"))):
            [region] = graph_json(what, compiler=compiler)
            self.assertEqual(region["mode"], mode)
            self.assertIn(words, region["why"])
        for compiler in compilers(0):
            [region] = graph_json("number", compiler=compiler)
            self.assertEqual(region["events"]["mismatch"], 2)
            self.assertTrue(any("fewer tasks" in note for note in region["notes"]), region["notes"])

    def test_regions_in_cpp(self) -> None:
        # gcc copies variables that a lambda expression has captured by a function of its own, like objects.
        for compiler, mode, status in (("gxx", "re-capture", 0), ("clangxx", "pure", 1)):
            with self.subTest(compiler=compiler):
                objects, numbers = graph_json(compiler=compiler)
                self.assertTrue(objects["file"].endswith("regions.cpp"))
                self.assertEqual((objects["line"], numbers["line"]), (16, 21))
                self.assertEqual((objects["mode"], numbers["mode"]), ("re-capture", mode))
                self.assertIn("objects that cannot be copied as bytes", objects["why"])
                self.assertTrue(objects["graph"]["bodies"][0]["file"].endswith("regions.cpp"))
                result = check("stale", compiler=compiler)
                self.assertEqual(result.returncode, status, result.stdout)
                found = "regions.cpp:21 (graph id 0): the region captures 1 (recorded: 0)"
                self.assertEqual(found in result.stdout, status == 1, result.stdout)

    def test_regions_and_ids_are_apart(self) -> None:
        regions = graph_json("two")
        self.assertEqual([(region["line"], region["id"]) for region in regions], [(30, 0), (74, 0), (74, 1)])
        self.assertEqual([region["replays"] for region in regions], [4, 2, 1])

    def test_tasks_that_repeat_without_a_directive(self) -> None:
        for compiler in compilers(1):
            with self.subTest(compiler=compiler):
                command = ("-n", "2")
                result = rondo("graph", "--no-autograph", *command, "--", str(PROGRAMS / f"repeats.{compiler}"),
                               env=_KEEPS_TASKS)
                self.assertIn("no task graph region was encountered", result.stderr)
                result = rondo("graph", *command, "--", str(PROGRAMS / f"repeats.{compiler}"), env=_KEEPS_TASKS)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertRegex(result.stdout, r"(?s)found without a directive\n  (sweep )?repeats.c:\d+\n"
                                 r"    repeats after 36 tasks with 108 dependences and \d+ edges: \d+ tasks forecast, "
                                 r"taken down 1 time\n    ended 1 time: a dependence was of another kind\n$")
                result = rondo("graph", "--autograph", *command, "--json", "--", str(PROGRAMS / f"repeats.{compiler}"),
                               env=_KEEPS_TASKS)
                [process] = json.loads(result.stdout)["processes"]
                self.assertEqual(process["regions"], [])
                [row] = process["automatic"]["repetitions"]
                self.assertEqual((row["period"], row["dependences"], row["recorded"]), (36, 108, 1))
                self.assertGreater(row["forecast"], 20 * 36)
                self.assertEqual({why: n for why, n in row["misses"].items() if n}, {"kind": 1})

    def test_status_and_output_are_the_programs(self) -> None:
        result = graph("clean", "7")
        self.assertEqual(result.returncode, 7)
        result = rondo("graph", "--json", "--", program("gcc"), "clean", "3")
        self.assertEqual((result.returncode, result.stderr), (3, plain_sum("clean")))

    def test_processes_that_do_not_end_by_exit(self) -> None:
        for what, status in (("killed", 128 + 9), ("quit", 0)):
            result = graph(what)
            self.assertEqual(result.returncode, status)
            self.assertIn("did not end by exit()", result.stdout)
            self.assertIn(f"{_EDGES} after reduction", result.stdout)

    def test_a_forked_child_reports_for_itself(self) -> None:
        result = rondo("graph", "-n", "2", "--json", "--", program("gcc"), "child")
        [process] = json.loads(result.stdout)["processes"]
        self.assertEqual(process["regions"][0]["replays"], 4)

    def test_a_forked_child_does_not_report_for_its_parent(self) -> None:
        for name in ("regions", "repeats"):
            with self.subTest(program=name):
                result = rondo("graph", "-n", "2", "--json", "--", str(PROGRAMS / f"{name}.gcc"), "parent",
                               env=_KEEPS_TASKS)
                [process] = json.loads(result.stdout)["processes"]
                self.assertTrue(process["regions"] or process["automatic"])

    def test_every_process_of_a_script(self) -> None:
        result = rondo("graph", "--json", "--", "sh", "-c", f"{program('gcc')} clean; exec {program('clang')} clean")
        programs = [Path(process["program"]).name for process in json.loads(result.stdout)["processes"]]
        self.assertEqual(programs, ["regions.gcc", "regions.clang"])

    def test_no_region(self) -> None:
        result = graph("none")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertIn("no task graph region was encountered, and no tasks ", result.stderr)
        self.assertIn("marked with #pragma omp taskgraph ", result.stderr)

    def test_programs_that_cannot_be_executed(self) -> None:
        for command in (("graph",), ("check", "graph")):
            self.assert_error(rondo(*command, "--", "./no/such/file"), 127, "./no/such/file", "does not exist")

    def test_drawing(self) -> None:
        result = rondo("graph", "--dot", "--boxes", "10", "--", program("gcc"), "clean")
        self.assertTrue(result.stdout.startswith("digraph rondo {"), result.stdout)
        self.assertIn("36 nodes, 60 edges, in 6 boxes", result.stdout)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "graph.dot"
            result = rondo("graph", "--dot", "-o", str(file), "--", program("gcc"), "clean")
            self.assertEqual(result.stdout, plain_sum("clean"))
            text = file.read_text()
            self.assertEqual(text.count("->"), _EDGES)
            result = rondo("graph", "--dot", "-o", folder, "--", program("gcc"), "clean")
            self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1))
            self.assertIn("choose another file", result.stderr)

    def test_svg_without_graphviz_says_what_to_install(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            result = run(COMMAND, "graph", "--svg", "--", program("gcc"), "clean", env={"PATH": folder})
            self.assert_error(result, 1, "apt-get install graphviz", "--dot")

    def test_svg_is_what_graphviz_makes_of_the_drawing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            stand_in = Path(folder) / "dot"
            stand_in.write_text("#!/bin/sh\necho \"<svg><!-- $* --></svg>\"\ncat > drawing.dot\n")
            stand_in.chmod(0o755)
            path = f"{folder}:{os.environ['PATH']}"
            result = run(COMMAND, "graph", "--svg", "--", program("gcc"), "clean", env={"PATH": path},
                         cwd=Path(folder))
            self.assertEqual(result.stdout, "<svg><!-- -Tsvg --></svg>\n", result.stderr)
            self.assertIn("digraph rondo", (Path(folder) / "drawing.dot").read_text())

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_svg(self) -> None:
        result = rondo("graph", "--svg", "--", program("gcc"), "clean")
        self.assertIn("<svg", result.stdout)

    def test_command_line(self) -> None:
        self.assert_error(rondo("graph"), 2, "no program to run", "rondo graph -- PROGRAM")
        self.assert_error(rondo("graph", "--jsn", "--", "true"), 2, "--jsn")
        self.assert_error(rondo("graph", "--json", "--dot", "--", "true"), 2, "--dot")
        self.assert_error(rondo("graph", "--boxes", "0", "--", "true"), 2, "--boxes", "0 is not in")
        for command in (("graph",), ("check", "graph"), ("check",)):
            result = rondo(*command, "--help")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("-- PROGRAM [ARGS...]", result.stdout)

    def test_a_report_that_cannot_be_written(self) -> None:
        result = rondo("run", "-n", "2", "--", program("gcc"), "clean", env={"RONDO_GRAPH_REPORT": "/no/such/folder/r"})
        self.assertEqual((result.returncode, result.stdout), (0, plain_sum("clean")))
        self.assertRegex(result.stderr, r"\Arondo: cannot write .*/no/such/folder/r\.\d+ \(No such.*\); set [^\n]*\n\Z")


def regions_of(name: str, what: str, env: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """Of a run of another program."""
    result = rondo("graph", "-n", "2", "--json", "--", str(PROGRAMS / name), what, env=env)
    [process] = json.loads(result.stdout)["processes"]
    regions: list[dict[str, Any]] = process["regions"]
    return regions


def loop_json(what: str, compiler: str = "gcc") -> list[dict[str, Any]]:
    return regions_of(f"loops.{compiler}", what)


class Directives(CommandLineTest):
    """Ten cells in a row: what is said uses the words of directives."""

    def test_why_replays_are_as_they_are(self) -> None:
        for compiler, (what, mode, why) in by_turns((
            ("none", "re-capture", "data is captured anew: there is no clause recurrent"),
            ("recurrent", "pure", "the clause recurrent was given"),
            ("inputs", "pure", "the values that its tasks depend on are known"),
        )):
            with self.subTest(compiler=compiler, what=what):
                [region] = regions_of(f"directives.{compiler}", what)
                self.assertEqual((region["written_as"], region["mode"], region["replays"]), ("directive", mode, 3))
                self.assertIn(why, region["why"])
        [region] = regions_of("regions.gcc", "clean")
        self.assertEqual((region["written_as"], region["why"]), ("rondo.h", "rondo_same_data() was given"))

    def test_findings(self) -> None:
        result = rondo("check", "graph", "--", str(PROGRAMS / "directives.gcc"), "stale")
        self.assertEqual(result.returncode, 1)
        self.assertIn("drop the clause recurrent, or reset the record (the clause graph_reset)", result.stdout)

    def test_a_body_below_two_steps_of_the_clock(self) -> None:
        result = rondo("graph", "--", str(PROGRAMS / "directives.gcc"), "short")
        self.assertRegex(result.stdout, r"(?m)^  1 task step directives.c:\d+, less than .*: two steps of the clock$")
        self.assertIn("times: not measured, most of the tasks are shorter than two steps of the clock", result.stdout)
        [region] = regions_of("directives.gcc", "short")
        self.assertEqual((region["graph"]["work_us"], region["graph"]["node_list"][0]["us"]), (None, None))

    def test_a_row_is_one_box(self) -> None:
        result = rondo("graph", "--dot", "--", str(PROGRAMS / "directives.gcc"), "recurrent")
        self.assertIn("10 nodes, 9 edges, in 1 box", result.stdout)
        self.assertIn("10 nodes one after the other", result.stdout)


class Loops(CommandLineTest):
    """Five cells, each behind the one before and, in the next iteration, behind the one after."""

    def test_table(self) -> None:
        result = rondo("graph", "-n", "2", "--", str(PROGRAMS / "loops.gcc"), "unroll")
        for words in ("loops.c:38 (unroll 2)", "cyclic: the loop's code ran for 2 iterations only", "10 tasks cells",
                      "12 in a round of 2 iterations, 4 into the next round"):
            self.assertIn(words, result.stdout)

    def test_json(self) -> None:
        for compiler, (what, mode) in by_turns((("clean", "cyclic"), ("update", "cyclic, re-capture"))):
            with self.subTest(compiler=compiler, what=what):
                [loop] = loop_json(what, compiler)
                self.assertEqual((loop["construct"], loop["line"], loop["id"]), ("taskiter", 38, 1))
                self.assertEqual((loop["mode"], loop["replays"]), (mode, 19))
                self.assertEqual((loop["events"]["loop"], loop["events"]["recorded"]), (1, 1))
                round_of_it = loop["graph"]
                self.assertEqual((round_of_it["nodes"], round_of_it["iterations"]), (5, 1))
                self.assertEqual((round_of_it["edges"]["kept"], round_of_it["edges"]["crossing"]), (8, 4))
                nodes = round_of_it["node_list"]
                self.assertEqual([node["successors"] for node in nodes], [[1], [2], [3], [4], []])
                self.assertEqual([node["crossing"] for node in nodes], [[], [0], [1], [2], [3]])
                self.assertGreater(round_of_it["work_us"], 0)

    def test_each_encounter_counts_and_the_newest_graph_stays(self) -> None:
        [loop] = loop_json("twice")
        self.assertEqual((loop["replays"], loop["events"]["loop"], loop["graph"]["nodes"]), (38, 2, 5))

    def test_the_end_of_a_while_loops_body_is_a_wait_without_a_time(self) -> None:
        for what, at in (("while", 6), ("wait", 5)):
            [loop] = loop_json(what)
            node = loop["graph"]["node_list"][at]
            self.assertEqual((node["body"], node["us"]), (None, None))
            self.assertEqual(loop["mode"], "cyclic")

    def test_why_iterations_are_ordinary_tasks(self) -> None:
        for what, words in {"refused": "undeferred", "short": "no iteration after the recorded ones",
                            "empty": "creates no task", "off": "if clause", "early": "to its end"}.items():
            with self.subTest(what=what):
                [loop] = loop_json(what)
                self.assertEqual((loop["mode"], loop["replays"], loop["graph"]), ("ordinary tasks", 0, None))
                self.assertIn(words, loop["why"])
        [region, loop] = loop_json("region")
        end_of_loop = 1  # a wait: what follows the loop in the region comes after it
        self.assertEqual((region["construct"], region["graph"]["nodes"]), ("taskgraph", 100 + end_of_loop))
        self.assertIn("part of another region's graph", loop["why"])

    def test_a_loop_that_does_not_repeat_itself(self) -> None:
        [loop] = loop_json("number")
        self.assertEqual((loop["events"]["mismatch"], loop["replays"]), (1, 9))
        self.assertTrue(any("did not repeat itself once" in note for note in loop["notes"]), loop["notes"])

    def test_drawing(self) -> None:
        result = rondo("graph", "--dot", "--", str(PROGRAMS / "loops.clang"), "clean")
        self.assertEqual((result.stdout.count("->"), result.stdout.count("style=dashed")), (8, 4))
        self.assertIn("a round of one iteration: 5 nodes, 4 edges, 4 into the next round", result.stdout)

    def test_a_process_that_is_killed(self) -> None:
        [loop] = loop_json("killed")
        self.assertIsNone(loop["replays"])
        self.assertEqual((loop["graph"]["nodes"], loop["graph"]["work_us"]), (5, None))

    def test_iterations_are_checked(self) -> None:
        for what, compiler, n_checked in (("clean", "gcc", 19), ("update", "clang", 19), ("unroll", "gcc", 9),
                                          ("while", "clang", 19), ("wait", "gcc", 19), ("twice", "clang", 38)):
            with self.subTest(compiler=compiler, what=what):
                result = rondo("check", "graph", "--", str(PROGRAMS / f"loops.{compiler}"), what)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn(f"{n_checked} iterations compared with their records: nothing was found", result.stdout)

    def test_what_iterations_do_otherwise(self) -> None:
        for turn, (what, words) in enumerate({
            "number": ("creates 4 tasks and waits in a later iteration where 5 were recorded",),
            "control": ("captures 1 (recorded: 0)", "in a later iteration", "add update"),
            "reference": ("changes, outside of tasks, a variable that task 5 captures by reference", "add update"),
            "swapped": ("gives task 0 other dependences in a later iteration", "unroll"),
        }.items()):
            found = []
            for compiler in compilers(turn):
                with self.subTest(compiler=compiler, what=what):
                    result = rondo("check", "graph", "--", str(PROGRAMS / f"loops.{compiler}"), what)
                    self.assertEqual((result.returncode, result.stderr), (1, ""))
                    self.assertRegex(result.stdout, r"loops\.c:[0-9]+: the loop ")
                    for word in words:
                        self.assertIn(word, result.stdout)
                    n_findings = "2 findings" if what == "swapped" else "1 finding"  # it captures the two as well
                    self.assertIn(f"19 iterations compared with their records: {n_findings}\n", result.stdout)
                    found.append(result.stdout.splitlines()[0])
            if what in ("control", "reference"):
                plain = rondo("run", "--", str(PROGRAMS / "loops.gcc"), what, env={"RONDO_GRAPH": "0"})
                self.assertEqual(set(found), {plain.stdout.splitlines()[0]}, "results are those of the plain loop")

    def test_loops_that_are_not_compared(self) -> None:
        for what in ("refused", "early"):
            result = rondo("check", "graph", "--", str(PROGRAMS / "loops.gcc"), what)
            self.assertEqual(result.returncode, 0)
            self.assertIn("0 encounters compared with their records: nothing was found", result.stdout)


class Patterns(CommandLineTest):
    """Five tasks in a row, four times."""

    def test_table(self) -> None:
        result = rondo("graph", "-n", "2", "--", str(PROGRAMS / "patterns.gcc"), "clean")
        for words in ('dep_pattern "row of 5"', "pattern: blocks take", "5 tasks of any code", "4 after reduction"):
            self.assertIn(words, result.stdout)
        self.assertNotIn("-g", result.stdout.splitlines()[-1])

    def test_json(self) -> None:
        for compiler in compilers(1):
            [tag] = regions_of(f"patterns.{compiler}", "clean", _SPREAD)
            self.assertEqual((tag["construct"], tag["file"], tag["line"]), ("dep_pattern", "row of 5", 0))
            self.assertEqual((tag["mode"], tag["replays"], tag["events"]["recorded"]), ("pattern", 3, 1))
            nodes = tag["graph"]["node_list"]
            self.assertEqual([node["successors"] for node in nodes], [[1], [2], [3], [4], []])

    def test_a_block_that_differs(self) -> None:
        [tag] = regions_of("patterns.gcc", "differ", _SPREAD)
        self.assertEqual((tag["events"]["mismatch"], tag["events"]["recorded"], tag["replays"]), (1, 2, 2))
        self.assertTrue(any("another one than the pattern says" in note for note in tag["notes"]), tag["notes"])

    def test_why_blocks_create_ordinary_tasks(self) -> None:
        for what, words in {"refused": "undeferred", "final": "is final"}.items():
            [tag] = regions_of("patterns.clang", what)
            self.assertEqual((tag["mode"], tag["graph"]), ("ordinary tasks", None))
            self.assertIn(words, tag["why"])
        [_, tag] = regions_of("patterns.clang", "region")
        self.assertIn("part of another region's graph", tag["why"])
        [tag] = regions_of("patterns.clang", "early", _SPREAD)
        self.assertEqual((tag["mode"], tag["events"]["left_early"]), ("pattern", 1))

    def test_a_pattern_from_a_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            env = {"RONDO_PATTERNS": f"{folder}/patterns"}
            [tag] = regions_of("patterns.gcc", "clean", env)
            self.assertEqual((tag["events"]["recorded"], tag["events"]["loaded"]), (1, 0))
            [tag] = regions_of("patterns.gcc", "clean", env | _SPREAD)  # not first plain
            self.assertEqual((tag["events"]["recorded"], tag["events"]["loaded"], tag["replays"]), (0, 1, 4))
            self.assertIn("loaded from a file", tag["notes"])
            self.assertEqual(tag["graph"]["nodes"], 5)

    def test_blocks_are_checked(self) -> None:
        result = rondo("check", "graph", "--", str(PROGRAMS / "patterns.gcc"), "clean")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("3 blocks compared with their records: nothing was found", result.stdout)
        result = rondo("check", "graph", "--", str(PROGRAMS / "patterns.gcc"), "differ")
        self.assertEqual(result.returncode, 1)
        self.assertIn('dep_pattern "row of 5": a block does not fit the pattern: ', result.stdout)
        self.assertIn("2 blocks compared with their records: 1 finding", result.stdout)


class Checks(CommandLineTest):
    def test_programs_that_do_what_was_recorded(self) -> None:
        for compiler, what in by_turns(("clean", "recapture", "two", "padding")):
            with self.subTest(compiler=compiler, what=what):
                result = check(what, "5", compiler=compiler)
                self.assertEqual((result.returncode, result.stderr), (5, ""), result.stdout)
                self.assertIn("compared with their records: nothing was found", result.stdout)
                self.assertTrue(result.stdout.startswith(plain_sum(what)))

    def test_each_drift_is_found_with_file_and_line(self) -> None:
        for compiler, (what, words) in by_turns({
            "stale": ("captures 1 (recorded: 0)", "of the data of task 0", "drop rondo_same_data()"),
            "order": ("makes task 12 wait for task 7", "does not order"),
            "number": ("creates 30 tasks and waits where 36 were recorded",),
            "body": ("creates task 6 with another body", "regions.c:{body}\n", "regions.c:{other}\n"),
        }.items()):
            with self.subTest(compiler=compiler, what=what):
                result = check(what, compiler=compiler)
                self.assertEqual((result.returncode, result.stderr), (1, ""))
                # Whatever is found, the results are right.
                self.assertTrue(result.stdout.startswith(plain_sum(what)), result.stdout)
                self.assertIn("regions.c:30 (graph id 0): the region ", result.stdout)
                for word in words:
                    self.assertIn(word.format(body=_BODY[compiler], other=_OTHER_BODY[compiler]), result.stdout)
                self.assertIn("with their records: 1 finding\n", result.stdout)

    def test_json(self) -> None:
        result = rondo("check", "graph", "--json", "--", program("clang"), "stale")
        self.assertEqual(result.returncode, 1)
        [region] = json.loads(result.stdout)["processes"][0]["regions"]
        self.assertEqual((region["mode"], region["events"]["checked"]), ("checked", 4))
        [finding] = region["findings"]
        self.assertEqual((finding["kind"], finding["node"], finding["places"]), ("data", 0, 4 * 36))
        self.assertEqual(finding["body"]["line"], _BODY["clang"])

    def test_findings_of_a_process_that_is_killed(self) -> None:
        result = check("killed")
        self.assertEqual(result.returncode, 128 + 9)
        self.assertIn("did not end by exit()", result.stderr)

    def test_by_environment_alone(self) -> None:
        for compiler in compilers(1):
            result = rondo("run", "-n", "2", "--", program(compiler), "stale", env={"RONDO_CHECK": "graph"})
            self.assertEqual((result.returncode, result.stdout), (0, plain_sum("stale")))
            finding, summary = result.stderr.splitlines()
            self.assertRegex(finding, r"^rondo: graph check: the region at .*regions\.c:30 \(graph id 0\) captures .*;")
            self.assertEqual(summary, "rondo: graph check: 4 encounters compared with their records, 1 finding")

    def test_nothing_to_compare(self) -> None:
        result = check("none", "4")
        self.assertEqual(result.returncode, 4)
        self.assertIn("nothing was compared", result.stderr)

    def test_command_line(self) -> None:
        self.assert_error(rondo("check"), 2, "nothing to check", "rondo check graph -- PROGRAM")
        self.assert_error(rondo("check", "grap", "--", "true"), 2, "'grap'")
        self.assert_error(rondo("check", "graph"), 2, "no program")
        result = rondo("run", "--", program("gcc"), "clean", env={"RONDO_CHECK": "graphs"})
        self.assertEqual(result.stdout, plain_sum("clean"))
        self.assertRegex(result.stderr, r"\Arondo: RONDO_CHECK='graphs' is neither graph nor none; [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
