// SPDX-License-Identifier: Apache-2.0
//
// The taskgraph directive as compilers of LLVM's line lower it. The interface is under review there and its calls
// carry no version, so each call is checked: a handle must be a word of static data, an entry must be code, sizes
// must be those of the task that was allocated. A call that does not fit is refused with a message.
//
// The region's code runs at every encounter (re-capture), which gives current data to each variable that needs it. So
// the arguments for replays without the code (relocation, copies) are not used.
#include "region/taskgraph.hpp"
#include "abi/api.hpp"
#include "abi/kmpc/process.hpp"
#include "abi/kmpc/types.hpp"
#include "base/bits.hpp"
#include "base/message.hpp"
#include "os/modules.hpp"
#include "sched/create.hpp"
#include "sched/region.hpp"
#include "sched/taskwait.hpp"
#include "team/fork.hpp"

// The ordinary entry points, which do the work.
RONDO_API int32_t __kmpc_omp_task_with_deps(rondo::kmpc::Ident*, int32_t, rondo::task::KmpBlock*, int32_t,
                                            const rondo::kmpc::DependInfo*, int32_t, const rondo::kmpc::DependInfo*);
RONDO_API void __kmpc_omp_taskwait_deps_51(rondo::kmpc::Ident*, int32_t, int32_t, const rondo::kmpc::DependInfo*,
                                           int32_t, const rondo::kmpc::DependInfo*, int32_t);
RONDO_API void __kmpc_taskloop_5(rondo::kmpc::Ident*, int32_t, rondo::task::KmpBlock*, int32_t, uint64_t*, uint64_t*,
                                 int64_t, int32_t, int32_t, uint64_t, int32_t,
                                 void (*)(rondo::task::KmpBlock*, rondo::task::KmpBlock*, int32_t));
RONDO_API void* __kmpc_taskred_init(int32_t, int32_t, const rondo::kmpc::ReductionInput*);

