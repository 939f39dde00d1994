// SPDX-License-Identifier: Apache-2.0
//
// What the structures call outside of themselves, in terms of the explorer: memory, the kernel, and ends that are
// failures of the harness.
#include <climits>

#include "base/message.hpp"
#include "explorer.hpp"
#include "os/asymmetric_fence.hpp"
#include "os/clock.hpp"
#include "os/futex.hpp"
#include "os/modules.hpp"
#include "os/pages.hpp"
#include "os/thread.hpp"
#include "os/topology.hpp"
#include "os/wake_elsewhere.hpp"
#include "sched/worker/worker.hpp"
#include "task/reserve.hpp"
#include "task/slab.hpp"
#include "trace/ring.hpp"

namespace rondo::task {

void note_scarcity() {}  // the explorer has memory
void* Slab::allocate_watched(size_t bytes) { return model::allocate(bytes); }
void* Slab::try_allocate_watched(size_t bytes) { return model::allocate(bytes); }
void Slab::release_watched(void* block) { model::release(block); }
void Slab::send_all() {}
void Slab::deposit(uint64_t) {}
void Slab::trim_own(uint64_t, First) {}
uint64_t Slab::trim_idle(uint64_t) { return 0; }
void Slab::reclaim_alone() {}

}  // namespace rondo::task

namespace rondo::sched {

// Nothing here is blocked but in suspension_test.cpp, which has no waits.
bool turn_to_another(Worker&, bool) { return false; }
void release_events(Worker&) {}  // no signal handlers here

}  // namespace rondo::sched

namespace rondo::model {

bool* is_excluded = nullptr;
bool naps_end = false;

}  // namespace rondo::model

namespace rondo::os {

constinit Process process;

bool has_room(size_t) { return true; }

void futex_wait(const uint32_t* word, uint32_t expected) { model::futex_wait(word, expected); }
// A nap after which nothing has changed would only be followed by the same nap.
void futex_wait_for(const uint32_t* word, uint32_t expected, uint64_t) {
  model::naps_end ? model::pause() : model::futex_wait(word, expected);
}
void futex_wake(const uint32_t* word, int n_waiters) { model::futex_wake(word, n_waiters); }
void futex_wait_as(uint32_t bit, const uint32_t* word, uint32_t expected, uint64_t timeout_ns) {
  timeout_ns != 0 && model::naps_end ? model::pause() : model::futex_wait(word, expected, bit);
}
void futex_wake_those(uint32_t bits, const uint32_t* word) { model::futex_wake(word, INT_MAX, bits); }

// Each thread has one of its own. That it is kept off another one is plain data for the one who is woken.
unsigned current_cpu() { return model::current_thread(); }
int thread_id() { return 1; }
void exclude_processor(int, unsigned, ExcludedProcessor&) {
  if (model::is_excluded != nullptr) *model::is_excluded = true;
}
void let_back(const ExcludedProcessor&) {
  if (model::is_excluded != nullptr) *model::is_excluded = false;
}

void discard_pages(void*, size_t) {}
uint64_t ticks_per_us() { return 1000; }
uint64_t now_ns() { return 0; }
uint64_t thread_time_ns() { return 0; }
uint64_t process_time_ns() { return 0; }
void set_turn(uint64_t /*ns*/) {}
uint64_t run_delay_us(int) { return 0; }
uint64_t minor_faults(int) { return 0; }
void for_each_thread(void (*)(void*, int), void*) {}

// All static data is the program's.
bool is_in_program(const void*) { return true; }
bool at_unload(void*, void (*)(void*), void*) { return true; }

}  // namespace rondo::os

namespace rondo::trace {

bool Ring::turn() { return false; }
void Ring::enter_module(const void*) {}

}  // namespace rondo::trace

namespace rondo::base {

void fatal(const char* format, ...) { model::fail(std::string("fatal: ") + format); }
void warn(const char* format, ...) { model::fail(std::string("warning: ") + format); }
void assertion_failed(const char* condition, const char* file, int line) {
  model::fail(std::string("assertion: ") + condition + " at " + file + ":" + std::to_string(line));
}

}  // namespace rondo::base
