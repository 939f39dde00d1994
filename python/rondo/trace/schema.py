# SPDX-License-Identifier: Apache-2.0
"""The part of Perfetto's trace format that is written here, for Google's protobuf library.

Names, numbers and types are those of perfetto/protos/perfetto/trace: with them every reader of Perfetto understands the
file. The whole definition (PyPI's `perfetto`) has some thousand fields and needs a newer library than Debian's.
"""

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_Field = descriptor_pb2.FieldDescriptorProto
_TYPES = {"uint64": _Field.TYPE_UINT64, "fixed64": _Field.TYPE_FIXED64, "uint32": _Field.TYPE_UINT32,
          "int32": _Field.TYPE_INT32, "int64": _Field.TYPE_INT64, "string": _Field.TYPE_STRING}
_PACKAGE = "rondo.perfetto"

# Message -> fields as in its definition; * stands for repeated.
_MESSAGES = {
    "Trace": "*TracePacket packet = 1",
    "TracePacket": """uint64 timestamp = 8, uint32 trusted_packet_sequence_id = 10, TrackEvent track_event = 11,
        InternedData interned_data = 12, uint32 sequence_flags = 13, TrackDescriptor track_descriptor = 60""",
    "TrackDescriptor": """uint64 uuid = 1, string name = 2, ProcessDescriptor process = 3, ThreadDescriptor thread = 4,
        uint64 parent_uuid = 5, CounterDescriptor counter = 8""",
    "CounterDescriptor": "string unit_name = 6",
    "ProcessDescriptor": "int32 pid = 1, string process_name = 6",
    "ThreadDescriptor": "int32 pid = 1, int64 tid = 2, string thread_name = 5",
    "TrackEvent": """*uint64 category_iids = 3, *DebugAnnotation debug_annotations = 4, uint32 type = 9,
        uint64 name_iid = 10, uint64 track_uuid = 11, uint64 source_location_iid = 34, *fixed64 flow_ids = 47,
        *fixed64 terminating_flow_ids = 48, int64 counter_value = 30""",
    "DebugAnnotation": "uint64 name_iid = 1, uint64 uint_value = 3, string string_value = 6",
    "InternedData": """*Interned event_categories = 1, *Interned event_names = 2, *Interned debug_annotation_names = 3,
        *SourceLocation source_locations = 4""",
    "Interned": "uint64 iid = 1, string name = 2",
    "SourceLocation": "uint64 iid = 1, string file_name = 2, string function_name = 3, uint32 line_number = 4",
}
SLICE_BEGIN, SLICE_END, INSTANT, COUNTER = 1, 2, 3, 4  # TrackEvent.type
STATE_CLEARED, NEEDS_STATE = 1, 2  # TracePacket.sequence_flags


def _file() -> descriptor_pb2.FileDescriptorProto:
    file = descriptor_pb2.FileDescriptorProto(name="rondo/perfetto.proto", package=_PACKAGE, syntax="proto2")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for words in fields.split(","):
            kind, field_name, _, number = words.split()
            field = message.field.add(name=field_name, number=int(number))
            field.label = _Field.LABEL_REPEATED if kind.startswith("*") else _Field.LABEL_OPTIONAL
            kind = kind.removeprefix("*")
            if kind in _TYPES:
                field.type = _TYPES[kind]
            else:
                field.type, field.type_name = _Field.TYPE_MESSAGE, f".{_PACKAGE}.{kind}"
    return file


def trace_class() -> Any:
    """The class of messages `Trace`."""
    pool = descriptor_pool.DescriptorPool()
    pool.Add(_file())
    descriptor = pool.FindMessageTypeByName(f"{_PACKAGE}.Trace")
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return message_factory.MessageFactory(pool).GetPrototype(descriptor)