namespace rondo::kmpc {

using sched::Worker;
using task::KmpBlock;
using task::Task;

struct KnownHandle {
  const KnownHandle* next;
  void** handle;
};

namespace {

using Entry = void (*)(void* arguments);

bool is_code(uintptr_t word) {
  return os::module_of(reinterpret_cast<void*>(word), os::Segment::Code).contains(reinterpret_cast<void*>(word));
}

bool is_known(void** handle) {
  sync::SpinGuard guard(process.known.lock);
  const KnownHandle* known = process.known.first;
  while (known != nullptr && known->handle != handle) known = known->next;
  return known != nullptr;
}

void remember(Worker& worker, void** handle) {
  auto* mine = new (worker.slab.allocate(sizeof(KnownHandle))) KnownHandle{nullptr, handle};
  sync::SpinGuard guard(process.known.lock);
  mine->next = process.known.first;
  process.known.first = mine;
}

// True for a word of static data that is still unused, or in which another thread has just put a record table of
// Rondo.
bool is_handle(void** handle) {
  if (reinterpret_cast<uintptr_t>(handle) % alignof(void*) != 0) return false;
  if (!os::module_of(handle, os::Segment::WritableData).contains(handle)) return false;
  auto& word = reinterpret_cast<base::Atomic<void*>&>(*handle);
  return word.load_acquire() == nullptr || is_known(handle);  // [graph/R1]
}

[[noreturn]] void refuse(const char* function) {
  base::fatal(
      "%s was called in a form that Rondo does not know (the interface is not final); compile with a clang "
      "release without the taskgraph directive, or update librondo",
      function);
}

void execute(Worker& worker, const region::TaskgraphSite& site, const region::TaskgraphClauses& clauses, Entry entry,
             void* arguments) {
  region::TaskgraphRegion* region = region::enter_taskgraph(worker, site, clauses);
  entry(arguments);
  region::leave_taskgraph(worker, region, true);
}

// Earlier forms of the interface, which have the entry among the integers, say enough to execute the region.
void execute_unrecorded(Worker& worker, uintptr_t entry, void* arguments) {
  base::warn_once(
      "__kmpc_taskgraph was called in an earlier form of the interface; its regions run as ordinary tasks. "
      "Compile with a newer clang");
  region::TaskgraphClauses clauses;
  clauses.if_clause = false;
  execute(worker, {nullptr, "__kmpc_taskgraph", 0}, clauses, reinterpret_cast<Entry>(entry), arguments);
}

// True if the task was allocated with these sizes.
bool is_allocated(Worker& worker, KmpBlock* block, size_t task_bytes, size_t shareds_bytes) {
  if (reinterpret_cast<uintptr_t>(block) % alignof(Task) != 0) return false;
  const Task& task = sched::allocated_task(worker, block);
  if (task.entry.kmp != block->routine || task_bytes < sizeof(KmpBlock)) return false;
  const task::TaskSpec* spec = sched::spec_in_region(worker, task);
  if (spec == nullptr) return true;
  return spec->block_bytes == whole_block(task_bytes, shareds_bytes);
}

bool is_list(int32_t n, const void* list) { return n >= 0 && n < (1 << 24) && (n == 0 || list != nullptr); }
bool is_truth(int32_t value) { return value == 0 || value == 1; }

}  // namespace

// The integers are taken as whole words, because other forms have pointers in their places.
RONDO_API void __kmpc_taskgraph(Ident* location, int32_t, void** handle, uintptr_t graph_id, uintptr_t reset,
                                uintptr_t nogroup, uintptr_t entry, void* arguments) {
  Worker& worker = team::this_worker();
  if (!is_known(handle)) {
    if (is_code(graph_id)) return execute_unrecorded(worker, graph_id, reinterpret_cast<void*>(reset));
    if (is_code(nogroup)) return execute_unrecorded(worker, nogroup, reinterpret_cast<void*>(entry));
    if (!is_code(entry) || !is_handle(handle)) refuse("__kmpc_taskgraph");
    remember(worker, handle);
  }
  auto has_reset = static_cast<int32_t>(reset);
  auto has_nogroup = static_cast<int32_t>(nogroup);
  if (!is_truth(has_reset) || !is_truth(has_nogroup)) refuse("__kmpc_taskgraph");
  region::TaskgraphClauses clauses;
  clauses.graph_id = graph_id;
  clauses.reset = has_reset != 0;
  clauses.nogroup = has_nogroup != 0;
  clauses.has_marks = true;
  bool has_source = location != nullptr && location->source != nullptr;
  region::TaskgraphSite site = {handle, has_source ? location->source : "__kmpc_taskgraph", 0};
  execute(worker, site, clauses, reinterpret_cast<Entry>(entry), arguments);
}

RONDO_API uint32_t __kmpc_taskgraph_task(Ident* location, int32_t gtid, KmpBlock* block, int32_t, size_t task_bytes,
                                         size_t shareds_bytes, int32_t n, const DependInfo* infos, void*, void*) {
  Worker& worker = team::this_worker();
  if (!is_allocated(worker, block, task_bytes, shareds_bytes) || !is_list(n, infos)) refuse("__kmpc_taskgraph_task");
  sched::Replayable replayable(worker);
  __kmpc_omp_task_with_deps(location, gtid, block, n, infos, 0, nullptr);
  return 0;
}

RONDO_API uint32_t __kmpc_taskgraph_taskloop(Ident* location, int32_t gtid, KmpBlock* block, int32_t, size_t task_bytes,
                                             int32_t if_value, uint64_t* lower, uint64_t* upper, int64_t step,
                                             int32_t nogroup, int32_t clause, uint64_t value, int32_t is_strict,
                                             void* duplicate, void*) {
  Worker& worker = team::this_worker();
  // The bounds stand in the task itself, which no other form would pass here.
  auto* bounds = reinterpret_cast<uint64_t*>(block + 1);
  bool fits = lower == bounds && upper == bounds + 1 && clause >= 0 && clause <= 2 && step != 0;
  const Task& task = sched::allocated_task(team::this_worker(), block);
  if (!fits || task.entry.kmp != block->routine || task_bytes < sizeof(KmpBlock)) {
    refuse("__kmpc_taskgraph_taskloop");
  }
  sched::Replayable replayable(worker);
  using Duplicate = void (*)(KmpBlock*, KmpBlock*, int32_t);
  __kmpc_taskloop_5(location, gtid, block, if_value, lower, upper, step, nogroup, clause, value, is_strict,
                    reinterpret_cast<Duplicate>(duplicate));
  return 0;
}

RONDO_API void __kmpc_taskgraph_taskwait(Ident* location, int32_t gtid, int32_t n, const DependInfo* infos,
                                         int32_t has_no_wait) {
  if (!is_list(n, infos) || !is_truth(has_no_wait)) refuse("__kmpc_taskgraph_taskwait");
  sched::Replayable replayable(team::this_worker());
  __kmpc_omp_taskwait_deps_51(location, gtid, n, infos, 0, nullptr, has_no_wait);
}

RONDO_API void* __kmpc_taskgraph_taskred_init(int32_t gtid, int32_t n, const ReductionInput* inputs) {
  if (n == 0 || !is_list(n, inputs)) refuse("__kmpc_taskgraph_taskred_init");
  return __kmpc_taskred_init(gtid, n, inputs);
}

}  // namespace rondo::kmpc
