// SPDX-License-Identifier: Apache-2.0
//
// The plain form of values, for messages and reports.
#include "config/format.hpp"

#include <cinttypes>

#include "os/thread.hpp"

namespace rondo::config {

const char* name_of(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::Static:
      return "static";
    case ScheduleKind::Dynamic:
      return "dynamic";
    case ScheduleKind::Guided:
      return "guided";
    case ScheduleKind::Auto:
      return "auto";
    case ScheduleKind::Trapezoidal:
      return "trapezoidal";
    case ScheduleKind::StaticSteal:
      return "static_steal";
  }
  return "";
}

const char* name_of(ProcBind bind) {
  switch (bind) {
    case ProcBind::False:
      return "false";
    case ProcBind::True:
      return "true";
    case ProcBind::Primary:
      return "primary";
    case ProcBind::Close:
      return "close";
    case ProcBind::Spread:
      return "spread";
  }
  return "";
}

const char* name_of(WaitPolicy policy) {
  switch (policy) {
    case WaitPolicy::Default:
      return "default";
    case WaitPolicy::Active:
      return "active";
    case WaitPolicy::Passive:
      return "passive";
  }
  return "";
}

const char* name_of(TargetOffload offload) {
  switch (offload) {
    case TargetOffload::Default:
      return "default";
    case TargetOffload::Mandatory:
      return "mandatory";
    case TargetOffload::Disabled:
      return "disabled";
  }
  return "";
}

const char* name_of(GraphWay way) {
  switch (way) {
    case GraphWay::Auto:
      return "auto";
    case GraphWay::Spread:
      return "spread";
    case GraphWay::Alone:
      return "alone";
    case GraphWay::Plain:
      return "plain";
    case GraphWay::Turns:
      return "turns";
  }
  return "";
}

const char* name_of(LoopOrder order) {
  switch (order) {
    case LoopOrder::Compiler:
      return "compiler";
    case LoopOrder::Monotonic:
      return "monotonic";
    case LoopOrder::Nonmonotonic:
      return "nonmonotonic";
  }
  return "";
}

const char* name_of(Mechanism mechanism) {
  switch (mechanism) {
    case Mechanism::StealBackoff:
      return "steal_backoff";
    case Mechanism::Batches:
      return "batches";
    case Mechanism::Rows:
      return "rows";
    case Mechanism::Shares:
      return "shares";
    case Mechanism::Halves:
      return "halves";
    case Mechanism::WakesElsewhere:
      return "wakes_elsewhere";
    case Mechanism::Contention:
      return "contention";
    case Mechanism::ProcessorSpread:
      return "processor_spread";
    case Mechanism::Pauses:
      return "pauses";
  }
  return "";
}

void add_schedule(const Schedule& schedule, Text* out) {
  if (schedule.modifier != ScheduleModifier::None)
    out->add("%s:", schedule.modifier == ScheduleModifier::Monotonic ? "monotonic" : "nonmonotonic");
  out->add("%s", name_of(schedule.kind));
  if (schedule.chunk != 0) out->add(",%" PRId64, schedule.chunk);
}

void add_list(const Value& value, Text* out) {
  for (uint32_t i = 0; i < value.n_listed; ++i) out->add("%s%" PRIu32, i == 0 ? "" : ",", value.list[i]);
}

void add_bind_list(const Value& value, Text* out) {
  for (uint32_t i = 0; i < value.n_listed; ++i) {
    out->add("%s%s", i == 0 ? "" : ",", name_of(static_cast<ProcBind>(value.list[i])));
  }
}

void add_mechanisms(uint64_t bits, Text* out) {
  if (bits == 0) out->add("none");
  const char* separator = "";
  for (unsigned i = 0; i < kMechanismCount; ++i) {
    const auto mechanism = static_cast<Mechanism>(i);
    if ((bits & bit_of(mechanism)) == 0) continue;
    out->add("%s%s", separator, name_of(mechanism));
    separator = ",";
  }
}

void add_size(uint64_t bytes, Text* out) {
  constexpr char kSuffixes[] = {'T', 'G', 'M', 'K'};
  unsigned shift = 40;
  for (const char suffix : kSuffixes) {
    if (bytes != 0 && bytes % (uint64_t{1} << shift) == 0) {
      out->add("%" PRIu64 "%c", bytes >> shift, suffix);
      return;
    }
    shift -= 10;
  }
  out->add("%" PRIu64 "B", bytes);
}

void add_value(const Row& row, const Value& value, Text* out) {
  switch (row.spellings[0].type) {
    case Type::Flag:
      out->add("%s", value.flag ? "true" : "false");
      break;
    case Type::Period:
      if (value.number == 0 || value.number == kUsualPeriod) {
        out->add("%s", value.number == 0 ? "false" : "true");
        break;
      }
      [[fallthrough]];
    case Type::Number:
      out->add("%" PRIu64, value.number);
      break;
    case Type::NumberList:
      add_list(value, out);
      break;
    case Type::Kilobytes:
    case Type::Bytes:
      add_size(value.number != 0 ? value.number : os::default_stack_bytes(), out);
      break;
    case Type::Schedule:
      add_schedule(value.schedule, out);
      break;
    case Type::WaitPolicy:
    case Type::KmpLibrary:
      out->add("%s", name_of(value.wait_policy));
      break;
    case Type::Microseconds:
    case Type::KmpBlocktime:
    case Type::GompSpinCount:
      if (value.number == kForever) {
        out->add("infinite");
      } else {
        out->add("%" PRIu64 "us", value.number / 1000);
      }
      break;
    case Type::BindList:
      add_bind_list(value, out);
      break;
    case Type::DisplayMode:
      out->add("%s", value.display_mode == DisplayMode::Off  ? "false"
                     : value.display_mode == DisplayMode::On ? "true"
                                                             : "verbose");
      break;
    case Type::Offload:
      out->add("%s", name_of(value.target_offload));
      break;
    case Type::Checks:
      out->add("%s", value.flag ? "graph" : "none");
      break;
    case Type::LoopOrder:
    case Type::KmpForceMonotonic:
      out->add("%s", name_of(value.loop_order));
      break;
    case Type::GraphWay:
      out->add("%s", name_of(value.graph_way));
      break;
    case Type::Mechanisms:
      add_mechanisms(value.number, out);
      break;
    case Type::Places:
    case Type::GompCpuList:
    case Type::KmpAffinity:
    case Type::KmpSubset:
    case Type::Text:
      if (value.text != nullptr) out->add("%s", value.text);
      break;
    case Type::None:
      break;
  }
}

}  // namespace rondo::config
