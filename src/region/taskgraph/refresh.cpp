// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/refresh.hpp"

#include <cstring>

#include "region/modes/recapture.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"
#include "task/kmp_block.hpp"

namespace rondo::region {

void note_ranges(graph::Record& record, const graph::Recorder& recorder, const rondo_capture_table& table) {
  bool is_readable = table.version == RONDO_CAPTURE_TABLE_ABI && table.n_values == record.values().size();
  if (is_readable && graph::find_ranges(table, recorder.notes, record.ranges())) return;
  record.ranges().clear();
}

void refresh_tasks(sched::Worker& worker, Recapture& recapture, graph::Captures& captures) {
  const graph::Graph& graph = *recapture.nodes.instance().graph;
  for (graph::NodeIndex index = 0; index < graph.n_nodes; index++) {
    const graph::Node& node = graph.nodes[index];
    if (node.kind == graph::NodeKind::Join) {
      recapture.join(worker, {}, task::Depth::Children);
      continue;
    }
    const task::TaskSpec& spec = node.shape().spec;
    task::Task* task = sched::allocate(worker, spec);
    auto* block = static_cast<char*>(task->data);
    std::memcpy(block, graph.pristine_of(node), spec.block_bytes);
    if (spec.shareds_offset != 0) reinterpret_cast<task::KmpBlock*>(block)->shareds = block + spec.shareds_offset;
    captures.refresh(block, reinterpret_cast<const void*>(spec.entry.kmp));
    sched::submit(worker, *task, {});
  }
}

}  // namespace rondo::region
