// SPDX-License-Identifier: Apache-2.0
//
// One reader a type, over a cursor that knows blanks, words and numbers.
#include "config/parse.hpp"

#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/message.hpp"
#include "config/text.hpp"
#include "os/hardware_subset.hpp"
#include "os/kmp_affinity.hpp"
#include "os/places.hpp"

namespace rondo::config {
namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (tolower(static_cast<unsigned char>(a[i])) != tolower(static_cast<unsigned char>(b[i]))) return false;
  }
  return true;
}

class Cursor {
 public:
  explicit Cursor(const char* text) : at_(text) { skip_blanks(); }

  bool is_at_end() const { return *at_ == '\0'; }

  bool accept(char wanted) {
    if (*at_ != wanted) return false;
    ++at_;
    skip_blanks();
    return true;
  }

  // Letters, digits and underscores; empty when something else stands here.
  std::string_view word() {
    const char* start = at_;
    while (isalnum(static_cast<unsigned char>(*at_)) != 0 || *at_ == '_') ++at_;
    const std::string_view result(start, static_cast<size_t>(at_ - start));
    skip_blanks();
    return result;
  }

  // Takes `wanted` only if the whole word is that.
  bool accept_word(std::string_view wanted) {
    const Cursor before = *this;
    if (equal_ignoring_case(word(), wanted)) return true;
    *this = before;
    return false;
  }

  // Digits, saturating: ranges are checked by the caller, and every range ends below the largest number.
  bool number(uint64_t* value) {
    if (isdigit(static_cast<unsigned char>(*at_)) == 0) return false;
    uint64_t sum = 0;
    for (; isdigit(static_cast<unsigned char>(*at_)) != 0; ++at_) {
      if (__builtin_mul_overflow(sum, 10u, &sum) ||
          __builtin_add_overflow(sum, static_cast<unsigned>(*at_ - '0'), &sum)) {
        sum = UINT64_MAX;
      }
    }
    skip_blanks();
    *value = sum;
    return true;
  }

