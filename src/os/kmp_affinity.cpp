// SPDX-License-Identifier: Apache-2.0
//
//   text     = item {"," item}, the type with its numbers last or anywhere:
//   item     = type | number (permute, then offset) | modifier | "granularity=" unit | "proclist=[" procs "]"
//   procs    = proc {"," proc}
//   proc     = cpu | cpu "-" cpu [":" stride] | "{" cpu {"," cpu} "}"
#include "os/kmp_affinity.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/message.hpp"
#include "os/scan.hpp"

namespace rondo::os {
namespace {

using Kind = KmpAffinity::Kind;

struct NamedKind {
  std::string_view name;
  Kind kind;
};
constexpr NamedKind kKinds[] = {{"none", Kind::None},         {"disabled", Kind::Disabled}, {"compact", Kind::Compact},
                                {"scatter", Kind::Scatter},   {"balanced", Kind::Balanced}, {"logical", Kind::Logical},
                                {"physical", Kind::Physical}, {"explicit", Kind::Explicit}};

struct Granularity {
  std::string_view name;
  uint16_t Location::* unit;
};
constexpr Granularity kGranularities[] = {
    {"fine", &Location::cpu},       {"thread", &Location::cpu},          {"threads", &Location::cpu},
    {"core", &Location::core},      {"cores", &Location::core},          {"tile", &Location::l2},
    {"l2_cache", &Location::l2},    {"ll_cache", &Location::last_cache}, {"numa_domain", &Location::numa},
    {"numa", &Location::numa},      {"socket", &Location::package},      {"sockets", &Location::package},
    {"package", &Location::package}};

struct Modifier {
  std::string_view name;
  bool KmpAffinity::* flag;
  bool value;
};
constexpr Modifier kModifiers[] = {{"verbose", &KmpAffinity::is_verbose, true},
                                   {"noverbose", &KmpAffinity::is_verbose, false},
                                   {"warnings", &KmpAffinity::is_silent, false},
                                   {"nowarnings", &KmpAffinity::is_silent, true},
                                   {"respect", &KmpAffinity::exceeds_mask, false},
                                   {"norespect", &KmpAffinity::exceeds_mask, true},
                                   {"reset", &KmpAffinity::resets, true},
                                   {"noreset", &KmpAffinity::resets, false},
                                   {"duplicates", &KmpAffinity::drops_duplicates, false},
                                   {"noduplicates", &KmpAffinity::drops_duplicates, true}};

constexpr const char* kBadWord =
    "has a word that is neither a type (none, disabled, compact, scatter, balanced, logical, physical, explicit) nor a "
    "modifier (granularity=, proclist=, [no]respect, [no]reset, [no]verbose, [no]warnings, [no]duplicates)";
constexpr const char* kBadUnit =
    "has a granularity that is neither fine, thread, core, tile, l2_cache, ll_cache, numa_domain nor socket";
constexpr const char* kBadList = "has a proclist that is not of the form [0,2-6:2,{8,9}]";
constexpr const char* kNoList = "asks for explicit places without proclist=[...]";
constexpr const char* kBadNumbers = "has more numbers than a permutation and an offset";
constexpr const char* kBadEnd = "has something else than a comma between its parts";

const char* parse_unit(Scan& scan, KmpAffinity* out) {
  const std::string_view word = scan.word();
  for (const Granularity& known : kGranularities) {
    if (!same_word(word, known.name)) continue;
    out->unit = known.unit;
    return nullptr;
  }
  return kBadUnit;
}

bool append_cpu(unsigned cpu, PlaceList* places) {
  CpuSet place;
  place.add(cpu);
  return places->append(place);
}

bool parse_set(Scan& scan, PlaceList* places) {
  CpuSet place;
  do {
    unsigned cpu = 0;
    if (!scan.number(&cpu)) return false;
    place.add(cpu);
  } while (scan.accept(','));
  return scan.accept('}') && places->append(place);
}

bool parse_range(Scan& scan, PlaceList* places) {
  unsigned first = 0;
  if (!scan.number(&first)) return false;
  if (!scan.accept('-')) return append_cpu(first, places);
  unsigned last = 0;
  unsigned stride = 1;
  if (!scan.number(&last) || last < first || last >= kMaxCpus) return false;
  if (scan.accept(':') && (!scan.number(&stride) || stride == 0)) return false;
  for (unsigned cpu = first; cpu <= last; cpu += stride) {
    if (!append_cpu(cpu, places)) return false;
  }
  return true;
}

const char* parse_list(Scan& scan, PlaceList* places) {
  *places = PlaceList();
  if (!scan.accept('[')) return kBadList;
  do {
    if (!(scan.accept('{') ? parse_set(scan, places) : parse_range(scan, places))) return kBadList;
  } while (scan.accept(','));
  return scan.accept(']') ? nullptr : kBadList;
}

const char* parse_word(Scan& scan, KmpAffinity* out) {
  const std::string_view word = scan.word();
  if (same_word(word, "granularity")) return scan.accept('=') ? parse_unit(scan, out) : kBadUnit;
  if (same_word(word, "proclist")) return scan.accept('=') ? parse_list(scan, &out->listed) : kBadList;
  for (const NamedKind& known : kKinds) {
    if (!same_word(word, known.name)) continue;
    out->kind = known.kind;
    return nullptr;
  }
  for (const Modifier& known : kModifiers) {
    if (!same_word(word, known.name)) continue;
    out->*known.flag = known.value;
    return nullptr;
  }
  return kBadWord;
}

// The position of a hardware thread, outermost level first; each number counts within the level above.
constexpr unsigned kRanks = 3;
struct Ranked {
  uint16_t rank[kRanks];  // package, core, hardware thread
  uint16_t cpu;
};

// Processors of one package, and of one core, are neighbours in the machine's order.
unsigned rank_all(const Machine& machine, const CpuSet& available, Ranked* ranked) {
  unsigned n = 0;
  const Location* before = nullptr;
  Ranked now = {};
  for (unsigned i = 0; i < machine.n_cpus() && n < kMaxCpus; ++i) {
    const Location& here = machine[i];
    if (!available.contains(here.cpu)) continue;
    if (before != nullptr && here.package != before->package) {
      now = {{static_cast<uint16_t>(now.rank[0] + 1), 0, 0}, 0};
    } else if (before != nullptr && here.core != before->core) {
      now = {{now.rank[0], static_cast<uint16_t>(now.rank[1] + 1), 0}, 0};
    } else if (before != nullptr) {
      now.rank[2]++;
    }
    now.cpu = here.cpu;
    ranked[n++] = now;
    before = &here;
  }
  return n;
}

// The innermost `permute` levels count most, the innermost of them first; then the others, outermost first.
void sort(Ranked* ranked, unsigned n, unsigned permute) {
  unsigned order[kRanks];
  for (unsigned i = 0; i < kRanks; ++i) order[i] = i < permute ? kRanks - 1 - i : i - permute;
  std::sort(ranked, ranked + n, [&](const Ranked& a, const Ranked& b) {
    for (const unsigned level : order) {
      if (a.rank[level] != b.rank[level]) return a.rank[level] < b.rank[level];
    }
    return false;
  });
}

// The processors of the unit that `cpu` is in, as far as they are available.
CpuSet unit_around(uint16_t Location::* unit, unsigned cpu, const Machine& machine, const CpuSet& available) {
  CpuSet around;
  const Location* here = machine.find(cpu);
  for (unsigned i = 0; here != nullptr && i < machine.n_cpus(); ++i) {
    if (machine[i].*unit == here->*unit) around.add(machine[i].cpu);
  }
  around.keep_only(available);
  return around;
}

bool has(const PlaceList& places, const CpuSet& place) {
  for (unsigned i = 0; i < places.count(); ++i) {
    if (places[i] == place) return true;
  }
  return false;
}

}  // namespace

const char* KmpAffinity::parse(const char* text) {
  Scan scan(text);
  unsigned n_numbers = 0;
  unsigned numbers[2] = {};
  do {
    const char* problem = nullptr;
    if (!scan.is_at_number()) {
      problem = parse_word(scan, this);
    } else if (n_numbers == 2) {
      problem = kBadNumbers;
    } else {
      scan.number(&numbers[n_numbers++]);
    }
    if (problem != nullptr) return problem;
  } while (scan.accept(','));
  if (!scan.is_at_end()) return kBadEnd;
  if (kind == Kind::None && listed.count() != 0) kind = Kind::Explicit;
  if (kind == Kind::Explicit && listed.count() == 0) return kNoList;
  const bool permutes = kind != Kind::Logical && kind != Kind::Physical;
  if (!permutes && n_numbers == 2) return "has more numbers than an offset";
  permute = permutes ? numbers[0] : 0;
  offset = numbers[permutes ? 1 : 0];
  return nullptr;
}

PlaceList KmpAffinity::ordered(const Machine& machine, const CpuSet& available) const {
  Ranked ranked[kMaxCpus];
  const unsigned n = rank_all(machine, available, ranked);
  unsigned levels_first = std::min(permute, kRanks - 1);
  if (kind == Kind::Scatter) levels_first = kRanks - 1 - levels_first;
  if (kind == Kind::Physical) levels_first = 1;
  sort(ranked, n, levels_first);
  PlaceList places;
  for (unsigned i = 0; i < n; ++i) {
    const unsigned cpu = ranked[i].cpu;
    const CpuSet place = unit_around(unit, cpu, machine, available);
    if (!drops_duplicates || !has(places, place)) places.append(place);
  }
  return places;
}

PlaceList KmpAffinity::explicit_places(const Machine& machine, const CpuSet& available) const {
  PlaceList places;
  bool misses = false;
  for (unsigned i = 0; i < listed.count(); ++i) {
    CpuSet place;
    for (unsigned cpu = listed[i].first(); cpu != CpuSet::kNone; cpu = listed[i].next(cpu)) {
      misses |= !available.contains(cpu);
      if (!available.contains(cpu)) continue;
      const CpuSet around = unit_around(unit, cpu, machine, available);
      for (unsigned each = around.first(); each != CpuSet::kNone; each = around.next(each)) place.add(each);
    }
    if (!place.is_empty() && !(drops_duplicates && has(places, place))) places.append(place);
  }
  if (misses && !is_silent) {
    base::warn_once(
        "the proclist of KMP_AFFINITY names processors this process may not use; they are left out (see "
        "`rondo info` for those it may)");
  }
  return places;
}

PlaceList KmpAffinity::make_places(const Machine& machine, const CpuSet& available) const {
  if (exceeds_mask && !is_silent && available.count() < machine.n_cpus()) {
    base::warn_once(
        "norespect in KMP_AFFINITY is not followed: threads stay on the processors that this process was given; start "
        "it with more (taskset, the batch system)");
  }
  if (resets && !is_silent) {
    base::warn_once(
        "reset in KMP_AFFINITY is not followed: the initial thread stays on its place between regions; call "
        "omp_pause_resource_all where it must not");
  }
  PlaceList unrotated;
  if (!binds()) {
    unrotated.append(available);
  } else {
    unrotated = kind == Kind::Explicit ? explicit_places(machine, available) : ordered(machine, available);
  }
  PlaceList places;
  for (unsigned i = 0; i < unrotated.count(); ++i) places.append(unrotated[(i + offset) % unrotated.count()]);
  return places;
}

}  // namespace rondo::os
