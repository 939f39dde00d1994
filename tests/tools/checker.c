/* SPDX-License-Identifier: Apache-2.0
 *
 * A tool that checks what it is told: each event against what came before on its thread and for its object. The first
 * contradiction ends the process by abort(), with a line that says what it was. When the process ends without one, and
 * CHECKER_REPORT names a file, the counts of events are written there.
 *
 * With CHECKER_LOOSE=1 constructs may be left without their end, as cancelled ones are. With CHECKER_MULTIPLEXED=1 the
 * functions of another one stand between Rondo and these (multiplexed.c).
 */
#include "checker.h"

/* ---- Threads ---- */

static void on_thread_begin(ompt_thread_t kind, ompt_data_t* data) {
  count(ompt_callback_thread_begin);
  atomic_fetch_add(&n_open_threads, 1);
  if (kind != ompt_thread_initial && kind != ompt_thread_worker) fail("a thread of the kind %d", (int)kind);
  if (data->ptr != NULL) fail("a new thread has data");
  if (get_thread_data() != data) fail("thread begin with another thread's data");
  Thread* thread = calloc(1, sizeof(Thread));
  data->ptr = thread;
}

static void on_thread_end(ompt_data_t* data) {
  count(ompt_callback_thread_end);
  atomic_fetch_sub(&n_open_threads, 1);
  Thread* thread = data->ptr;
  if (thread == NULL) fail("thread end without a beginning");
  if (thread->current != NULL) fail("a thread ends inside of a task");
  free(thread);
  data->ptr = NULL;
}

/* ---- Regions ---- */

static void on_parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* data, unsigned n_requested,
                              int flags, const void* caller) {
  count(ompt_callback_parallel_begin);
  Thread* thread = this_thread("parallel begin");
  check_current(thread, task, "parallel begin");
  int task_flags = 0;
  get_task_info(0, &task_flags, NULL, NULL, NULL, NULL);
  check_frame(frame, (task_flags & ompt_task_initial) != 0, "parallel begin");
  check_caller(caller, "parallel begin");
  if (n_requested == 0) fail("parallel begin: no thread is requested");
  if (((flags & ompt_parallel_team) != 0) == ((flags & ompt_parallel_league) != 0))
    fail("parallel begin: flags %x", flags);
  if (data->ptr != NULL) fail("parallel begin: a new region has data");
  data->ptr = calloc(1, sizeof(Region));
  atomic_fetch_add(&n_open_regions, 1);
  enter_scope(thread, "parallel", 0);
}

static void on_parallel_end(ompt_data_t* data, ompt_data_t* task, int flags, const void* caller) {
  count(ompt_callback_parallel_end);
  Thread* thread = this_thread("parallel end");
  check_current(thread, task, "parallel end");
  check_caller(caller, "parallel end");
  Region* region = data->ptr;
  if (region == NULL) fail("parallel end without a beginning (flags %x)", flags);
  if (atomic_load(&region->n_begun) == 0) fail("parallel end: no implicit task has begun");
  leave_scope(thread, "parallel", 0);
  data->ptr = NULL; /* the region's memory stays: its workers may be late */
  atomic_fetch_sub(&n_open_regions, 1);
}

static void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data, unsigned n,
                             unsigned index, int flags) {
  count(ompt_callback_implicit_task);
  Thread* thread = this_thread("implicit task");
  if ((flags & (ompt_task_initial | ompt_task_implicit)) == 0) fail("implicit task: flags %x", flags);
  if (endpoint == ompt_scope_begin) {
    if (data->ptr != NULL) fail("a new implicit task has data");
    if (parallel == NULL) fail("implicit task begin: no region");
    if ((flags & ompt_task_initial) != 0 && parallel->ptr == NULL) {
      Region* region = calloc(1, sizeof(Region));
      region->is_initial = 1;
      parallel->ptr = region;
    }
    Region* region = parallel->ptr;
    if (region == NULL) fail("implicit task begin: a region that has not begun");
    if ((flags & ompt_task_implicit) != 0 && index >= n) fail("implicit task %u of %u", index, n);
    int size = 0;
    ompt_data_t* own = NULL;
    if (get_parallel_info(0, &own, &size) != 2 || own->ptr != parallel->ptr) fail("parallel info: another region");
    if ((flags & ompt_task_implicit) != 0 && size != (int)n) fail("parallel info: %d threads for %u", size, n);
    atomic_fetch_add(&region->n_begun, 1);
    Task* task = calloc(1, sizeof(Task));
    task->is_implicit = 1;
    atomic_store(&task->phase, kRunning);
    data->ptr = task;
    push(thread, task);
  } else if (endpoint == ompt_scope_end) {
    check_current(thread, data, "implicit task end");
    pop(thread);
    release(data);
  } else {
    fail("implicit task with the endpoint %d", (int)endpoint);
  }
}

