// SPDX-License-Identifier: Apache-2.0
//
// One reader for each type, on a scanner that knows blanks, words and numbers (os/scan.hpp).
#include "config/parse.hpp"

#include <cinttypes>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/message.hpp"
#include "config/format.hpp"
#include "config/text.hpp"
#include "os/hardware_subset.hpp"
#include "os/kmp_affinity.hpp"
#include "os/places.hpp"
#include "os/scan.hpp"

namespace rondo::config {

using os::Scan;

namespace {

// A word with a meaning, for types that choose among a few.
template <class T>
struct Choice {
  std::string_view word;
  T meaning;
};

template <class T, size_t kChoices>
bool choose(Scan& scan, const Choice<T> (&choices)[kChoices], T* meaning) {
  const std::string_view word = scan.word();
  for (const Choice<T>& choice : choices) {
    if (os::same_word(word, choice.word)) {
      *meaning = choice.meaning;
      return true;
    }
  }
  return false;
}

// The words that libomp accepts, Fortran's .TRUE. among them.
constexpr Choice<bool> kFlags[] = {{"true", true}, {"t", true},       {"1", true},      {"yes", true},
                                   {"on", true},   {"enabled", true}, {"false", false}, {"f", false},
                                   {"0", false},   {"no", false},     {"off", false},   {"disabled", false}};
constexpr Choice<bool> kDottedFlags[] = {{"true", true}, {"t", true}, {"false", false}, {"f", false}};

bool parse_flag(Scan& scan, bool* flag) {
  if (!scan.accept('.')) return choose(scan, kFlags, flag);
  return choose(scan, kDottedFlags, flag) && scan.accept('.');
}

bool parse_forced_order(Scan& scan, LoopOrder* order) {
  bool is_monotonic = false;
  if (!parse_flag(scan, &is_monotonic)) return false;
  *order = is_monotonic ? LoopOrder::Monotonic : LoopOrder::Compiler;
  return true;
}

bool parse_mechanisms(Scan& scan, uint64_t* bits) {
  *bits = 0;
  if (scan.accept_word("none")) return true;
  do {
    const std::string_view word = scan.word();
    unsigned i = 0;
    while (i < kMechanismCount && !os::same_word(word, name_of(static_cast<Mechanism>(i)))) ++i;
    if (i == kMechanismCount) return false;
    *bits |= bit_of(static_cast<Mechanism>(i));
  } while (scan.accept(','));
  return true;
}

constexpr Choice<WaitPolicy> kWaitPolicies[] = {{"active", WaitPolicy::Active}, {"passive", WaitPolicy::Passive}};

constexpr Choice<WaitPolicy> kKmpLibraries[] = {{"turnaround", WaitPolicy::Active},
                                                {"throughput", WaitPolicy::Default}};

constexpr Choice<DisplayMode> kDisplayModes[] = {
    {"true", DisplayMode::On}, {"1", DisplayMode::On},      {"yes", DisplayMode::On},
    {"on", DisplayMode::On},   {"false", DisplayMode::Off}, {"0", DisplayMode::Off},
    {"no", DisplayMode::Off},  {"off", DisplayMode::Off},   {"verbose", DisplayMode::Verbose}};

constexpr Choice<TargetOffload> kOffloads[] = {{"default", TargetOffload::Default},
                                               {"mandatory", TargetOffload::Mandatory},
                                               {"disabled", TargetOffload::Disabled}};

constexpr Choice<bool> kChecks[] = {{"none", false}, {"graph", true}};
constexpr Choice<GraphWay> kGraphWays[] = {{"auto", GraphWay::Auto},
                                           {"spread", GraphWay::Spread},
                                           {"alone", GraphWay::Alone},
                                           {"plain", GraphWay::Plain},
                                           {"turns", GraphWay::Turns}};

constexpr Choice<LoopOrder> kLoopOrders[] = {
    {"compiler", LoopOrder::Compiler}, {"monotonic", LoopOrder::Monotonic}, {"nonmonotonic", LoopOrder::Nonmonotonic}};

constexpr Choice<ScheduleKind> kSchedules[] = {
    {"static", ScheduleKind::Static},           {"dynamic", ScheduleKind::Dynamic},
    {"guided", ScheduleKind::Guided},           {"auto", ScheduleKind::Auto},
    {"trapezoidal", ScheduleKind::Trapezoidal}, {"static_steal", ScheduleKind::StaticSteal}};

constexpr Choice<ProcBind> kBinds[] = {{"false", ProcBind::False},     {"true", ProcBind::True},
                                       {"primary", ProcBind::Primary}, {"master", ProcBind::Primary},
                                       {"close", ProcBind::Close},     {"spread", ProcBind::Spread}};

bool in_range(const Row& row, uint64_t number) { return number >= row.lowest && number <= row.highest; }

uint64_t times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

bool parse_number_list(Scan& scan, const Row& row, Value* value) {
  value->n_listed = 0;
  do {
    uint64_t number = 0;
    if (value->n_listed == kMaxListedLevels || !scan.number(&number) || !in_range(row, number)) return false;
    value->list[value->n_listed++] = static_cast<uint32_t>(number);
  } while (scan.accept(','));
  return true;
}

// 0 and 1 are flags, as elsewhere.
bool parse_period(Scan& scan, const Row& row, uint64_t* period) {
  bool is_on = false;
  const Scan before = scan;
  if (!parse_flag(scan, &is_on)) {
    scan = before;
    return scan.number(period) && in_range(row, *period);
  }
  *period = is_on ? kUsualPeriod : 0;
  return true;
}

bool parse_size(Scan& scan, const Row& row, uint64_t unit, Value* value) {
  constexpr Choice<uint64_t> kSuffixes[] = {
      {"b", 1}, {"k", uint64_t{1} << 10}, {"m", uint64_t{1} << 20}, {"g", uint64_t{1} << 30}, {"t", uint64_t{1} << 40}};
  if (!scan.number(&value->number)) return false;
  if (!scan.is_at_end() && !choose(scan, kSuffixes, &unit)) return false;
  value->number = times(value->number, unit);
  return in_range(row, value->number);
}

bool parse_schedule(Scan& scan, Schedule* schedule) {
  *schedule = {};
  constexpr Choice<ScheduleModifier> kModifiers[] = {{"monotonic", ScheduleModifier::Monotonic},
                                                     {"nonmonotonic", ScheduleModifier::Nonmonotonic}};
  const Scan start = scan;
  if (choose(scan, kModifiers, &schedule->modifier)) {
    if (!scan.accept(':')) return false;
  } else {
    scan = start;
  }
  if (!choose(scan, kSchedules, &schedule->kind)) return false;
  if (!scan.accept(',')) return true;
  uint64_t chunk = 0;
  // omp_get_schedule returns the chunk as an int. As in omp_set_schedule, 0 is the default, and auto has none.
  if (!scan.number(&chunk) || chunk > INT32_MAX) return false;
  if (schedule->kind != ScheduleKind::Auto) schedule->chunk = static_cast<int64_t>(chunk);
  return true;
}

bool accept_infinite(Scan& scan) { return scan.accept_word("infinite") || scan.accept_word("infinity"); }

// For libomp, the largest int of milliseconds (24 days) means infinite. Shorter times can be converted to ticks of
// any processor without overflow.
constexpr uint64_t kLongestSpinNs = INT32_MAX * uint64_t{1'000'000};

// A number with an optional suffix out of `suffixes`, which give the nanoseconds of one unit; or infinite.
template <size_t kChoices>
bool parse_duration(Scan& scan, uint64_t default_unit_ns, const Choice<uint64_t> (&suffixes)[kChoices], Value* value) {
  if (accept_infinite(scan)) {
    value->number = kForever;
    return true;
  }
  uint64_t unit_ns = default_unit_ns;
  if (!scan.number(&value->number)) return false;
  if (!scan.is_at_end() && !choose(scan, suffixes, &unit_ns)) return false;
  value->number = times(value->number, unit_ns);
  if (value->number >= kLongestSpinNs) value->number = kForever;
  return true;
}

constexpr uint64_t kNsPerUs = 1000;
constexpr uint64_t kNsPerMs = 1'000'000;
// libgomp's own defaults assume 100,000 spins in a millisecond.
constexpr uint64_t kNsPerGompSpin = 10;

bool parse_spin(Type type, Scan& scan, Value* value) {
  constexpr Choice<uint64_t> kTimes[] = {{"us", kNsPerUs}, {"ms", kNsPerMs}};
  constexpr Choice<uint64_t> kCounts[] = {{"k", 1'000 * kNsPerGompSpin},
                                          {"m", 1'000'000 * kNsPerGompSpin},
                                          {"g", 1'000'000'000 * kNsPerGompSpin},
                                          {"t", 1'000'000'000'000 * kNsPerGompSpin}};
  if (type == Type::GompSpinCount) return parse_duration(scan, kNsPerGompSpin, kCounts, value);
  return parse_duration(scan, type == Type::Microseconds ? kNsPerUs : kNsPerMs, kTimes, value);
}

bool parse_bind_list(Scan& scan, Value* value) {
  value->n_listed = 0;
  do {
    ProcBind bind{};
    if (value->n_listed == kMaxListedLevels || !choose(scan, kBinds, &bind)) return false;
    value->list[value->n_listed++] = static_cast<uint32_t>(bind);
  } while (scan.accept(','));
  if (value->n_listed == 1) return true;
  for (uint32_t i = 0; i < value->n_listed; ++i) {  // true and false are for all levels
    if (value->list[i] <= static_cast<uint32_t>(ProcBind::True)) return false;
  }
  return true;
}

void set_text(const char* text, Value* value) {
  char* copy = strdup(text);
  if (copy == nullptr) base::fatal("no memory to keep the settings; raise the process's memory limit");
  free(value->text);
  value->text = copy;
}

bool parse_places(const char* text, Value* value) {
  if (os::problem_with_places(text) != nullptr) return false;
  set_text(text, value);
  return true;
}

// "0 3 1-2 4-15:2": processors and ranges with a stride, where each processor is a place. It is rewritten as
// OMP_PLACES.
bool parse_cpu_list(Scan& scan, Value* value) {
  Text places;
  do {
    uint64_t first = 0;
    uint64_t last = 0;
    uint64_t stride = 1;
    if (!scan.number(&first)) return false;
    last = first;
    if (scan.accept('-')) {
      if (!scan.number(&last)) return false;
      if (scan.accept(':') && (!scan.number(&stride) || stride == 0)) return false;
    }
    constexpr uint64_t kMaxCpu = 1 << 20;
    if (last < first || last > kMaxCpu || stride > kMaxCpu) return false;
    places.add("%s{%" PRIu64 "}:%" PRIu64 ":%" PRIu64, places.is_empty() ? "" : ",", first, (last - first) / stride + 1,
               stride);
    scan.accept(',');
  } while (!scan.is_at_end());
  return parse_places(places.c_str(), value);
}

// Binding under another name, and the messages that the text asks for.
bool parse_kmp_affinity(const char* text, Value* value) {
  os::KmpAffinity affinity;
  if (affinity.parse(text) != nullptr) return false;
  value->flag = affinity.is_verbose;
  value->list[0] = static_cast<uint32_t>(affinity.kind == os::KmpAffinity::Kind::Balanced ? ProcBind::Spread
                                         : affinity.binds()                               ? ProcBind::True
                                                                                          : ProcBind::False);
  if (affinity.binds()) set_text(text, value);
  return true;
}

bool parse_kmp_subset(const char* text, Value* value) {
  if (os::problem_with_subset(text) != nullptr) return false;
  set_text(text, value);
  return true;
}

bool parse_by_type(Type type, const Row& row, const char* text, Scan& scan, Value* value) {
  switch (type) {
    case Type::Flag:
      return parse_flag(scan, &value->flag);
    case Type::Number:
      return scan.number(&value->number) && in_range(row, value->number);
    case Type::NumberList:
      return parse_number_list(scan, row, value);
    case Type::Kilobytes:
      return parse_size(scan, row, 1024, value);
    case Type::Bytes:
      return parse_size(scan, row, 1, value);
    case Type::Schedule:
      return parse_schedule(scan, &value->schedule);
    case Type::LoopOrder:
      return choose(scan, kLoopOrders, &value->loop_order);
    case Type::KmpForceMonotonic:
      return parse_forced_order(scan, &value->loop_order);
    case Type::WaitPolicy:
      return choose(scan, kWaitPolicies, &value->wait_policy);
    case Type::KmpLibrary:
      value->flag = scan.accept_word("serial");
      return value->flag || choose(scan, kKmpLibraries, &value->wait_policy);
    case Type::Microseconds:
    case Type::KmpBlocktime:
    case Type::GompSpinCount:
      return parse_spin(type, scan, value);
    case Type::BindList:
      return parse_bind_list(scan, value);
    case Type::DisplayMode:
      return choose(scan, kDisplayModes, &value->display_mode);
    case Type::Offload:
      return choose(scan, kOffloads, &value->target_offload);
    case Type::Checks:
      return choose(scan, kChecks, &value->flag);
    case Type::GraphWay:
      return choose(scan, kGraphWays, &value->graph_way);
    case Type::Period:
      return parse_period(scan, row, &value->number);
    case Type::Mechanisms:
      return parse_mechanisms(scan, &value->number);
    case Type::GompCpuList:
      return parse_cpu_list(scan, value);
    case Type::Places:
      scan = Scan("");
      return parse_places(text, value);
    case Type::KmpAffinity:
      scan = Scan("");
      return parse_kmp_affinity(text, value);
    case Type::KmpSubset:
      scan = Scan("");
      return parse_kmp_subset(text, value);
    case Type::Text:
      scan = Scan("");
      set_text(text, value);
      return true;
    case Type::None:
      break;
  }
  return false;
}

}  // namespace

bool parse(Type type, const Row& row, const char* text, Value* value) {
  Scan scan(text);
  return parse_by_type(type, row, text, scan, value) && scan.is_at_end();
}

}  // namespace rondo::config
