// SPDX-License-Identifier: Apache-2.0
//
//   text  = [":"] item {separator item}          separator: "," or "x"; ":": only the named levels count
//   item  = (count | "*") unit ["@" first]
#include "os/hardware_subset.hpp"

#include <iterator>
#include <string_view>

#include "os/scan.hpp"
#include "os/topology.hpp"

namespace rondo::os {
namespace {

// Levels of the machine, outermost first.
constexpr uint16_t Location::* kLevels[] = {&Location::package, &Location::numa, &Location::last_cache,
                                            &Location::l2,      &Location::core, &Location::cpu};
enum Level : unsigned { kPackage, kNuma, kLastCache, kL2, kCore, kThread };

// Longer words before those they begin with.
struct NamedLevel {
  std::string_view name;
  Level level;
};
constexpr NamedLevel kNames[] = {{"sockets", kPackage},
                                 {"socket", kPackage},
                                 {"s", kPackage},
                                 {"numa_domains", kNuma},
                                 {"numa_domain", kNuma},
                                 {"numas", kNuma},
                                 {"numa", kNuma},
                                 {"n", kNuma},
                                 {"ll_caches", kLastCache},
                                 {"ll_cache", kLastCache},
                                 {"ll", kLastCache},
                                 {"l3_cache", kLastCache},
                                 {"l3", kLastCache},
                                 {"l2_caches", kL2},
                                 {"l2_cache", kL2},
                                 {"l2", kL2},
                                 {"tiles", kL2},
                                 {"tile", kL2},
                                 {"cores", kCore},
                                 {"core", kCore},
                                 {"c", kCore},
                                 {"threads", kThread},
                                 {"thread", kThread},
                                 {"t", kThread}};

constexpr unsigned kAll = ~0u;

struct Part {
  unsigned count = 0;  // 0: the level is not named
  unsigned first = 0;
};
struct SubsetRequest {
  bool is_explicit = false;  // numbers of units in the whole machine, unless a level around them is named
  Part parts[std::size(kLevels)];
};

constexpr const char* kBadForm =
    "is not of the form 2s,4c@1,2t: numbers of sockets (s), NUMA domains (n), caches (l2, ll), cores (c), threads (t)";
constexpr const char* kTwice = "names a level twice";
constexpr const char* kAttribute = "asks for a kind of core, which Rondo does not tell apart";

bool parse_level(Scan& scan, Level* level) {
  for (const NamedLevel& known : kNames) {
    if (!scan.accept_letters(known.name)) continue;
    *level = known.level;
    return true;
  }
  return false;
}

const char* parse(const char* text, SubsetRequest* request) {
  Scan scan(text);
  request->is_explicit = scan.accept(':');
  do {
    Part part;
    Level level = kPackage;
    if (scan.accept('*')) {
      part.count = kAll;
    } else if (!scan.number(&part.count) || part.count == 0) {
      return kBadForm;
    }
    if (!parse_level(scan, &level)) return kBadForm;
    if (scan.accept(':')) return kAttribute;
    if (scan.accept('@') && !scan.number(&part.first)) return kBadForm;
    if (request->parts[level].count != 0) return kTwice;
    request->parts[level] = part;
  } while (scan.accept(',') || scan.accept('x') || scan.accept('X'));
  return scan.is_at_end() ? nullptr : kBadForm;
}

// Counts units while going through the processors in the machine's order, in which the processors of one unit are
// neighbours. The result is the number of a processor's unit within its unit of level `above` (nullptr: in the whole
// machine).
class Counter {
 public:
  Counter(uint16_t Location::* level, uint16_t Location::* above) : level_(level), above_(above) {}

  unsigned rank(const Location& here) {
    if (before_ == nullptr || (above_ != nullptr && here.*above_ != before_->*above_)) {
      rank_ = 0;
    } else if (here.*level_ != before_->*level_) {
      rank_++;
    }
    before_ = &here;
    return rank_;
  }

 private:
  uint16_t Location::* level_;
  uint16_t Location::* above_;
  const Location* before_ = nullptr;
  unsigned rank_ = 0;
};

// Keeps those of `cpus` that the request's part for this level names. False when no unit of the level above has so
// many.
bool keep(Part part, uint16_t Location::* level, uint16_t Location::* above, const Machine& machine, CpuSet* cpus) {
  Counter counter(level, above);
  const CpuSet before = *cpus;
  unsigned most = 0;
  for (unsigned i = 0; i < machine.n_cpus(); ++i) {
    if (!before.contains(machine[i].cpu)) continue;
    const unsigned rank = counter.rank(machine[i]);
    if (rank + 1 > most) most = rank + 1;
    const bool is_wanted = rank >= part.first && (part.count == kAll || rank - part.first < part.count);
    if (!is_wanted) cpus->remove(machine[i].cpu);
  }
  return part.first < most && (part.count == kAll || part.count <= most - part.first);
}

}  // namespace

const char* problem_with_subset(const char* text) {
  SubsetRequest request;
  return parse(text, &request);
}

CpuSet hardware_subset(const char* text, const Machine& machine, const CpuSet& available) {
  SubsetRequest request;
  if (parse(text, &request) != nullptr) return {};
  // Sockets, and cores around threads, count even where they are not named: "1c" is a core of each socket, and ":1c"
  // one of the machine.
  if (!request.is_explicit) {
    if (request.parts[kPackage].count == 0) request.parts[kPackage].count = kAll;
    if (request.parts[kThread].count != 0 && request.parts[kCore].count == 0) request.parts[kCore].count = kAll;
  }
  CpuSet chosen = available;
  uint16_t Location::* above = nullptr;
  for (unsigned level = 0; level < std::size(kLevels); ++level) {
    const Part part = request.parts[level];
    if (part.count == 0) continue;
    if (!keep(part, kLevels[level], above, machine, &chosen)) return {};
    above = kLevels[level];
  }
  return chosen;
}

bool limit_processors(const char* text) {
  const CpuSet chosen = hardware_subset(text, machine(), process_cpus());
  if (chosen.is_empty()) return false;
  limit_process_cpus(chosen);
  return true;
}

}  // namespace rondo::os
