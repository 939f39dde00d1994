// SPDX-License-Identifier: Apache-2.0
//
// The use of a task graph, from where the program enters the construct until it leaves it, for traces.
#pragma once

#include "ompt/events.hpp"
#include "region/execution.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::region {

inline void begin_use(const sched::Worker& worker, trace::GraphDetail construct, Execution execution, uint64_t id) {
  const auto how = static_cast<uint32_t>(execution);
  if (ompt::is_on()) ompt::graph_begin(worker.record, static_cast<uint8_t>(construct | how), id, worker.record.caller);
}

inline void end_use(const sched::Worker& worker) {
  if (ompt::is_on()) ompt::graph_end(worker.record);
}

}  // namespace rondo::region
