#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo trace` on whole programs of both compilers, by turns: the file has what the program has done, however it has
ended."""

import io
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from typing import Any

import otf2
from rondo.trace import perfetto, schema
from rondo.trace.quotas import Periods
from rondo.trace.rings import Process
from rondo.trace.timeline import LastWords, Thread, Timeline
from rondo.trace.watch import Sample, of_process
from rondo.why.occupation import Occupation, State
from support import PROGRAMS, CommandLineTest, Result, by_turns, compilers, rondo

_SIDE = 8  # traced.c's wavefront
_EDGES = 2 * _SIDE * (_SIDE - 1)
_TASK = "wavefront traced.c:24"  # gcc and clang: the directive


class Trace:
    """What is in a file."""

    def __init__(self, path: Path) -> None:
        message = schema.trace_class()()
        message.ParseFromString(path.read_bytes())
        self.slices: Counter[str] = Counter()  # by name
        self.categories: Counter[str] = Counter()
        self.cut_off: Counter[str] = Counter()
        self.instants: Counter[str] = Counter()
        self.counters: Counter[int] = Counter()  # by track
        self.depth: Counter[int] = Counter()
        self.arrows_out: list[int] = []
        self.arrows_in: list[int] = []
        self.processes: set[int] = set()
        self.threads: set[int] = set()
        last: dict[int, int] = {}
        texts: dict[tuple[str, int, int], str] = {}
        for packet in message.packet:
            sequence = packet.trusted_packet_sequence_id
            for table in ("event_names", "event_categories", "debug_annotation_names"):
                for entry in getattr(packet.interned_data, table):
                    texts[table, sequence, entry.iid] = entry.name
            if packet.track_descriptor.HasField("process"):
                self.processes.add(packet.track_descriptor.process.pid)
            if packet.track_descriptor.HasField("thread"):
                self.threads.add(packet.track_descriptor.thread.tid)
            if packet.HasField("track_event"):
                track = packet.track_event.track_uuid
                if packet.timestamp < last.get(track, 0):
                    raise AssertionError("time goes back")
                last[track] = packet.timestamp
                self._read(packet.track_event, sequence, texts)

    def n_edges(self) -> int:
        """Arrows that are neither of creations nor of steals."""
        return len(self.arrows_out) - self.instants["create"] - self.instants["steal"]

    def _read(self, event: Any, sequence: int, texts: dict[tuple[str, int, int], str]) -> None:
        if event.type == schema.COUNTER:
            self.counters[event.track_uuid] += 1
            return
        if event.type == schema.SLICE_END:
            self.depth[event.track_uuid] -= 1
            if self.depth[event.track_uuid] < 0:
                raise AssertionError("an end without a beginning")
            return
        name = texts["event_names", sequence, event.name_iid]
        self.arrows_out += event.flow_ids
        self.arrows_in += event.terminating_flow_ids
        if event.type == schema.INSTANT:
            self.instants[name] += 1
            return
        self.depth[event.track_uuid] += 1
        self.slices[name] += 1
        category = texts["event_categories", sequence, event.category_iids[0]]
        self.categories[category] += 1
        notes = {texts["debug_annotation_names", sequence, note.name_iid] for note in event.debug_annotations}
        if "cut off" in notes:
            self.cut_off[category] += 1


class Archive:
    """What is in an archive of OTF2: its regions, and its messages by communicator and tag."""

    def __init__(self, folder: Path) -> None:
        self.entered: Counter[str] = Counter()
        self.left: Counter[str] = Counter()
        self.places: dict[str, tuple[str, int]] = {}
        self.sent: Counter[str] = Counter()  # by communicator
        self.first_ends: dict[tuple[str, int], tuple[int, str, str]] = {}  # when, from whom, to whom
        self.last_ends: dict[tuple[str, int], tuple[int, str, str]] = {}
        with otf2.reader.open(str(folder / "traces.otf2")) as reader:
            self.n_locations = len(reader.definitions.locations)
            for location, event in reader.events:
                if isinstance(event, (otf2.events.MpiSend, otf2.events.MpiRecv)):
                    self._read_message(location, event)
                    continue
                (self.entered if isinstance(event, otf2.events.Enter) else self.left)[event.region.name] += 1
                file = Path(event.region.source_file or "").name
                self.places[event.region.name] = file, event.region.begin_line_number

    def _read_message(self, location: Any, event: Any) -> None:
        key = event.communicator.name, event.msg_tag
        ranks = [member.name for member in event.communicator.group.members]
        if isinstance(event, otf2.events.MpiSend):
            self.sent[key[0]] += 1
            self.first_ends[key] = event.time, location.name, ranks[event.receiver]
        else:
            self.last_ends[key] = event.time, ranks[event.sender], location.name


class Traces(CommandLineTest):
    def trace(self, what: str, compiler: str, *options: str) -> tuple[Result, Trace | None]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out.pftrace"
            result = rondo("trace", "-o", str(path), *options, "--", str(PROGRAMS / f"traced.{compiler}"), what)
            return result, Trace(path) if path.exists() else None

    def read(self, what: str, compiler: str, *options: str, status: int = 0) -> tuple[Result, Trace]:
        result, trace = self.trace(what, compiler, *options)
        self.assertEqual((result.returncode, result.stdout), (status, ""), result.stderr)
        assert trace is not None
        self.assertEqual(set(trace.depth.values()), {0})
        self.assertEqual(sorted(trace.arrows_out), sorted(trace.arrows_in))
        self.assertEqual(len(set(trace.arrows_out)), len(trace.arrows_out))
        return result, trace

    def test_everything_that_the_program_does(self) -> None:
        for compiler in compilers(0):
            with self.subTest(compiler=compiler):
                result, trace = self.read("counts", compiler)
                self.assertIn(f"{_SIDE * _SIDE + 3} tasks on 3 threads; open it at", result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
                self.assertEqual(trace.slices[_TASK], _SIDE * _SIDE)
                self.assertEqual(trace.categories["task"], _SIDE * _SIDE + 3)
                self.assertEqual(trace.n_edges(), _EDGES)
                self.assertEqual(trace.categories["parallel region"], 2)
                self.assertEqual(trace.categories["implicit task"], 5)
                self.assertEqual(trace.categories["taskgroup"], 3)
                self.assertEqual(trace.slices["wait for critical: counts traced.c:36"], 50)
                self.assertEqual(trace.slices["taskwait: counts traced.c:45"], 3)
                self.assertEqual(trace.slices["barrier: counts traced.c:39"], 3)
                self.assertEqual(trace.slices["parallel region: counts traced.c:32"], 1)
                self.assertFalse({"task", "parallel region", "taskgroup"} & set(trace.cut_off))  # a worker may be late
                self.assertEqual((len(trace.processes), len(trace.threads)), (1, 3))
                self.assertGreaterEqual(trace.instants["processor"], 3)  # each thread is somewhere

    def test_places_are_the_programs(self) -> None:
        # The functions of rondo.h are inlined where the program has its region.
        for compiler in compilers(1):
            with self.subTest(compiler=compiler), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "out.pftrace"
                result = rondo("trace", "-o", str(path), "--", str(PROGRAMS / f"regions.{compiler}"), "clean")
                self.assertEqual(result.returncode, 0, result.stderr)
                names = [name for name in Trace(path).slices if "regions.c:" in name or "rondo.h:" in name]
                self.assertTrue(any(name.startswith("taskgroup") for name in names), names)
                self.assertFalse([name for name in names if "rondo.h:" in name])

    def test_blocked_tasks(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path, archive = Path(folder) / "out.pftrace", Path(folder) / "archive"
            result = rondo("trace", "-o", str(path), "--otf2", str(archive), "--", str(PROGRAMS / "planted.clang"),
                           "blocked")
            self.assertEqual(result.returncode, 0, result.stderr)
            trace, written = Trace(path), Archive(archive)
        self.assertEqual(set(trace.depth.values()), {0})
        self.assertEqual((trace.categories["task"], trace.categories["task that goes on"]), (15, 5))
        self.assertEqual(sorted(trace.arrows_out), sorted(trace.arrows_in))
        self.assertEqual(written.entered, written.left)
        self.assertEqual(written.sent["dependences"], 5 * 2 + 4 * 2)
        self.assertEqual(written.first_ends.keys(), written.last_ends.keys())

    def test_however_the_process_ends(self) -> None:
        ends = {"exit": 3, "_exit": 3, "kill": 128 + 9, "crash": 128 + 11, "abort": 128 + 6}
        for compiler, (what, status) in by_turns(ends.items()):
            with self.subTest(compiler=compiler, what=what):
                _, trace = self.read(what, compiler, status=status)
                self.assertEqual(trace.categories["task"], 3)
                self.assertEqual(trace.cut_off["task"], 0 if what == "exit" else 1)  # exit() ends what is open
                self.assertGreaterEqual(trace.categories["implicit task"], 2)

    def test_a_child_has_a_trace_of_its_own(self) -> None:
        for compiler in compilers(0):
            with self.subTest(compiler=compiler):
                _, trace = self.read("fork", compiler)
                self.assertEqual(len(trace.processes), 2)
                self.assertEqual(trace.slices[_TASK], 3 * _SIDE * _SIDE)
                self.assertEqual(trace.categories["parallel region"], 3)
                self.assertEqual(trace.n_edges(), 3 * _EDGES)

    def test_what_has_no_room_is_said(self) -> None:
        for compiler in compilers(1):
            with self.subTest(compiler=compiler):
                result, trace = self.read("many", compiler, "--memory", "1")
                # 40000 tasks of three events; of 65536 that have room, some belong to the chunk that is written over.
                self.assertRegex(result.stderr, r"rondo: [567]\d{4} events had no room and are not in the trace")
                self.assertIn("--memory", result.stderr)
                self.assertGreater(trace.categories["task"], 15000)
                self.assertLess(trace.categories["task"], 22000)
                _, whole = self.read("many", compiler, "--memory", "8")
                self.assertEqual(whole.categories["task"], 40000)

    def test_the_same_as_an_archive_of_otf2(self) -> None:
        for compiler in compilers(0):
            with self.subTest(compiler=compiler), tempfile.TemporaryDirectory() as folder:
                archive = Path(folder) / "archive"
                _, trace = self.read("counts", compiler, "--otf2", str(archive))
                found = Archive(archive)
                self.assertEqual(found.n_locations, 3)
                self.assertEqual(found.entered, trace.slices)
                self.assertEqual(found.left, found.entered)
                self.assertEqual(found.places[_TASK], ("traced.c", 24))
                self.check_arrows(found, trace)
                self.assertEqual(found.sent["dependences"], _EDGES)
                again = rondo("trace", "-o", f"{folder}/again", "--otf2", str(archive), "--", "true")
                self.assert_error(again, 1, "is there already")

    def check_arrows(self, found: "Archive", trace: Trace) -> None:
        """As many as in the file for the Perfetto UI; each has both ends, at the threads that they name, in order."""
        self.assertEqual(found.sent["dependences"], trace.n_edges())
        self.assertEqual(trace.instants["robbed"], trace.instants["steal"])
        self.assertEqual(found.sent["created elsewhere"], trace.instants["create"])
        self.assertEqual(found.sent["steals"], trace.instants["steal"])
        self.assertEqual(found.first_ends.keys(), found.last_ends.keys())
        for key, (ns, sender, receiver) in found.first_ends.items():
            self.assertEqual(found.last_ends[key][1:], (sender, receiver))
            self.assertLessEqual(ns, found.last_ends[key][0])

    def test_arrows_of_steals(self) -> None:
        """Tasks that sleep, created by one thread: the other one steals some."""
        for compiler in compilers(1):
            with self.subTest(compiler=compiler), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "out.pftrace"
                archive = Path(folder) / "archive"
                result = rondo("trace", "-o", str(path), "--otf2", str(archive), "--",
                               str(PROGRAMS / f"planted.{compiler}"), "healthy tasks")
                self.assertEqual(result.returncode, 0, result.stderr)
                found = Archive(archive)
                self.check_arrows(found, Trace(path))
                self.assertGreater(found.sent["steals"], 0)

    def test_what_was_seen_from_outside(self) -> None:
        process = Process(7, 1, "program", 1000, [], 0)
        thread = Thread(0, 0, 70, 1, 0, 4_000_000)
        built = Timeline(process, [thread], {}, [], {}, 4_000_000, {70: LastWords(4_000_000, 2_000_000, 14)})
        seen = {(7, 70): [Sample(2_001_000, 500_000, 8, 0, 0)], (8, 70): [Sample(3_001_000, 900_000, 9, 0, 0)]}
        file = io.BytesIO()
        writer = perfetto.Writer(file)
        writer.write_looks(built, of_process(seen, built), [[Periods(1000, 0, 0), Periods(2_001_000, 4, 1)]])
        writer.close()
        message = schema.trace_class()()
        message.ParseFromString(file.getvalue())
        found: dict[str, list[tuple[int, int]]] = {}
        names: dict[int, str] = {}
        for packet in message.packet:
            names.setdefault(packet.track_descriptor.uuid, packet.track_descriptor.name)
            if packet.HasField("track_event"):
                rows = found.setdefault(names[packet.track_event.track_uuid], [])
                rows.append((packet.timestamp // 1000, packet.track_event.counter_value))
        self.assertEqual(found, {"without a processor": [(1, 25), (2001, 75), (4001, 0)],
                                 "page faults": [(1, 4), (2001, 3), (4001, 0)],
                                 "periods with the quota used up": [(1, 25), (2001, 0)]})

    def test_what_a_thread_without_a_processor_missed(self) -> None:
        """It worked for 100 us, and waited for 300, while tasks were ready in half of them. Of 150 without a processor
        all belong to the wait, of 350 some to the work."""
        for queued_ns, of_work_ns, starved_ns in ((150_000, 0, 75_000), (350_000, 50_000, 150_000)):
            occupation = Occupation()
            occupation.add(State.WORK, 0, 100_000, 7)
            occupation.add(State.WAITING, 100_000, 400_000, 8, ready_ns=150_000)
            [taken] = occupation.taken([Sample(400_000, queued_ns, 0, 0, 0)], 0, 0.0)
            self.assertEqual((taken.work_ns, taken.queued_ns, taken.starved_ns), (100_000, of_work_ns, {8: starved_ns}))

    def test_a_program_without_openmp(self) -> None:
        result, trace = self.trace("nothing", "gcc", "--otf2", str(PROGRAMS / "no archive"))
        self.assertFalse((PROGRAMS / "no archive").exists())
        self.assertEqual(trace, None)
        self.assert_error(result, 0, "the program has not called OpenMP", "-fopenmp")

    def test_mistakes(self) -> None:
        self.assert_error(rondo("trace"), 2, "no program to run", "rondo trace -- PROGRAM")
        self.assert_error(rondo("trace", "-o", "/nowhere/at/all", "--", "true"), 1, "cannot write /nowhere/at/all")


if __name__ == "__main__":
    unittest.main()