 private:
  void skip_blanks() {
    while (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r') ++at_;
  }

  const char* at_;
};

// A word with a meaning, for types that choose among a few.
template <class T>
struct Choice {
  std::string_view word;
  T meaning;
};

template <class T, size_t kChoices>
bool choose(Cursor& cursor, const Choice<T> (&choices)[kChoices], T* meaning) {
  const std::string_view word = cursor.word();
  for (const Choice<T>& choice : choices) {
    if (equal_ignoring_case(word, choice.word)) {
      *meaning = choice.meaning;
      return true;
    }
  }
  return false;
}

constexpr Choice<bool> kFlags[] = {{"true", true},   {"1", true},  {"yes", true}, {"on", true},
                                   {"false", false}, {"0", false}, {"no", false}, {"off", false}};

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

constexpr Choice<ScheduleKind> kSchedules[] = {{"static", ScheduleKind::Static},
                                               {"dynamic", ScheduleKind::Dynamic},
                                               {"guided", ScheduleKind::Guided},
                                               {"auto", ScheduleKind::Auto}};

constexpr Choice<ProcBind> kBinds[] = {{"false", ProcBind::False},     {"true", ProcBind::True},
                                       {"primary", ProcBind::Primary}, {"master", ProcBind::Primary},
                                       {"close", ProcBind::Close},     {"spread", ProcBind::Spread}};

bool in_range(const Row& row, uint64_t number) { return number >= row.lowest && number <= row.highest; }

uint64_t times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

bool parse_number_list(Cursor& cursor, const Row& row, Value* value) {
  value->n_listed = 0;
  do {
    uint64_t number = 0;
    if (value->n_listed == kMaxListedLevels || !cursor.number(&number) || !in_range(row, number)) return false;
    value->list[value->n_listed++] = static_cast<uint32_t>(number);
  } while (cursor.accept(','));
  return true;
}

bool parse_size(Cursor& cursor, const Row& row, uint64_t unit, Value* value) {
  constexpr Choice<uint64_t> kSuffixes[] = {
      {"b", 1}, {"k", uint64_t{1} << 10}, {"m", uint64_t{1} << 20}, {"g", uint64_t{1} << 30}, {"t", uint64_t{1} << 40}};
  if (!cursor.number(&value->number)) return false;
  if (!cursor.is_at_end() && !choose(cursor, kSuffixes, &unit)) return false;
  value->number = times(value->number, unit);
  return in_range(row, value->number);
}

bool parse_schedule(Cursor& cursor, Schedule* schedule) {
  *schedule = {};
  constexpr Choice<bool> kModifiers[] = {{"monotonic", true}, {"nonmonotonic", false}};
  const Cursor start = cursor;
  if (choose(cursor, kModifiers, &schedule->monotonic)) {
    if (!cursor.accept(':')) return false;
    schedule->monotonic_modifier_given = true;
  } else {
    cursor = start;
  }
  if (!choose(cursor, kSchedules, &schedule->kind)) return false;
  if (!cursor.accept(',')) return true;
  uint64_t chunk = 0;
  // omp_get_schedule returns the chunk as an int.
  if (!cursor.number(&chunk) || chunk == 0 || chunk > INT32_MAX) return false;
  schedule->chunk = static_cast<int64_t>(chunk);
  return schedule->kind != ScheduleKind::Auto;
}

bool accept_infinite(Cursor& cursor) { return cursor.accept_word("infinite") || cursor.accept_word("infinity"); }

// libomp takes the largest int of milliseconds (24 days) for infinite. Shorter times can be turned into ticks of any
// processor without overflow.
constexpr uint64_t kLongestSpinNs = INT32_MAX * uint64_t{1'000'000};

// A number with an optional suffix out of `suffixes`, which say how many nanoseconds one is; or infinite.
template <size_t kChoices>
bool parse_duration(Cursor& cursor, uint64_t default_unit_ns, const Choice<uint64_t> (&suffixes)[kChoices],
                    Value* value) {
  if (accept_infinite(cursor)) {
    value->number = kForever;
    return true;
  }
  uint64_t unit_ns = default_unit_ns;
  if (!cursor.number(&value->number)) return false;
  if (!cursor.is_at_end() && !choose(cursor, suffixes, &unit_ns)) return false;
  value->number = times(value->number, unit_ns);
  if (value->number >= kLongestSpinNs) value->number = kForever;
  return true;
}

constexpr uint64_t kNsPerUs = 1000;
constexpr uint64_t kNsPerMs = 1'000'000;
// libgomp's own defaults reckon with 100,000 spins a millisecond.
constexpr uint64_t kNsPerGompSpin = 10;

bool parse_spin(Type type, Cursor& cursor, Value* value) {
  constexpr Choice<uint64_t> kTimes[] = {{"us", kNsPerUs}, {"ms", kNsPerMs}};
  constexpr Choice<uint64_t> kCounts[] = {{"k", 1'000 * kNsPerGompSpin},
                                          {"m", 1'000'000 * kNsPerGompSpin},
                                          {"g", 1'000'000'000 * kNsPerGompSpin},
                                          {"t", 1'000'000'000'000 * kNsPerGompSpin}};
  if (type == Type::GompSpinCount) return parse_duration(cursor, kNsPerGompSpin, kCounts, value);
  return parse_duration(cursor, type == Type::Microseconds ? kNsPerUs : kNsPerMs, kTimes, value);
}

bool parse_bind_list(Cursor& cursor, Value* value) {
  value->n_listed = 0;
  do {
    ProcBind bind{};
    if (value->n_listed == kMaxListedLevels || !choose(cursor, kBinds, &bind)) return false;
    value->list[value->n_listed++] = static_cast<uint32_t>(bind);
  } while (cursor.accept(','));
  if (value->n_listed == 1) return true;
  for (uint32_t i = 0; i < value->n_listed; ++i) {  // true and false speak of all levels
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

// "0 3 1-2 4-15:2": processors and ranges with a stride, each processor a place. Rewritten as OMP_PLACES.
bool parse_cpu_list(Cursor& cursor, Value* value) {
  Text places;
  do {
    uint64_t first = 0;
    uint64_t last = 0;
    uint64_t stride = 1;
    if (!cursor.number(&first)) return false;
    last = first;
    if (cursor.accept('-')) {
      if (!cursor.number(&last)) return false;
      if (cursor.accept(':') && (!cursor.number(&stride) || stride == 0)) return false;
    }
    constexpr uint64_t kMaxCpu = 1 << 20;
    if (last < first || last > kMaxCpu || stride > kMaxCpu) return false;
    places.add("%s{%" PRIu64 "}:%" PRIu64 ":%" PRIu64, places.is_empty() ? "" : ",", first, (last - first) / stride + 1,
               stride);
    cursor.accept(',');
  } while (!cursor.is_at_end());
  return parse_places(places.c_str(), value);
}

// Binding by another name; also what it asks to be said.
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

bool parse_by_type(Type type, const Row& row, const char* text, Cursor& cursor, Value* value) {
  switch (type) {
    case Type::Flag:
      return choose(cursor, kFlags, &value->flag);
    case Type::Number:
      return cursor.number(&value->number) && in_range(row, value->number);
    case Type::NumberList:
      return parse_number_list(cursor, row, value);
    case Type::Kilobytes:
      return parse_size(cursor, row, 1024, value);
    case Type::Bytes:
      return parse_size(cursor, row, 1, value);
    case Type::Schedule:
      return parse_schedule(cursor, &value->schedule);
    case Type::WaitPolicy:
      return choose(cursor, kWaitPolicies, &value->wait_policy);
    case Type::KmpLibrary:
      return choose(cursor, kKmpLibraries, &value->wait_policy);
    case Type::Microseconds:
    case Type::KmpBlocktime:
    case Type::GompSpinCount:
      return parse_spin(type, cursor, value);
    case Type::BindList:
      return parse_bind_list(cursor, value);
    case Type::DisplayMode:
      return choose(cursor, kDisplayModes, &value->display_mode);
    case Type::Offload:
      return choose(cursor, kOffloads, &value->target_offload);
    case Type::Checks:
      return choose(cursor, kChecks, &value->flag);
    case Type::GompCpuList:
      return parse_cpu_list(cursor, value);
    case Type::Places:
      cursor = Cursor("");
      return parse_places(text, value);
    case Type::KmpAffinity:
      cursor = Cursor("");
      return parse_kmp_affinity(text, value);
    case Type::KmpSubset:
      cursor = Cursor("");
      return parse_kmp_subset(text, value);
    case Type::Text:
      cursor = Cursor("");
      set_text(text, value);
      return true;
    case Type::None:
      break;
  }
  return false;
}

}  // namespace

bool parse(Type type, const Row& row, const char* text, Value* value) {
  Cursor cursor(text);
  return parse_by_type(type, row, text, cursor, value) && cursor.is_at_end();
}

void describe_problem(Type type, const Row& row, const char* text, char* out, size_t out_bytes) {
  const char* words = "is not understood";
  switch (type) {
    case Type::Number:
      if (row.highest == UINT64_MAX) {
        snprintf(out, out_bytes, "is not a whole number of at least %" PRIu64, row.lowest);
      } else {
        snprintf(out, out_bytes, "is not a whole number between %" PRIu64 " and %" PRIu64, row.lowest, row.highest);
      }
      return;
    case Type::NumberList:
      snprintf(out, out_bytes,
               "is not a whole number between %" PRIu64 " and %" PRIu64 " or a list of at most %u of them", row.lowest,
               row.highest, kMaxListedLevels);
      return;
    case Type::Kilobytes:
    case Type::Bytes:
      snprintf(out, out_bytes, "is not a size of at least %" PRIu64 "K such as 512K, 16M or 1G (without a letter: %s)",
               row.lowest / 1024, type == Type::Bytes ? "bytes" : "kilobytes");
      return;
    case Type::Places: {
      const char* problem = os::problem_with_places(text);
      if (problem != nullptr) words = problem;
      break;
    }
    case Type::KmpAffinity: {
      os::KmpAffinity affinity;
      const char* problem = affinity.parse(text);
      if (problem != nullptr) words = problem;
      break;
    }
    case Type::KmpSubset: {
      const char* problem = os::problem_with_subset(text);
      if (problem != nullptr) words = problem;
      break;
    }
    case Type::Flag:
      words = "is neither true nor false";
      break;
    case Type::Schedule:
      words = "is not static, dynamic, guided (each with an optional chunk as in guided,16) or auto";
      break;
    case Type::WaitPolicy:
      words = "is neither active nor passive";
      break;
    case Type::KmpLibrary:
      words = "is neither turnaround nor throughput";
      break;
    case Type::Microseconds:
      words = "is neither a number of microseconds nor infinite";
      break;
    case Type::KmpBlocktime:
      words = "is neither a number of milliseconds, nor one with us or ms behind it, nor infinite";
      break;
    case Type::GompSpinCount:
      words = "is neither a number, nor one with k, M, G or T behind it, nor infinite";
      break;
    case Type::BindList:
      words = "is neither true, nor false, nor a list of primary, close and spread";
      break;
    case Type::GompCpuList:
      words = "is not a list of processors and ranges such as 0 3 1-2 4-15:2";
      break;
    case Type::DisplayMode:
      words = "is neither true, nor false, nor verbose";
      break;
    case Type::Offload:
      words = "is neither default, nor mandatory, nor disabled";
      break;
    case Type::Checks:
      words = "is neither graph nor none";
      break;
    case Type::Text:
    case Type::None:
      break;
  }
  snprintf(out, out_bytes, "%s", words);
}

}  // namespace rondo::config
