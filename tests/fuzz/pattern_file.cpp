// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer's entries. Inputs begin as true files of random patterns, and the mutator puts the checksum right, so
// that what lies behind the checksum is reached.
#include "base/rng.hpp"
#include "graph/pattern/pattern_graph.hpp"
#include "graph/record/recorder.hpp"
#include "pattern_input.hpp"

namespace {

using rondo::depend::Dependence;
using rondo::depend::Kind;

size_t write_true_file(uint8_t* bytes, size_t most, unsigned seed) {
  rondo::base::Rng rng(seed + 1u);
  rondo::graph::Recorder recorder(false);
  for (uint32_t n = rng.below(20); n > 0; n--) {
    Dependence list[3];
    for (Dependence& each : list) each = {8 * uintptr_t{rng.below(12)}, static_cast<Kind>(rng.below(4))};
    for (Dependence& each : list) each.kind = each.address == 0 ? Kind::Out : each.kind;
    const std::span dependences(list, rng.below(4));
    if (rng.below(10) == 0) {
      recorder.add_join(dependences, rondo::task::Depth::Children);
    } else {
      recorder.add_task(rondo::task::TaskSpec{}, nullptr, dependences);
    }
  }
  const char* reason = nullptr;
  rondo::graph::Graph* graph = make_pattern_graph(recorder, &reason);
  rondo::graph::PatternWriter writer;
  writer.add("tag", *graph->pattern);
  free_graph(graph);
  const auto& file = writer.finish();
  if (file.size() > most) return 0;
  std::memcpy(bytes, file.data(), file.size());
  return file.size();
}

}  // namespace

// libFuzzer's own names.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  if (size < 16) return write_true_file(data, most, seed);
  size = LLVMFuzzerMutate(data, size, most);
  if (seed % 16 != 0) rondo::test::repair_checksum({reinterpret_cast<char*>(data), size});
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  rondo::test::take_pattern_file(reinterpret_cast<const char*>(data), size);
  return 0;
}
// NOLINTEND(readability-identifier-naming)