/* ---- Tasks ---- */

static const char kWait[] = "wait";

static int is_waiting(const Thread* thread) {
  const Task* task = thread->current;
  return task->n_scopes != 0 && task->scopes[task->n_scopes - 1].what == kWait;
}

static void on_task_create(ompt_data_t* creator, const ompt_frame_t* frame, ompt_data_t* data, int flags,
                           int has_dependences, const void* caller) {
  count(ompt_callback_task_create);
  Thread* thread = this_thread("task create");
  if (creator == NULL || creator->ptr == NULL) fail("task create names no creator");
  if (thread->coming != NULL) fail("a task was to begin at once, and another one is created");
  /* Of a later iteration of a taskiter loop (docs/tools.md): by a thread that waits, or executes another task. */
  const int is_late = creator->ptr != thread->current || is_waiting(thread);
  if (!is_late) {
    int creator_flags = 0;
    get_task_info(0, &creator_flags, NULL, NULL, NULL, NULL);
    check_frame(frame, (creator_flags & ompt_task_initial) != 0, "task create");
  }
  check_caller(caller, "task create");
  if (data->ptr != NULL) fail("a new task has data");
  const int kinds = ompt_task_explicit | ompt_task_target | ompt_task_taskwait;
  if ((flags & kinds) == 0) fail("task create: flags %x", flags);
  Task* task = calloc(1, sizeof(Task));
  task->wants_dependences = has_dependences;
  task->is_taskwait = (flags & ompt_task_taskwait) != 0;
  atomic_store(&task->phase, kCreated);
  data->ptr = task;
  if (is_late) {
    count(kLate);
    thread->coming = task;
  }
  atomic_fetch_add(&n_unfinished, 1);
}

static int is_of_iteration(const ompt_dependence_t* dependence) {
  const int type = dependence->dependence_type;
  return type == ompt_dependence_type_source || type == ompt_dependence_type_sink;
}

static void on_dependences(ompt_data_t* data, const ompt_dependence_t* list, int n) {
  count(ompt_callback_dependences);
  Task* task = data->ptr;
  if (task == NULL) fail("dependences of a task that was not created");
  if (n > 0 && list != NULL && is_of_iteration(list)) {
    if (task != this_thread("doacross")->current) fail("doacross in a task that does not run");
    return;
  }
  if (!task->wants_dependences) fail("dependences of a task that was created without any");
  if (atomic_load(&task->phase) != kCreated) fail("dependences of a task that has begun");
  if (n <= 0 || list == NULL) fail("an empty list of dependences");
  for (int i = 0; i < n; i++) {
    if (list[i].dependence_type == 0) fail("a dependence without a type");
  }
  task->wants_dependences = 0;
}

/* The first is not over, so the second has to wait for it. */
static void on_task_dependence(ompt_data_t* before, ompt_data_t* data) {
  count(ompt_callback_task_dependence);
  if (before == NULL || before->ptr == NULL) fail("a dependence on a task that is over");
  if (data == NULL || data->ptr == NULL) fail("a dependence of a task that was not created");
  if (before == data) fail("a dependence of a task on itself");
  if (atomic_load(&((Task*)before->ptr)->phase) == kOver) fail("a dependence on a task that is over");
  if (atomic_load(&((Task*)data->ptr)->phase) != kCreated) fail("a dependence of a task that has begun");
}

static void finish(Task* task, ompt_data_t* data) {
  if (atomic_exchange(&task->phase, kOver) == kOver) fail("a task ends twice");
  release(data);
  atomic_fetch_sub(&n_unfinished, 1);
}

static void leave(Task* task) {
  if (!task->is_implicit) atomic_store(&task->phase, kSuspended);
}

