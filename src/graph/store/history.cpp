// SPDX-License-Identifier: Apache-2.0
#include "graph/store/history.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/message.hpp"
#include "graph/store/process.hpp"

namespace rondo::graph {

History::History(const Site& site) : site_(site) {
  const char* copy = strdup(site.file);
  site_.file = copy != nullptr ? copy : "?";
}

History& History::of(const Site& site) {
  constexpr uint32_t kShift = 54;
  Process::Histories& all = process.histories;
  static_assert(Process::Histories::kBuckets == 1 << (64 - kShift));
  const uint64_t key = (reinterpret_cast<uintptr_t>(site.slot) + site.id * 3) * 0x9E3779B97F4A7C15U;
  sync::SpinGuard guard(all.lock);
  History*& chain = all.buckets[key >> kShift];
  for (History* history = chain; history != nullptr; history = history->same_bucket_) {
    if (history->is_of(site)) return *history;
  }
  void* memory = std::malloc(sizeof(History));
  if (memory == nullptr) base::fatal("out of memory for a report of task graphs; unset RONDO_GRAPH_REPORT");
  auto* history = new (memory) History(site);
  history->same_bucket_ = chain;
  chain = history;
  (all.last == nullptr ? all.first : all.last->next_).store_release(history);  // [W1]
  all.last = history;
  return *history;
}

History* History::first() { return process.histories.first.load_acquire(); }  // [W1]

bool History::is_of(const Site& site) const {
  // The file is compared as well: another library may have been loaded where an earlier one was.
  return site_.slot == site.slot && site_.id == site.id && site_.line == site.line &&
         std::strcmp(site_.file, site.file) == 0;
}

bool History::is_untouched() const {
  for (const auto& n : n_) {
    if (n.load_relaxed() != 0) return false;
  }
  return true;
}

void History::restart_in_child() {
  for_each([](History& history) {
    for (auto& n : history.n_) n.store_relaxed(0);
    for (WayCounts& way : history.ways_) way.n.store_relaxed(0);
    history.findings_ = {};
  });
}

void History::keep(Record& record) {
  Record* old = nullptr;
  {
    sync::SpinGuard guard(lock_);
    old = record_;
    record_ = &record;
  }
  if (old != nullptr) old->table().leave(*old);
}

void History::keep(Graph& cyclic) {
  cyclic.n_instances = 2;  // no other thread knows of it yet
  Graph* old = nullptr;
  {
    sync::SpinGuard guard(lock_);
    old = cyclic_;
    cyclic_ = &cyclic;
  }
  if (old != nullptr) release(*old);
}

void History::release(Graph& cyclic) {
  bool is_last = false;
  {
    sync::SpinGuard guard(lock_);
    is_last = --cyclic.n_instances == 0;
  }
  if (is_last) free_graph(&cyclic);
}

uint32_t History::add(const Findings& findings) {
  sync::SpinGuard guard(lock_);
  uint32_t news = 0;
  for (uint32_t drift = 0; drift < kDrifts; drift++) {
    const Finding& found = findings.of[drift];
    if (found.n_places == 0) continue;
    Finding& known = findings_.of[drift];
    if (known.n_places == 0) {
      known = found;
      news |= 1U << drift;
    } else {
      known.n_places += found.n_places;
    }
  }
  return news;
}

const char* name_of(Event event) {
  constexpr const char* kNames[kEvents] = {
      "recorded",  "left_early",   "refused",    "pure_replay",   "recapture",   "mismatch", "checked", "plain_if",
      "plain_off", "plain_nested", "plain_busy", "plain_refused", "plain_short", "loop",     "loaded",  "plain_task"};
  return kNames[static_cast<uint32_t>(event)];
}

const char* name_of(Reason reason) {
  constexpr const char* kNames[kReasons] = {"refused", "mismatch", "not_pure", "pure", "not_kept"};
  return kNames[static_cast<uint32_t>(reason)];
}

}  // namespace rondo::graph
