// SPDX-License-Identifier: Apache-2.0
#include "work/captures.hpp"

#include <cstring>

#include "sched/region.hpp"
#include "task/kmp_block.hpp"

namespace rondo::work {

void note_ranges(graph::Record& record, const graph::Recorder& recorder, const rondo_capture_table& table) {
  bool is_readable = table.version == RONDO_CAPTURE_TABLE_ABI && table.n_values == record.values().size();
  if (is_readable && graph::find_ranges(table, recorder.notes, record.ranges())) return;
  record.ranges().clear();
}

void refresh_tasks(sched::Worker& worker, const graph::Instance& instance, graph::Captures& captures) {
  const graph::Graph& graph = *instance.graph;
  for (graph::NodeIndex index = 0; index < graph.n_nodes; index++) {
    const graph::Node& node = graph.nodes[index];
    if (node.kind == graph::NodeKind::Join) {
      graph::Encounter& encounter = *sched::domain_of_current(worker).encounter;
      sched::join_in_region(worker, encounter, {}, task::Depth::Children);
      continue;
    }
    task::Task* task = sched::allocate(
        worker, {node.entry, node.block_bytes, node.shareds_offset, node.task_flags, node.priority, node.is_trivial});
    auto* block = static_cast<char*>(task->data);
    std::memcpy(block, graph.pristine + node.pristine, node.block_bytes);
    if (node.shareds_offset != 0) {
      reinterpret_cast<task::KmpBlock*>(block)->shareds = block + node.shareds_offset;
    }
    captures.refresh(block, reinterpret_cast<const void*>(node.entry.kmp));
    sched::submit(worker, *task, {});
  }
}

}  // namespace rondo::work
