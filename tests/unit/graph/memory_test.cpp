// SPDX-License-Identifier: Apache-2.0
//
// What a node costs: all that a record of a graph allocates, divided by its nodes, as the C library counts it. The
// bounds stand in src/graph/README.md, "Memory".
#include <malloc.h>

#include <cstdlib>

#include <gtest/gtest.h>

#include "graph/compile/compile.hpp"
#include "graph/record/recorded_lists.hpp"
#include "graph/record/recorder.hpp"
#include "graph/replay/instance.hpp"
#include "graph/tune/tune.hpp"

namespace rondo::graph {
namespace {

constexpr uint32_t kMemorySide = 128;
constexpr uint32_t kNodes = kMemorySide * kMemorySide;

uint64_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

bool can_count() {
  const uint64_t before = bytes_in_use();
  void* volatile memory = std::malloc(100000);
  const bool is_seen = bytes_in_use() >= before + 100000;
  std::free(memory);
  return is_seen;
}

// As clang's and gcc's code creates them: what they capture is two numbers and a pointer.
task::TaskSpec spec_of_compiler(bool is_clangs) {
  task::TaskSpec spec = {};
  spec.block_bytes = is_clangs ? 56 : 16;
  spec.flags = is_clangs ? task::kKmp : 0;
  spec.is_trivial = true;
  return spec;
}

// Each cell after its upper and its left neighbour.
void record_wavefront(Recorder& recorder, const task::TaskSpec& spec) {
  using depend::Kind;
  const char block[64] = {};
  const auto cell = [](uint32_t i, uint32_t j) { return 8 * (uintptr_t{i} * (kMemorySide + 1) + j + 1); };
  for (uint32_t i = 1; i <= kMemorySide; i++) {
    for (uint32_t j = 1; j <= kMemorySide; j++) {
      const depend::Dependence list[] = {
          {cell(i, j), Kind::Out}, {cell(i - 1, j), Kind::In}, {cell(i, j - 1), Kind::In}};
      recorder.add_task(spec, block, list);
    }
  }
}
void record_independent(Recorder& recorder, const task::TaskSpec& spec) {
  const char block[64] = {};
  for (uint32_t i = 0; i < kNodes; i++) recorder.add_task(spec, block, {});
}

struct Bytes {
  double measured;  // a node of a record whose first replays are timed, with one instance,
  double tuned;     // and of one whose times are known
};

template <class RecordTasks>
Bytes bytes_a_node(bool keeps_data, RecordTasks record_tasks) {
  const uint64_t before = bytes_in_use();
  const RecordedLists* lists = nullptr;
  Graph* graph = nullptr;
  {
    Recorder recorder(keeps_data);
    record_tasks(recorder);
    graph = compile(recorder);
    if (!keeps_data) lists = RecordedLists::make(recorder.notes);
  }
  measure_ticks(*graph);
  Instance* instance = make_instance(*graph, !keeps_data);
  const uint64_t measured = bytes_in_use() - before;
  free_instance(instance);
  for (NodeIndex node = 0; node < graph->n_nodes; node++) graph->note_time(node, 1000000);
  Graph* better = tune(*graph, 2, Coarsening::Off);
  free_graph(graph);
  instance = make_instance(*better, !keeps_data);
  const uint64_t tuned = bytes_in_use() - before;
  free_instance(instance);
  free_graph(better);
  std::free(const_cast<RecordedLists*>(lists));
  EXPECT_LE(bytes_in_use(), before + kNodes) << "something is left";  // the C library keeps some freed blocks at hand
  return {static_cast<double>(measured) / kNodes, static_cast<double>(tuned) / kNodes};
}

void expect_bounds(const Bytes& bytes, double bound) {
  EXPECT_LE(bytes.measured, bound);
  EXPECT_LE(bytes.tuned, bound);
  EXPECT_GE(bytes.measured, bound - 8) << "the bound is too generous";
}

TEST(Memory, OfANode) {
  if (!can_count()) GTEST_SKIP() << "the allocator does not count";
  for (const bool is_clangs : {false, true}) {
    SCOPED_TRACE(is_clangs ? "clang" : "gcc");
    const task::TaskSpec spec = spec_of_compiler(is_clangs);
    const auto wavefront = [&](Recorder& recorder) { record_wavefront(recorder, spec); };
    const auto independent = [&](Recorder& recorder) { record_independent(recorder, spec); };
    const double block = is_clangs ? 64 : 16;  // gcc's share lines, but for tasks that come after none
    expect_bounds(bytes_a_node(false, wavefront), 86 + block);
    expect_bounds(bytes_a_node(false, independent), 58 + 64);
    expect_bounds(bytes_a_node(true, wavefront), 62 + block);
    expect_bounds(bytes_a_node(true, independent), 58 + block);
  }
}

// A region met once keeps its notes: a small one does not pay for a large one's page.
TEST(Memory, OfNotesMetOnce) {
  if (!can_count()) GTEST_SKIP() << "the allocator does not count";
  const uint64_t before = bytes_in_use();
  Notes notes;
  notes.add({}, {});
  EXPECT_LE(bytes_in_use() - before, 256u + 16 * sizeof(Shape) + 64);
}

// Nodes that differ in what a table cannot share, as priorities, cost a shape each. Nodes that alternate between many
// constructs do not.
TEST(Memory, ShapesAreFoundWhateverTheirOrder) {
  Recorder recorder(false);
  for (uint32_t i = 0; i < 10000; i++) {
    task::TaskSpec spec = {};
    spec.block_bytes = i % 20;
    recorder.add_task(spec, nullptr, {});
  }
  Graph* graph = compile(recorder);
  EXPECT_EQ(graph->n_shapes, 20u);
  for (NodeIndex node = 0; node < graph->n_nodes; node++) {
    ASSERT_EQ(graph->nodes[node].shape().spec.block_bytes, node % 20);
  }
  free_graph(graph);
}

}  // namespace
}  // namespace rondo::graph
