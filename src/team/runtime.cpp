// SPDX-License-Identifier: Apache-2.0
#include "team/runtime.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <new>
#include <utility>

#include "base/build.hpp"
#include "depend/process.hpp"
#include "os/asymmetric_fence.hpp"
#include "os/clock.hpp"
#include "os/stack.hpp"
#include "os/thread.hpp"
#include "os/topology.hpp"
#include "sched/idle/poll.hpp"
#include "sched/settings.hpp"
#include "sched/wait/wait.hpp"
#include "sync/spin_lock.hpp"
#include "task/reserve.hpp"
#include "team/binding.hpp"
#include "team/child.hpp"
#include "team/counts.hpp"
#include "team/face.hpp"
#include "team/forecasts.hpp"
#include "team/implicit.hpp"
#include "team/observed.hpp"
#include "team/other_runtimes.hpp"
#include "team/overflow.hpp"
#include "team/pool.hpp"
#include "team/process.hpp"
#include "team/resize.hpp"
#include "team/root.hpp"

namespace rondo::team {

// A thread of the program that called in: a worker with a team of one, at level 0.
struct Foreign {
  sched::Worker worker;
  Root root;
  Foreign* next_free = nullptr;
  os::StackWatch stack_watch;

  Foreign() : worker(sched::next_worker_id()) {
    root.member.worker.store_release(&worker);  // [sched/S1]
  }
};

namespace {

void recycle(void* argument) {
  auto* foreign = static_cast<Foreign*>(argument);
  if (has_company(member_of(foreign->worker))) {
    // The region's threads use this thread's stack, and wait for it at the region's end.
    base::fatal(
        "a thread ends, by pthread_exit() or pthread_cancel(), as the master of a parallel region that other threads "
        "are in; let threads end outside of regions");
  }
  for_each_serial(foreign->root.member, [](Member& member) {
    if (member.hot_team != nullptr) disband(*member.hot_team);
  });
  if (ompt::is_on()) end_initial_thread(foreign->worker, foreign->root.member);
  sched::release_environment(foreign->worker, foreign->root.member.domain);
  foreign->root.member.implicit.flags = task::kImplicit;
  sched::flush(foreign->worker);
  sched::give_up_memory(foreign->worker);
  foreign->worker.bound_place = kNoPlace;
  foreign->root.member.binding = {};
  sched::t_worker = nullptr;
  foreign->stack_watch.end();
  // A task whose event is fulfilled later, or never, is still counted here.
  if (!foreign->root.member.domain.join_counter.is_done(task::Depth::Descendants)) return;
  sync::SpinGuard guard(process.foreigners.lock);
  foreign->next_free = process.foreigners.free;
  process.foreigners.free = foreign;
}

// The thread that runs main() may end by pthread_exit(), whether it has called in or not. Where another thread has
// loaded this library, this is known only once the initial thread calls in: until then no thread stays in the pool.
void watch_initial_thread() {
  if (!process.has_initial_thread_exit || process.watches_initial_thread.load_relaxed()) return;
  static constexpr bool kIsWatched = true;
  if (!os::is_initial_thread()) return;
  if (pthread_setspecific(process.initial_thread_exit, &kIsWatched) != 0) return;
  process.watches_initial_thread.store_relaxed(true);
}

[[gnu::constructor]] void prepare_for_the_initial_threads_end() {
  process.has_initial_thread_exit = pthread_key_create(&process.initial_thread_exit, [](void*) { close_pool(); }) == 0;
  watch_initial_thread();
}

// Also in a child of a process that has not started, or had to be left in the middle of it (os/fork_gate.hpp).
void after_fork() {
  sync::forget_lock_holders();
  after_fork_in_child();
  if constexpr (base::kCounts) base::forget_counts();
  forget_forecasts();
  process.watches_initial_thread.store_relaxed(false);  // this thread need not be the parent's initial one
  watch_initial_thread();
}

// When the library is loaded: a child runs only the handlers that there were when fork(2) was called, and another
// thread may start the runtime and its threads between that and the child's copy.
[[gnu::constructor]] void watch_forks() { pthread_atfork(before_fork, after_fork_in_parent, after_fork); }

// ThreadSanitizer knows what instrumented code does; this library is not instrumented.
void look_for_thread_sanitizer() {
  if (base::kThreadSanitizer || base::kAnnotates || dlsym(RTLD_DEFAULT, "__tsan_init") == nullptr) return;
  base::warn(
      "the program is built with -fsanitize=thread, which does not see how this library synchronises threads and will "
      "report races that are none; start it with `rondo run -- PROGRAM`, which takes the library that tells it, or "
      "with the LD_LIBRARY_PATH that docs/behaviour.md names");
}

void start() {
  const config::Options& options = config::load();
  process.options.store_release(&options);  // [O1]
  os::init_asymmetric_fence();
  task::keep_reserve(task::Slab::kChunkBytes);
  sched::settings.max_task_priority = options.max_task_priority;
  sched::settings.immediate_successor_percent = options.immediate_successor_percent;
  sched::settings.oldest_first = options.oldest_first;
  sched::settle_short_cuts();
  sched::settings.cancellation = options.cancellation;
  sched::settings.minds_nodes = sched::settings.minds_tasks = options.cancellation;
  sched::settings.whole_taskloops = options.graph_report == nullptr && !options.check_graph;
  sched::settings.throttle_tasks = options.throttle_tasks;
  sched::settings.fine_grained_ticks = options.at_once_ns * os::ticks_per_us() / 1000;
  depend::process.longest_period = options.graph ? options.longest_period : 0;
  if (options.check_graph) sched::settings.wait_look_ns = 1'000'000'000;
  if (options.library_threads != nullptr) process.library_limits.read(options.library_threads);
  set_look_out(options.spin_ns);
  begin_binding(options);
  pthread_key_create(&process.thread_exit, recycle);
  watch_for_overflows();
  look_for_other_runtimes();
  begin_observing(options);
  if (!ompt::is_on()) look_for_thread_sanitizer();  // a tool that looks for races knows from us how threads are ordered
  begin_counting(options);
  if (options.verbose) say_who_serves();
  if (depend::process.longest_period != 0) report_forecasts_at_exit(options);
  if (options.display_env) config::display_environment(dialect_of_program(), options.display_env_verbose);
}

Foreign* new_foreign() {
  {
    sync::SpinGuard guard(process.foreigners.lock);
    if (Foreign* foreign = process.foreigners.free) {
      process.foreigners.free = foreign->next_free;
      return foreign;
    }
  }
  void* memory = std::aligned_alloc(alignof(Foreign), base::round_up(sizeof(Foreign), alignof(Foreign)));
  auto* foreign = memory == nullptr ? nullptr : new (memory) Foreign;
  if (foreign == nullptr || !foreign->root.member.deque.is_usable()) {
    base::fatal("out of memory for a thread that calls OpenMP; raise the memory limit, or use fewer threads");
  }
  return foreign;
}

}  // namespace

void start_runtime() { process.start_once.run(start); }

void set_look_out(uint64_t spin_ns) {
  constexpr uint64_t kOversubscribedSpin_us = 20;  // docs/tuning.md
  uint64_t oversubscribed_ticks = kOversubscribedSpin_us * os::ticks_per_us();
  uint64_t spin_ticks = spin_ns == config::kForever ? config::kForever : spin_ns * os::ticks_per_us() / 1000;
  sched::process.idle_policy.spin_ticks.store_relaxed(spin_ticks);
  sched::process.idle_policy.parks_early.store_relaxed(spin_ns == config::kDefaultSpin_ns);
  sched::process.idle_policy.oversubscribed_spin_ticks.store_relaxed(
      spin_ticks < oversubscribed_ticks ? spin_ticks : oversubscribed_ticks);
}

// Guesses that run one task in the middle of another, or several as one, are off.
void let_tasks_suspend() {
  start_runtime();
  config::run_tasks_singly();
  const size_t bytes = options().stack_bytes;
  sched::settings.task_stack_bytes = bytes != 0 ? bytes : os::default_stack_bytes();
  sched::settings.fine_grained_ticks = 0;
  sched::settings.ahead_bytes = 0;
  sched::settings.suspends = sched::settings.minds_tasks = true;
}

uint32_t n_processors() { return os::usable_processors(); }

sched::Worker& register_foreign() {
  start_runtime();
  Foreign* foreign = new_foreign();
  sched::Worker& worker = foreign->worker;
  sched::t_worker = &worker;
  pthread_setspecific(process.thread_exit, foreign);
  watch_initial_thread();
  foreign->root.team.icvs = config::initial_icvs(options());
  if (ompt::is_on()) begin_thread(worker, ompt::ThreadKind::Initial);
  open_implicit(foreign->root.member, worker);
  occupy(worker, foreign->root.member);
  foreign->stack_watch.begin(os::is_initial_thread() ? os::StackOwner::Process : os::StackOwner::Program);
  return worker;
}

}  // namespace rondo::team
