# SPDX-License-Identifier: Apache-2.0
"""A timeline as a file for the Perfetto UI: a track for each thread, arrows for dependences, for tasks that another
thread has executed, and for steals."""

from typing import IO, Any

from ..graph.symbols import Name
from . import thefts
from .quotas import Periods
from .schema import COUNTER, INSTANT, NEEDS_STATE, SLICE_BEGIN, SLICE_END, STATE_CLEARED, trace_class
from .timeline import Instant, Thread, Timeline, What, marks, thread_of
from .watch import Sample, intervals
from .words import of_slice, of_status, of_use, process_name, thread_name

_PACKETS_AT_ONCE = 5000
_TRACK_OF_GRAPHS = 1 << 31  # in a track's number, whose lower half is a thread's
_TRACK_OF_WAITS, _TRACK_OF_FAULTS, _TRACK_OF_QUOTA = 1 << 30, 1 << 29, 1 << 28


class _Interned:
    """Texts that a sequence of packets names by numbers."""

    def __init__(self, new: Any) -> None:
        self._new = new  # a function that adds an entry to the packet
        self._numbers: dict[Any, int] = {}

    def number(self, packet: Any, key: Any) -> int:
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._numbers) + 1
            self._new(packet, found, key)
        return found


def _name_in(table: str) -> Any:
    def add(packet: Any, number: int, text: str) -> None:
        getattr(packet.interned_data, table).add(iid=number, name=text)

    return add


def _add_location(packet: Any, number: int, name: Name) -> None:
    packet.interned_data.source_locations.add(iid=number, file_name=name.file, function_name=name.function,
                                              line_number=name.line)


