// SPDX-License-Identifier: Apache-2.0
//
// Part of counting builds only (src/CMakeLists.txt). Each thread has counters of its own and alone writes them, so
// that counting adds no shared line to the operations that it counts; the counters outlive the thread. A sum reads
// the counters of all threads.
#include "base/count.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include "base/message.hpp"

namespace rondo::base {

namespace {

struct Counters {
  std::atomic<uint64_t> of[kConstructs][kEvents] = {};
  Construct now = Construct::Other;
  Counters* next = nullptr;  // written before it is in the list
};

constinit std::atomic<Counters*> g_first{nullptr};
constinit thread_local Counters* t_counters = nullptr;

[[gnu::noinline]] Counters& new_counters() {
  void* memory = std::calloc(1, sizeof(Counters));
  if (memory == nullptr) fatal("out of memory for counters; use the library of another build, which has none");
  auto* counters = new (memory) Counters;
  counters->next = g_first.load(std::memory_order_relaxed);
  while (
      !g_first.compare_exchange_weak(counters->next, counters, std::memory_order_release, std::memory_order_relaxed)) {
  }
  t_counters = counters;
  return *counters;
}

Counters& mine() { return t_counters != nullptr ? *t_counters : new_counters(); }

void add_one(Counters& counters, Event event) {
  auto& counter = counters.of[static_cast<unsigned>(counters.now)][static_cast<unsigned>(event)];
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

template <class Visit>
void for_each_thread(Visit visit) {
  for (Counters* counters = g_first.load(std::memory_order_acquire); counters != nullptr; counters = counters->next)
    visit(*counters);
}

constexpr const char* kConstructNames[kConstructs] = {"other",    "parallel",  "barrier", "loop",   "single", "lock",
                                                      "ordered",  "reduction", "create",  "finish", "report", "release",
                                                      "taskwait", "taskgroup", "replay",  "node",   "find",   "park"};
constexpr const char* kEventNames[kEvents] = {"entries", "rmw",   "publish", "fence", "heavy_fence", "push",
                                              "take",    "steal", "post",    "sleep", "wake"};

}  // namespace

namespace count_detail {

void count(Event event) { add_one(mine(), event); }

Construct enter(Construct construct) {
  Counters& counters = mine();
  Construct before = counters.now;
  counters.now = construct;
  add_one(counters, Event::Entry);
  return before;
}

void leave(Construct before) { mine().now = before; }

}  // namespace count_detail

uint64_t counted(Construct construct, Event event) {
  uint64_t sum = 0;
  for_each_thread([&](const Counters& counters) {
    sum += counters.of[static_cast<unsigned>(construct)][static_cast<unsigned>(event)].load(std::memory_order_relaxed);
  });
  return sum;
}

uint32_t n_counting_threads() {
  uint32_t n = 0;
  for_each_thread([&](const Counters&) { n++; });
  return n;
}

void forget_counts() {
  for_each_thread([](Counters& counters) {
    for (auto& events : counters.of) {
      for (auto& counter : events) counter.store(0, std::memory_order_relaxed);
    }
  });
}

const char* name_of(Construct construct) { return kConstructNames[static_cast<unsigned>(construct)]; }
const char* name_of(Event event) { return kEventNames[static_cast<unsigned>(event)]; }

}  // namespace rondo::base