static void begin(Thread* thread, Task* task) {
  if (task->wants_dependences) fail("a task begins before its dependences are told");
  if (thread->coming != NULL && thread->coming != task) fail("a task was to begin at once, and another one does");
  thread->coming = NULL;
  if (atomic_exchange(&task->phase, kRunning) != kCreated) fail("a task begins twice");
  leave(thread->current);
  push(thread, task);
}

/* It was left for others, since it waits or is blocked. */
static void go_on(Thread* thread, Task* task) {
  if (task->thread != thread) fail("a task goes on on another thread");
  leave(thread->current);
  if (!task->is_implicit && atomic_exchange(&task->phase, kRunning) != kSuspended)
    fail("a task goes on that was not suspended");
  thread->current = task;
}

static void resume(Thread* thread, ompt_data_t* data) {
  Task* task = pop(thread);
  if (data == NULL || data->ptr != task) fail("task schedule: another task resumes than the one that was suspended");
  if (!task->is_implicit) atomic_store(&task->phase, kRunning);
}

static void switch_to(Thread* thread, Task* task) {
  if (task == NULL) fail("task schedule: the next task was not created");
  const int is_new = !task->is_implicit && atomic_load(&task->phase) == kCreated;
  is_new ? begin(thread, task) : go_on(thread, task);
}

static void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
  count(ompt_callback_task_schedule);
  Thread* thread = this_thread("task schedule");
  Task* task = prior != NULL ? prior->ptr : NULL;
  if (task == NULL) fail("task schedule: no prior task");
  switch (status) {
    case ompt_task_switch:
    case ompt_task_yield:
      check_current(thread, prior, "task switch");
      switch_to(thread, next != NULL ? next->ptr : NULL);
      return;
    case ompt_task_complete:
    case ompt_task_cancel:
      check_current(thread, prior, "task end");
      resume(thread, next);
      finish(task, prior);
      return;
    case ompt_task_detach:
      check_current(thread, prior, "task detach");
      if (task->is_fulfilled) fail("a task is detached whose event is fulfilled");
      resume(thread, next);
      atomic_store(&task->phase, kDetached);
      return;
    case ompt_task_early_fulfill:
      task->is_fulfilled = 1;
      return;
    case ompt_task_late_fulfill:
      if (atomic_load(&task->phase) != kDetached) fail("a late fulfillment before the task was detached");
      finish(task, prior);
      return;
    case ompt_taskwait_complete:
      if (!task->is_taskwait) fail("taskwait complete of another task");
      finish(task, prior);
      return;
  }
  fail("task schedule with the status %d", (int)status);
}

/* ---- Waits and worksharing ---- */

static void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                           ompt_data_t* task, const void* caller) {
  count(ompt_callback_sync_region);
  Thread* thread = this_thread("sync region");
  check_current(thread, task, "sync region");
  if (endpoint == ompt_scope_begin && parallel == NULL) fail("a sync region begins outside of any region");
  if (kind != ompt_sync_region_barrier_implicit_parallel) {
    check_caller(caller, "sync region");
    check_own_frame("sync region");
  }
  pass_scope(thread, endpoint, "sync region", (int)kind);
}

static void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                                ompt_data_t* task, const void* caller) {
  count(ompt_callback_sync_region_wait);
  (void)parallel, (void)caller;
  Thread* thread = this_thread("sync region wait");
  check_current(thread, task, "sync region wait");
  pass_scope(thread, endpoint, kWait, (int)kind);
  int state = get_state(NULL);
  if (endpoint == ompt_scope_begin && state != ompt_state_work_parallel && state != ompt_state_work_serial)
    fail("a thread is in the state %x when it begins to wait", state);
}

static void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                         ompt_data_t* task, const void* caller) {
  count(ompt_callback_reduction);
  (void)parallel;
  Thread* thread = this_thread("reduction");
  check_current(thread, task, "reduction");
  check_caller(caller, "reduction");
  pass_scope(thread, endpoint, "reduction", (int)kind);
}

static void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                    uint64_t n, const void* caller) {
  count(ompt_callback_work);
  (void)n;
  Thread* thread = this_thread("work");
  check_current(thread, task, "work");
  if (parallel == NULL || parallel->ptr == NULL) fail("work %d outside of any region", (int)kind);
  if (!is_loose) check_caller(caller, "work");
  pass_scope(thread, endpoint, "work", (int)kind);
}

