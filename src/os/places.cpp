// SPDX-License-Identifier: Apache-2.0
//
// The grammar of OMP_PLACES by recursive descent, with one function for each rule, and the meaning of its abstract
// names.
//
//   places   = name ["(" count ")"] | interval {"," interval}
//   interval = ["!"] place [":" length [":" stride]]          (an exclusion has no length)
//   place    = "{" items "}" | cpu
//   items    = item {"," item}
//   item     = "!" cpu | cpu [":" length [":" stride]]
#include "os/places.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/message.hpp"
#include "os/kmp_affinity.hpp"
#include "os/scan.hpp"
#include "os/topology.hpp"

namespace rondo::os {
namespace {

enum class Unit : uint8_t { Listed, Threads, Cores, LastCaches, Sockets, NumaDomains };

struct NamedUnit {
  std::string_view name;
  Unit unit;
  uint16_t Location::* domain;
};

constexpr NamedUnit kUnits[] = {
    {"threads", Unit::Threads, &Location::cpu},
    {"cores", Unit::Cores, &Location::core},
    {"ll_caches", Unit::LastCaches, &Location::last_cache},
    {"sockets", Unit::Sockets, &Location::package},
    {"numa_domains", Unit::NumaDomains, &Location::numa},
};

// The content of the text, before the machine is asked.
struct PlacesRequest {
  Unit unit = Unit::Listed;
  unsigned limit = kMaxCpus;  // of an abstract name: the largest number of places
  PlaceList listed;
};

constexpr long kMaxStride = Scan::kMost;  // numbers beyond are typing errors, not machines

constexpr const char* kBadName =
    "is neither threads, cores, ll_caches, sockets, numa_domains nor a list of places in braces";
constexpr const char* kBadCount = "has a count in parentheses that is not a positive number";
constexpr const char* kBadNumber = "has something else where a processor number should be";
constexpr const char* kBadLength = "has a length that is not a positive number";
constexpr const char* kBadStride = "has a stride that is not a number";
constexpr const char* kEndsBadly = "has unexpected characters after a place";
constexpr const char* kNoBrace = "has a place whose closing brace is missing";
constexpr const char* kOutside = "names processors below 0";
constexpr const char* kTooMany = "names more places than the 4096 Rondo keeps";
constexpr const char* kNotListed = "excludes a place that does not stand before it";

class Parser {
 public:
  Parser(const char* text, PlacesRequest* request) : scan_(text), request_(request) {}

  // nullptr, or what is wrong.
  const char* parse() {
    const std::string_view name = scan_.is_at_number() ? std::string_view() : scan_.word();
    if (!name.empty()) {
      parse_name(name);
    } else {
      do {
        parse_interval();
      } while (problem_ == nullptr && scan_.accept(','));
    }
    if (problem_ == nullptr && !scan_.is_at_end()) problem_ = kEndsBadly;
    return problem_;
  }

 private:
  // Keeps the first problem found; every later step then returns quickly.
  bool fail(const char* problem) {
    if (problem_ == nullptr) problem_ = problem;
    return false;
  }

  bool number(long lowest, const char* problem, long* value) {
    const bool is_negative = lowest < 0 && scan_.accept('-');
    if (lowest < 0 && !is_negative) scan_.accept('+');
    unsigned size = 0;
    if (!scan_.number(&size) || size == Scan::kMost) return fail(problem);
    *value = is_negative ? -static_cast<long>(size) : static_cast<long>(size);
    return *value >= lowest || fail(problem);
  }

  // [":" length [":" stride]]
  bool length_and_stride(long* length, long* stride) {
    *length = 1;
    *stride = 1;
    if (!scan_.accept(':')) return true;
    if (!number(1, kBadLength, length)) return false;
    return !scan_.accept(':') || number(-kMaxStride, kBadStride, stride);
  }

  void parse_name(std::string_view name) {
    for (const NamedUnit& unit : kUnits) {
      if (same_word(name, unit.name)) request_->unit = unit.unit;
    }
    if (request_->unit == Unit::Listed) {
      fail(kBadName);
      return;
    }
    if (!scan_.accept('(')) return;
    long count = 0;
    if (!number(1, kBadCount, &count)) return;
    if (!scan_.accept(')')) {
      fail(kBadCount);
      return;
    }
    if (count < static_cast<long>(kMaxCpus)) request_->limit = static_cast<unsigned>(count);
  }

  // Exclusions count wherever they stand in the braces.
  bool parse_items(CpuSet* place) {
    CpuSet excluded;
    do {
      const bool is_excluded = scan_.accept('!');
      long first = 0;
      long length = 1;
      long stride = 1;
      if (!number(0, kBadNumber, &first)) return false;
      if (!is_excluded && !length_and_stride(&length, &stride)) return false;
      for (long i = 0; i < length; ++i) {
        const long cpu = first + i * stride;
        if (cpu < 0) return fail(kOutside);
        if (cpu >= static_cast<long>(kMaxCpus)) break;  // no such machine; dropped like any unavailable processor
        (is_excluded ? excluded : *place).add(static_cast<unsigned>(cpu));
      }
    } while (scan_.accept(','));
    for (unsigned cpu = excluded.first(); cpu != CpuSet::kNone; cpu = excluded.next(cpu)) place->remove(cpu);
    return true;
  }

