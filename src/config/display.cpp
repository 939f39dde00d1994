// SPDX-License-Identifier: Apache-2.0
//
// OMP_DISPLAY_ENV in the dialects of libgomp 12 and libomp 19: same lines, same order, same spelling of values,
// because job scripts read them. Only values that differ in Rondo, such as defaults, are displayed differently.
#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <iterator>

#include "base/message.hpp"
#include "config/format.hpp"
#include "config/load.hpp"
#include "os/places.hpp"
#include "os/scan.hpp"
#include "os/thread.hpp"

namespace rondo::config {
namespace {

constexpr char kBegin[] = "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n";
constexpr char kEnd[] = "OPENMP DISPLAY ENVIRONMENT END\n";

void add_upper(const char* text, Text* out) {
  for (; *text != '\0'; ++text) out->add("%c", os::upper(*text));
}

void add_flag(bool flag, Text* out) { out->add("%s", flag ? "TRUE" : "FALSE"); }

void add_place(const os::CpuSet& place, Text* out) {
  out->add("{");
  const char* separator = "";
  for (unsigned cpu = place.first(); cpu != os::CpuSet::kNone;) {
    unsigned last = cpu;
    while (place.contains(last + 1)) ++last;
    const unsigned length = last - cpu + 1;
    out->add("%s%u", separator, cpu);
    if (length > 1) out->add(":%u", length);
    separator = ",";
    cpu = place.next(last);
  }
  out->add("}");
}

bool binds(const Settings& settings) {
  return settings[Id::ProcBind].list[0] != static_cast<uint32_t>(ProcBind::False);
}

// libgomp shows the processors behind the places, so this asks the machine.
void add_resolved_places(const char* text, Text* out) {
  if (text == nullptr) return;
  const os::PlaceList places = os::make_places(text);
  for (unsigned i = 0; i < places.count(); ++i) {
    if (i != 0) out->add(",");
    add_place(places[i], out);
  }
}

// ---- libgomp: `  NAME = 'VALUE'`, in the table's order, words in capitals, sizes in bytes ----

void add_libgomp_value(const Row& row, const Settings& settings, Text* out) {
  const Value& value = settings[row.id];
  Text plain;
  switch (row.id) {
    case Id::Schedule: {
      // A modifier that is the default is not shown.
      Schedule shown = value.schedule;
      const bool is_static = shown.kind == ScheduleKind::Static;
      if (shown.modifier == (is_static ? ScheduleModifier::Monotonic : ScheduleModifier::Nonmonotonic))
        shown.modifier = ScheduleModifier::None;
      add_schedule(shown, &plain);
      add_upper(plain.c_str(), out);
      return;
    }
    case Id::StackSize:
      out->add("%" PRIu64, value.number);
      return;
    case Id::WaitPolicy:
      out->add("%s", value.wait_policy == WaitPolicy::Active ? "ACTIVE" : "PASSIVE");
      return;
    case Id::Places:
      add_resolved_places(value.text == nullptr && binds(settings) ? kPlacesOfBinding : value.text, out);
      return;
    case Id::ProcBind:
      // libgomp 12 still writes "master".
      for (uint32_t i = 0; i < value.n_listed; ++i) {
        const auto bind = static_cast<ProcBind>(value.list[i]);
        if (i != 0) out->add(",");
        add_upper(bind == ProcBind::Primary ? "master" : name_of(bind), out);
      }
      return;
    case Id::AffinityFormat:
      out->add("%s", value.text != nullptr ? value.text : default_affinity_format(Dialect::Libgomp));
      return;
    case Id::Allocator:
      out->add("%s", value.text != nullptr ? value.text : "omp_default_mem_alloc");
      return;
    case Id::Spin:  // Rondo's own: 200us looks odd in capitals, and a file name would change
    case Id::GraphReport:
    case Id::Count:
      add_value(row, value, out);
      return;
    default:
      add_value(row, value, &plain);
      add_upper(plain.c_str(), out);
  }
}

void add_libgomp_line(const char* variable, const Row& row, const Settings& settings, Text* out) {
  out->add("  %s = '", variable);
  add_libgomp_value(row, settings, out);
  out->add("'\n");
}

// One step is 10 ns, as in the parser.
void add_spin_count(uint64_t spin_ns, Text* out) {
  if (spin_ns == kForever) {
    out->add("INFINITE");
  } else {
    out->add("%" PRIu64, spin_ns / 10);
  }
}

void add_libgomp(const Settings& settings, bool verbose, Text* out) {
  out->add("%s  _OPENMP = '201511'\n", kBegin);
  for (const Row& row : kRows) {
    const bool is_unknown = row.id == Id::Tool || row.id == Id::ToolLibraries || row.id == Id::ToolVerboseInit;
    if (row.id == Id::DisplayEnv || is_unknown) continue;
    const char* variable = variable_with_prefix(row, "OMP_");
    if (variable != nullptr) add_libgomp_line(variable, row, settings, out);
  }
  if (verbose) {
    const bool lists_cpus =
        settings.is_given(Id::Places) && strcmp(settings.source(Id::Places), "GOMP_CPU_AFFINITY") == 0;
    out->add("  GOMP_CPU_AFFINITY = '");
    if (lists_cpus) add_resolved_places(settings[Id::Places].text, out);
    out->add("'\n");
    add_libgomp_line("GOMP_STACKSIZE", row(Id::StackSize), settings, out);
    out->add("  GOMP_SPINCOUNT = '");
    add_spin_count(settings[Id::Spin].number, out);
    out->add("'\n");
    for (const Row& row : kRows) {
      if (variable_with_prefix(row, "OMP_") == nullptr) {
        add_libgomp_line(variable_with_prefix(row, "RONDO_"), row, settings, out);
      }
    }
  }
  out->add("%s", kEnd);
}

// ---- libomp: `  [host] NAME='value'`, in alphabetical order, words mostly as a user would write them ----

void add_libomp_size(uint64_t bytes, Text* out) {
  Text plain;
  add_size(bytes, &plain);
  for (const char* at = plain.c_str(); *at != '\0'; ++at) {
    if (*at != 'B') out->add("%c", *at == 'K' ? 'k' : *at);
  }
}

void add_libomp_blocktime(uint64_t spin_ns, Text* out) {
  if (spin_ns == kForever) {
    out->add("infinite");
  } else if (spin_ns % 1'000'000 == 0) {
    out->add("%" PRIu64 "ms", spin_ns / 1'000'000);
  } else {
    out->add("%" PRIu64 "us", spin_ns / 1000);
  }
}

// The text in quotes behind the name.
void add_libomp_quoted(const char* variable, const Row& row, const Settings& settings, Text* out) {
  const Value& value = settings[row.id];
  switch (row.id) {
    case Id::ProcBind:
      // The meaning of `true` in libomp: intel where the order of the places counts.
      if (value.list[0] != static_cast<uint32_t>(ProcBind::True)) {
        add_value(row, value, out);
      } else {
        out->add("%s", settings.binds_in_order() ? "intel" : name_of(ProcBind::Spread));
      }
      break;
    case Id::AffinityFormat:
      out->add("%s", value.text != nullptr ? value.text : default_affinity_format(Dialect::Libomp));
      break;
    case Id::Allocator:
      out->add("%s", value.text != nullptr ? value.text : "omp_default_mem_alloc");
      break;
    case Id::StackSize:
      add_libomp_size(value.number != 0 ? value.number : os::default_stack_bytes(), out);
      break;
    case Id::WaitPolicy:
      if (strcmp(variable, "KMP_LIBRARY") == 0) {
        out->add("%s", value.flag ? "serial" : value.wait_policy == WaitPolicy::Active ? "turnaround" : "throughput");
      } else {
        out->add("%s", value.wait_policy == WaitPolicy::Active ? "ACTIVE" : "PASSIVE");
      }
      break;
    case Id::Spin:
      if (strcmp(variable, "KMP_BLOCKTIME") == 0) {
        add_libomp_blocktime(value.number, out);
      } else {
        add_value(row, value, out);
      }
      break;
    case Id::LoopOrder:  // by libomp's variable
      add_flag(value.loop_order == LoopOrder::Monotonic, out);
      break;
    case Id::Tool:
      out->add("%s", value.flag ? "enabled" : "disabled");
      break;
    case Id::DisplayEnv:
      out->add("%s", value.display_mode == DisplayMode::Off  ? "FALSE"
                     : value.display_mode == DisplayMode::On ? "TRUE"
                                                             : "VERBOSE");
      break;
    default:
      if (row.spellings[0].type == Type::Flag) {
        add_flag(value.flag, out);
      } else {
        add_value(row, value, out);
      }
  }
}

// The text behind the name.
void add_libomp_value(const char* variable, const Row& row, const Settings& settings, Text* out) {
  const Value& value = settings[row.id];
  switch (row.id) {
    case Id::Nested:
      out->add(": deprecated; max-active-levels-var=%" PRIu64, settings[Id::MaxActiveLevels].number);
      return;
    case Id::HardwareSubset:
    case Id::NumThreads:
    case Id::Places: {
      // Places in the words of other runtimes are not in OpenMP's form.
      const bool is_kmp = settings.is_given(row.id) && strncmp(settings.source(row.id), "KMP_", 4) == 0;
      const bool is_other = row.id == Id::Places && is_kmp != (strcmp(variable, "KMP_AFFINITY") == 0);
      if (strcmp(variable, "OMP_PLACES") == 0 && value.text == nullptr && binds(settings)) {
        out->add("='%s'", kPlacesOfBinding);
        return;
      }
      if (!settings.is_given(row.id) || is_other) {
        out->add(": value is not defined");
        return;
      }
      break;
    }
    case Id::ToolLibraries:
    case Id::ToolVerboseInit:
      if (settings.is_given(row.id)) break;
      out->add(": value is not defined");
      return;
    case Id::TargetOffload:
      out->add("=");
      add_upper(name_of(value.target_offload), out);
      return;
    default:
      break;
  }
  out->add("='");
  add_libomp_quoted(variable, row, settings, out);
  out->add("'");
}

// A line to display: a row appears under each of its names that libomp has.
struct Line {
  const char* variable;
  const Row* row;
};

void add_libomp(const Settings& settings, bool verbose, Text* out) {
  Line lines[kRowCount * kMaxSpellings];
  size_t n_lines = 0;
  for (const Row& row : kRows) {
    const char* standard = variable_with_prefix(row, "OMP_");
    if (standard != nullptr) lines[n_lines++] = {standard, &row};
    if (!verbose) continue;
    const char* own = variable_with_prefix(row, "KMP_");
    if (own != nullptr) lines[n_lines++] = {own, &row};
    // In a block of its own behind the others, since 'R' sorts there.
    if (standard == nullptr) lines[n_lines++] = {variable_with_prefix(row, "RONDO_"), &row};
  }
  std::sort(lines, lines + n_lines, [](const Line& a, const Line& b) { return strcmp(a.variable, b.variable) < 0; });

  out->add("%s   _OPENMP='201611'\n", kBegin);
  for (size_t i = 0; i < n_lines; ++i) {
    out->add("  [host] %s", lines[i].variable);
    add_libomp_value(lines[i].variable, *lines[i].row, settings, out);
    out->add("\n");
  }
  out->add("%s\n\n", kEnd);
}

}  // namespace

const char* default_affinity_format(Dialect dialect) {
  return dialect == Dialect::Libgomp ? "level %L thread %i affinity %A"
                                     : "OMP: pid %P tid %i thread %n bound to OS proc set {%A}";
}

void add_environment_display(const Settings& settings, Dialect dialect, bool verbose, Text* out) {
  if (dialect == Dialect::Libgomp) {
    add_libgomp(settings, verbose, out);
  } else {
    add_libomp(settings, verbose, out);
  }
}

void display_environment(Dialect dialect, bool verbose) {
  const int saved_errno = errno;
  Text text;
  add_environment_display(settings(), dialect, verbose, &text);
  base::write_error(text.c_str(), text.view().size());
  errno = saved_errno;
}

}  // namespace rondo::config
