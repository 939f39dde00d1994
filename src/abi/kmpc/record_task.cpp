// SPDX-License-Identifier: Apache-2.0
//
// LLVM's experimental record and replay interface (since LLVM 18): no compiler generates calls of it, programs call
// it by hand. A graph is identified by a number alone, for the whole process, and its tasks keep the data of the
// recording: that is the interface's contract, so the code between the calls is skipped where the data may be copied,
// and runs again where it may not (C++ objects, task reductions by gcc).
#include "abi/api.hpp"
#include "abi/kmpc/process.hpp"
#include "abi/kmpc/types.hpp"
#include "base/message.hpp"
#include "region/taskgraph.hpp"
#include "team/fork.hpp"

namespace rondo::kmpc {

using sched::Worker;

namespace {

enum RecordFlag : uint32_t {
  kRecordNowait = 1,
  kRecordAnew = 2,
  kRecordKnown = kRecordNowait | kRecordAnew,
};

}  // namespace

// The state between the two calls. The end finds it by the task that made both calls.
struct OpenRecord {
  OpenRecord* next;
  const task::Task* task;
  int32_t id;
  region::TaskgraphRegion* region;  // nullptr: the graph has been replayed
};

namespace {

OpenRecord* take_open(const Worker& worker, int32_t id) {
  sync::SpinGuard guard(process.open.lock);
  for (OpenRecord** link = &process.open.first; *link != nullptr; link = &(*link)->next) {
    OpenRecord* open = *link;
    if (open->task != worker.current || open->id != id) continue;
    *link = open->next;
    return open;
  }
  return nullptr;
}

bool has_known_flags(uint32_t flags) {
  if ((flags & ~uint32_t{kRecordKnown}) == 0) return true;
  base::warn_once(
      "__kmpc_start_record_task was called with flags %#x, of which Rondo knows %#x; its tasks run as "
      "ordinary tasks. Update librondo",
      flags, static_cast<uint32_t>(kRecordKnown));
  return false;
}

}  // namespace

// Returns 1 if the caller has to create the tasks, 0 if they have been replayed. __kmpc_end_record_task follows in
// either case.
RONDO_API int32_t __kmpc_start_record_task(Ident*, int32_t, int32_t flags, int32_t id) {
  Worker& worker = team::this_worker();
  region::TaskgraphClauses clauses;
  clauses.graph_id = static_cast<uint32_t>(id);
  auto bits = static_cast<uint32_t>(flags);
  clauses.reset = (bits & kRecordAnew) != 0;
  clauses.nogroup = (bits & kRecordNowait) != 0;
  clauses.if_clause = has_known_flags(bits);
  clauses.same_data = true;
  auto* open = new (worker.slab.allocate(sizeof(OpenRecord))) OpenRecord{nullptr, worker.current, id, nullptr};
  open->region = region::enter_taskgraph(worker, {&process.records, "__kmpc_start_record_task", 0}, clauses);
  bool runs = open->region != nullptr;
  sync::SpinGuard guard(process.open.lock);
  open->next = process.open.first;
  process.open.first = open;
  return runs ? 1 : 0;
}

RONDO_API void __kmpc_end_record_task(Ident*, int32_t, int32_t, int32_t id) {
  Worker& worker = team::this_worker();
  OpenRecord* open = take_open(worker, id);
  if (open == nullptr) {
    base::warn_once(
        "__kmpc_end_record_task(%d) without __kmpc_start_record_task in the same task; the call has no "
        "effect. Call both in one task",
        id);
    return;
  }
  if (open->region != nullptr) region::leave_taskgraph(worker, open->region, true);
  worker.slab.release(open);
}

}  // namespace rondo::kmpc