class Writer:
    """Into one file, any number of processes."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._class = trace_class()
        self._trace = self._class()
        self._n_packets = 0
        self._n_sequences = 0
        self.n_arrows = 0
        self.n_slices = 0

    def write(self, timeline: Timeline, names: dict[int, Name]) -> None:
        process = timeline.process
        base = process.pid << 32
        packet = self._packet()
        packet.track_descriptor.uuid = base
        packet.track_descriptor.process.pid = process.pid
        packet.track_descriptor.process.process_name = process_name(process)
        arrows = _Arrows(timeline, self.n_arrows)
        self.n_arrows = arrows.n
        for number, thread in enumerate(timeline.threads):
            self._write_thread(timeline, thread, names, base + 1 + number, arrows)
        self._flush()

    def write_looks(self, timeline: Timeline, samples: dict[int, list[Sample]], quotas: list[list[Periods]]) -> None:
        """What was seen of the threads from outside, as rows of numbers: each holds until the next one."""
        base = timeline.process.pid << 32
        for number, thread in enumerate(timeline.threads):
            looks = intervals(samples.get(thread.tid, []), thread.begin)
            track = base + 1 + number
            self._write_counter(timeline, track | _TRACK_OF_WAITS, track, "without a processor", "%", [
                (look.begin, look.end, round(100 * min(1.0, look.queued_ns / (look.end - look.begin))))
                for look in looks])
            self._write_counter(timeline, track | _TRACK_OF_FAULTS, track, "page faults", "a ms", [
                (look.begin, look.end, round(look.n_faults / (look.end - look.begin) * 1e6)) for look in looks])
        for number, periods in enumerate(quotas):
            begin_ns = timeline.process.begin_ns
            track = base + number | _TRACK_OF_QUOTA
            self._write_counter(timeline, track, base, "periods with the quota used up", "%", [
                (before.ns - begin_ns, now.ns - begin_ns,
                 round(100 * (now.n_used_up - before.n_used_up) / (now.n - before.n)))
                for before, now in zip(periods, periods[1:])])

    def _write_counter(self, timeline: Timeline, track: int, parent: int, name: str, unit: str,
                       values: list[tuple[int, int, int]]) -> None:
        """`values`: from when to when."""
        if not any(value for _, _, value in values):
            return
        descriptor = self._packet().track_descriptor
        descriptor.uuid, descriptor.parent_uuid, descriptor.name = track, parent, name
        descriptor.counter.unit_name = unit
        self._n_sequences += 1
        for ns, value in [*((begin, value) for begin, _, value in values), (values[-1][1], 0)]:
            packet = self._packet()
            packet.timestamp = timeline.process.begin_ns + ns
            packet.trusted_packet_sequence_id = self._n_sequences
            packet.track_event.type, packet.track_event.track_uuid = COUNTER, track
            packet.track_event.counter_value = value

    def close(self) -> None:
        self._flush()

    def _flush(self) -> None:
        # Messages one behind the other are one message.
        self._file.write(self._trace.SerializeToString())
        self._trace = self._class()
        self._n_packets = 0

    def _packet(self) -> Any:
        if self._n_packets == _PACKETS_AT_ONCE:
            self._flush()
        self._n_packets += 1
        return self._trace.packet.add()

    def _write_thread(self, timeline: Timeline, thread: Thread, names: dict[int, Name], track: int,
                      arrows: "_Arrows") -> None:
        process = timeline.process
        self._n_sequences += 1
        categories = _Interned(_name_in("event_categories"))
        texts = _Interned(_name_in("event_names"))
        arguments = _Interned(_name_in("debug_annotation_names"))
        locations = _Interned(_add_location)

        packet = self._packet()
        packet.trusted_packet_sequence_id = self._n_sequences
        packet.sequence_flags = STATE_CLEARED
        packet.track_descriptor.uuid = track
        packet.track_descriptor.thread.pid = process.pid
        packet.track_descriptor.thread.tid = thread.tid or track & 0xffff
        packet.track_descriptor.thread.thread_name = thread_name(thread)

        def begin(ns: int, kind: int, on: int = track) -> Any:
            packet = self._packet()
            packet.timestamp = process.begin_ns + ns
            packet.trusted_packet_sequence_id = self._n_sequences
            packet.sequence_flags = NEEDS_STATE
            packet.track_event.type = kind
            packet.track_event.track_uuid = on
            return packet

        def name(packet: Any, category: str, text: str) -> Any:
            event = packet.track_event
            event.category_iids.append(categories.number(packet, category))
            event.name_iid = texts.number(packet, text)
            return event

        def say(packet: Any, key: str, value: int | str) -> None:
            note = packet.track_event.debug_annotations.add(name_iid=arguments.number(packet, key))
            if isinstance(value, int):
                note.uint_value = value
            else:
                note.string_value = value

        self._write_uses(thread, names, track, begin, name, say)
        for mark in marks(thread, arrows.thefts.get(id(thread), ())):
            if isinstance(mark, int):
                begin(mark, SLICE_END)
                continue
            if isinstance(mark, Instant):
                packet = begin(mark.ns, INSTANT)
                name(packet, "scheduling", mark.what)
                if mark.what == "create":
                    packet.track_event.flow_ids.append(arrows.from_creation[mark.other])
                elif mark.what in ("fulfil", "processor"):
                    say(packet, "task" if mark.what == "fulfil" else "number", mark.other)
                else:
                    say(packet, "thread", thread_name(thread_of(timeline, mark.other, mark.ns)))
                    packet.track_event.flow_ids.extend(arrows.from_theft.get(id(mark), ()))
                    packet.track_event.terminating_flow_ids.extend(arrows.into_steal.get(id(mark), ()))
                continue
            self.n_slices += 1
            task = timeline.tasks[mark.task] if mark.what == What.TASK else None
            place = names[task.place if task is not None else mark.place]
            packet = begin(mark.begin, SLICE_BEGIN)
            category = mark.what.value if mark.continues is None else f"{mark.what.value} that goes on"
            event = name(packet, category, of_slice(mark, place))
            if place.file:
                event.source_location_iid = locations.number(packet, place)
            if mark.is_open:
                say(packet, "cut off", "the trace ends before it does")
            if mark.is_left:
                say(packet, "left", "its task is blocked, or waits; it goes on in a later slice")
            if mark.mutex:
                say(packet, "mutex", f"{mark.mutex:#x}")
            if mark.n_chunks:
                say(packet, "chunks", mark.n_chunks)
                say(packet, "iterations", mark.n_iterations)
            if task is not None:
                say(packet, "task", task.id)
                if task.status > 1:
                    say(packet, "status", of_status(task.status))
                if task.n_in_unit > 1:
                    say(packet, "first of a group of", task.n_in_unit)
                if not mark.is_left:
                    event.flow_ids.extend(arrows.out_of.get(task.id, ()))
                if mark.continues is None:
                    event.terminating_flow_ids.extend(arrows.into.get(task.id, ()))

    def _write_uses(self, thread: Thread, names: dict[int, Name], track: int, begin: Any, name: Any, say: Any) -> None:
        """Task graphs have a track of their own below the thread's."""
        if not thread.uses:
            return
        own = track | _TRACK_OF_GRAPHS
        packet = self._packet()
        packet.track_descriptor.uuid = own
        packet.track_descriptor.parent_uuid = track
        packet.track_descriptor.name = "task graphs"
        ends: list[int] = []
        for use in thread.uses:
            while ends and ends[-1] <= use.begin:
                begin(ends.pop(), SLICE_END, own)
            packet = begin(use.begin, SLICE_BEGIN, own)
            name(packet, "task graph", of_use(use, names[use.place]))
            say(packet, "tasks", use.n_tasks)
            if use.is_open:
                say(packet, "cut off", "the trace ends before it does")
            ends.append(use.end)
            self.n_slices += 1
        while ends:
            begin(ends.pop(), SLICE_END, own)


class _Arrows:
    """Numbers for arrows between slices, each of which has its own: from tasks to those that depend on them, from the
    creation of a task to its execution by another thread, and from a thread that is robbed to the thief."""

    def __init__(self, timeline: Timeline, n_before: int) -> None:
        self.n = n_before
        self.out_of: dict[int, list[int]] = {}
        self.into: dict[int, list[int]] = {}
        self.from_creation: dict[int, int] = {}
        self.thefts: dict[int, list[Instant]] = {}  # by the identity of the thread that is robbed
        self.from_theft: dict[int, list[int]] = {}  # by the identity of the instant
        self.into_steal: dict[int, list[int]] = {}
        has_slice = {piece.task for thread in timeline.threads for piece in thread.slices if piece.what == What.TASK}
        for task in timeline.tasks.values():
            for before in task.predecessors:
                if before in has_slice and task.id in has_slice:
                    self.out_of.setdefault(before, []).append(self._next(task.id))
            if task.is_moved:
                self.from_creation[task.id] = self._next(task.id)
        for theft in thefts.find(timeline):
            self.n += 1
            self.thefts.setdefault(id(theft.victim), []).append(theft.begin)
            self.from_theft[id(theft.begin)] = self.into_steal[id(theft.steal)] = [self.n]

    def _next(self, target: int) -> int:
        self.n += 1
        self.into.setdefault(target, []).append(self.n)
        return self.n