static void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, const void* caller) {
  count(ompt_callback_masked);
  (void)parallel;
  Thread* thread = this_thread("masked");
  check_current(thread, task, "masked");
  check_caller(caller, "masked");
  pass_scope(thread, endpoint, "masked", 0);
}

static void on_dispatch(ompt_data_t* parallel, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance) {
  count(ompt_callback_dispatch);
  (void)parallel;
  Thread* thread = this_thread("dispatch");
  check_current(thread, task, "dispatch");
  if (kind == ompt_dispatch_ws_loop_chunk && ((ompt_dispatch_chunk_t*)instance.ptr)->iterations == 0)
    fail("an empty chunk");
}

/* ---- Mutexes ---- */

static void on_mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t id, const void* caller) {
  count(ompt_callback_mutex_acquire);
  (void)kind, (void)hint, (void)impl;
  check_caller(caller, "mutex acquire");
  Thread* thread = this_thread("mutex acquire");
  ompt_data_t* task = NULL;
  get_task_info(0, NULL, &task, NULL, NULL, NULL);
  check_current(thread, task, "mutex acquire");
  thread->wanted = id;
}

static void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void* caller) {
  count(ompt_callback_mutex_acquired);
  check_caller(caller, "mutex acquired");
  Thread* thread = this_thread("mutex acquired");
  if (thread->wanted != id) fail("a mutex (%d) is acquired that the thread has not asked for", (int)kind);
  if (thread->n_held < 64) thread->held[thread->n_held++] = id;
}

/* A lock may be released by another thread than the one that has taken it, if the task moves; critical ones not. */
static void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t id, const void* caller) {
  count(ompt_callback_mutex_released);
  check_caller(caller, "mutex released");
  Thread* thread = this_thread("mutex released");
  for (int i = thread->n_held - 1; i >= 0; i--) {
    if (thread->held[i] != id) continue;
    thread->held[i] = thread->held[--thread->n_held];
    return;
  }
  if (kind == ompt_mutex_critical || kind == ompt_mutex_ordered)
    fail("a mutex (%d) is released that is not held", (int)kind);
}

static void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void* caller) {
  count(ompt_callback_nest_lock);
  (void)endpoint, (void)id;
  check_caller(caller, "nest lock");
}

static void on_lock_init(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t id, const void* caller) {
  count(ompt_callback_lock_init);
  (void)kind, (void)hint, (void)impl, (void)id;
  this_thread("lock init");
  check_caller(caller, "lock init");
}

static void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void* caller) {
  count(ompt_callback_lock_destroy);
  (void)kind, (void)id;
  check_caller(caller, "lock destroy");
}

/* ---- The rest ---- */

static void on_flush(ompt_data_t* thread, const void* caller) {
  count(ompt_callback_flush);
  if (thread->ptr != this_thread("flush")) fail("flush with another thread's data");
  check_caller(caller, "flush");
}

static void on_cancel(ompt_data_t* task, int flags, const void* caller) {
  count(ompt_callback_cancel);
  if (task == NULL || task->ptr == NULL) fail("cancel names no task");
  if ((flags & ompt_cancel_discarded_task) == 0) check_caller(caller, "cancel");
}

static int on_control_tool(uint64_t command, uint64_t modifier, void* argument, const void* caller) {
  count(ompt_callback_control_tool);
  (void)argument;
  check_caller(caller, "control tool");
  return (int)(command + modifier);
}

static void on_error(ompt_severity_t severity, const char* message, size_t length, const void* caller) {
  count(ompt_callback_error);
  check_caller(caller, "error");
  if (message == NULL || length == 0) fail("an error (%d) without text", (int)severity);
}

/* ---- Life ---- */

// clang-format off
#define FOR_ALL_EVENTS(DO) \
  DO(thread_begin) DO(thread_end) DO(parallel_begin) DO(parallel_end) DO(implicit_task) \
  DO(task_create) DO(task_schedule) DO(dependences) DO(task_dependence) DO(sync_region) DO(sync_region_wait) \
  DO(reduction) DO(work) DO(masked) DO(dispatch) DO(mutex_acquire) DO(mutex_acquired) \
  DO(mutex_released) DO(nest_lock) DO(lock_init) DO(lock_destroy) DO(flush) DO(cancel) \
  DO(control_tool) DO(error)
// clang-format on