  bool parse_place(CpuSet* place) {
    if (scan_.accept('{')) {
      if (!parse_items(place)) return false;
      return scan_.accept('}') || fail(kNoBrace);
    }
    long cpu = 0;
    if (!number(0, kBadName, &cpu)) return false;
    place->add(static_cast<unsigned>(cpu));
    return true;
  }

  void parse_interval() {
    const bool is_excluded = scan_.accept('!');
    CpuSet place;
    long length = 1;
    long stride = 1;
    if (!parse_place(&place)) return;
    if (is_excluded) {
      const unsigned before = request_->listed.count();
      request_->listed.remove_equal(place);
      if (request_->listed.count() == before) fail(kNotListed);
      return;
    }
    if (!length_and_stride(&length, &stride)) return;
    for (long i = 0; i < length; ++i) {
      CpuSet moved;
      for (unsigned cpu = place.first(); cpu != CpuSet::kNone; cpu = place.next(cpu)) {
        const long target = static_cast<long>(cpu) + i * stride;
        if (target < 0) {
          fail(kOutside);
          return;
        }
        moved.add(static_cast<unsigned>(target < static_cast<long>(kMaxCpus) ? target : long{kMaxCpus}));
      }
      if (!request_->listed.append(moved)) {
        fail(kTooMany);
        return;
      }
    }
  }

  Scan scan_;
  const char* problem_ = nullptr;
  PlacesRequest* request_;
};

// One place for each domain of the kind, in the machine's order, with the available processors of the domain.
PlaceList places_by_domain(uint16_t Location::* domain, const Machine& machine, const CpuSet& available) {
  PlaceList places;
  for (unsigned i = 0; i < machine.n_cpus(); ++i) {
    const uint16_t wanted = machine[i].*domain;
    CpuSet place;
    bool is_first = true;
    for (unsigned j = 0; j < machine.n_cpus(); ++j) {
      if (machine[j].*domain != wanted) continue;
      if (j < i) {
        is_first = false;
        break;
      }
      place.add(machine[j].cpu);
    }
    if (!is_first) continue;
    place.keep_only(available);
    if (!place.is_empty()) places.append(place);
  }
  return places;
}

}  // namespace

PlaceList::~PlaceList() { free(places_); }

PlaceList::PlaceList(PlaceList&& other) noexcept
    : places_(std::exchange(other.places_, nullptr)),
      count_(std::exchange(other.count_, 0u)),
      capacity_(std::exchange(other.capacity_, 0u)) {}

PlaceList& PlaceList::operator=(PlaceList&& other) noexcept {
  std::swap(places_, other.places_);
  std::swap(count_, other.count_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

unsigned PlaceList::place_of(unsigned cpu) const {
  for (unsigned i = 0; i < count_; ++i) {
    if (places_[i].contains(cpu)) return i;
  }
  return CpuSet::kNone;
}

bool PlaceList::append(const CpuSet& place) {
  if (count_ == kMaxCpus) return false;
  if (count_ == capacity_) {
    const unsigned capacity = capacity_ == 0 ? 8 : capacity_ * 2;
    void* grown = realloc(places_, capacity * sizeof(CpuSet));
    if (grown == nullptr) return false;
    places_ = static_cast<CpuSet*>(grown);
    capacity_ = capacity;
  }
  places_[count_++] = place;
  return true;
}

void PlaceList::remove_equal(const CpuSet& place) {
  unsigned n_kept = 0;
  for (unsigned i = 0; i < count_; ++i) {
    if (!(places_[i] == place)) places_[n_kept++] = places_[i];
  }
  count_ = n_kept;
}

bool PlaceList::restrict_to(const CpuSet& available) {
  bool is_changed = false;
  unsigned n_kept = 0;
  for (unsigned i = 0; i < count_; ++i) {
    CpuSet place = places_[i];
    place.keep_only(available);
    is_changed |= place.is_empty() || !(place == places_[i]);
    if (!place.is_empty()) places_[n_kept++] = place;
  }
  count_ = n_kept;
  return is_changed;
}

void PlaceList::truncate(unsigned count) {
  if (count < count_) count_ = count;
}

const char* problem_with_places(const char* text) {
  PlacesRequest request;
  return Parser(text, &request).parse();
}

PlaceList make_places(const char* text, const Machine& machine, const CpuSet& available) {
  PlacesRequest request;
  if (Parser(text, &request).parse() != nullptr) {
    KmpAffinity affinity;
    return affinity.parse(text) == nullptr ? affinity.make_places(machine, available) : PlaceList();
  }
  for (const NamedUnit& unit : kUnits) {
    if (request.unit != unit.unit) continue;
    PlaceList places = places_by_domain(unit.domain, machine, available);
    places.truncate(request.limit);
    return places;
  }
  if (request.listed.restrict_to(available)) {
    base::warn_once("the places '%s' name processors this process may not use; they are left out", text);
  }
  return std::move(request.listed);
}

PlaceList make_places(const char* text) { return make_places(text, machine(), process_cpus()); }

}  // namespace rondo::os