static void listen(ompt_set_callback_t set_callback, ompt_callbacks_t event, ompt_callback_t function) {
  ompt_set_result_t result = set_callback(event, function);
  if (result == ompt_set_error && is_multiplexed && event == ompt_callback_error)
    return; /* it does not know this one */
  if (result < ompt_set_sometimes) fail("event %d: set_callback returned %d", (int)event, (int)result);
  ompt_callback_t found = NULL;
  if (get_callback(event, &found) != 1 || (found != function && !is_multiplexed))
    fail("event %d: get_callback does not find it", (int)event);
}

static void check_unsent(ompt_set_callback_t set_callback) {
  const ompt_callbacks_t others[] = {ompt_callback_target_emi, ompt_callback_device_load};
  for (int i = 0; i < 2; i++) {
    if (set_callback(others[i], (ompt_callback_t)on_flush) != ompt_set_never) fail("event %d is not sent", others[i]);
  }
  if (set_callback((ompt_callbacks_t)1000, NULL) != ompt_set_error) fail("event 1000 is no event");
}

static void check_enumerations(ompt_function_lookup_t lookup) {
  ompt_enumerate_states_t states = (ompt_enumerate_states_t)lookup("ompt_enumerate_states");
  int state = ompt_state_undefined, n = 0;
  const char* name = NULL;
  while (states(state, &state, &name)) {
    if (name == NULL || n++ > 100) fail("the list of states has no end");
  }
  if (n < 10) fail("only %d states", n);
  ompt_enumerate_mutex_impls_t mutexes = (ompt_enumerate_mutex_impls_t)lookup("ompt_enumerate_mutex_impls");
  int impl = ompt_mutex_impl_none;
  for (n = 0; mutexes(impl, &impl, &name); n++) {
    if (name == NULL || n > 100) fail("the list of mutexes has no end");
  }
  if (n == 0) fail("no mutexes");
  ompt_get_unique_id_t unique_id = (ompt_get_unique_id_t)lookup("ompt_get_unique_id");
  uint64_t first = unique_id();
  if (first == 0 || unique_id() == first) fail("ids are not unique");
  if (((ompt_get_num_procs_t)lookup("ompt_get_num_procs"))() < 1) fail("no processors");
  if (((ompt_get_proc_id_t)lookup("ompt_get_proc_id"))() < 0) fail("no processor number");
  if (lookup("ompt_no_such_function") != NULL) fail("a function that does not exist was found");
}

static int initialize(ompt_function_lookup_t lookup, int initial_device, ompt_data_t* data) {
  (void)initial_device;
  if (data->ptr != &counts) fail("initialize: another tool's data");
  is_loose = getenv("CHECKER_LOOSE") != NULL;
  is_multiplexed = getenv("CHECKER_MULTIPLEXED") != NULL;
  needs_callers = getenv("CHECKER_CALLERS") != NULL;
  ompt_set_callback_t set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
  get_callback = (ompt_get_callback_t)lookup("ompt_get_callback");
  get_thread_data = (ompt_get_thread_data_t)lookup("ompt_get_thread_data");
  get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  get_parallel_info = (ompt_get_parallel_info_t)lookup("ompt_get_parallel_info");
  get_state = (ompt_get_state_t)lookup("ompt_get_state");
  check_enumerations(lookup);
#define LISTEN(name) listen(set_callback, ompt_callback_##name, (ompt_callback_t)on_##name);
  FOR_ALL_EVENTS(LISTEN)
  if (!is_multiplexed) check_unsent(set_callback);
  return 1;
}

static void finalize(ompt_data_t* data) {
  (void)data;
  const char* path = getenv(CHECKER_REPORT);
  FILE* report = path != NULL ? fopen(path, "w") : NULL;
  if (report == NULL) return;
  fprintf(report, "unfinished_tasks %ld\nopen_regions %ld\nopen_threads %ld\nlate_tasks %ld\n",
          atomic_load(&n_unfinished), atomic_load(&n_open_regions), atomic_load(&n_open_threads),
          atomic_load(&counts[kLate]));
#define REPORT(name) fprintf(report, #name " %ld\n", atomic_load(&counts[ompt_callback_##name]));
  FOR_ALL_EVENTS(REPORT)
  fclose(report);
}

__attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned version,
                                                                                 const char* runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {.ptr = &counts}};
  if (version < 201811 || strncmp(runtime, "Rondo", 5) != 0) fail("started by %s, version %u", runtime, version);
  return &result;
}
