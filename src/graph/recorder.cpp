// SPDX-License-Identifier: Apache-2.0
#include "graph/recorder.hpp"

#include <cstring>

#include "base/bits.hpp"

namespace rondo::graph {

namespace {
constexpr size_t kMaxNodes = (size_t{1} << 31) - 2;  // 31-bit ids
}

RecordedNode& Recorder::add(NodeKind kind, std::span<const depend::Dependence> list) {
  if (nodes.size() >= kMaxNodes) give_up("it creates more than 2^31 tasks");
  RecordedNode node = {};
  node.kind = kind;
  node.first_dependence = static_cast<uint32_t>(dependences.size());
  node.n_dependences = static_cast<uint32_t>(list.size());
  if (!list.empty()) std::memcpy(dependences.append(list.size()), list.data(), list.size_bytes());
  nodes.push_back(node);
  return nodes.back();
}

void Recorder::add_task(const task::TaskSpec& spec, const void* block, std::span<const depend::Dependence> list) {
  if (reason_ != nullptr) return;
  RecordedNode& node = add(NodeKind::Task, list);
  node.spec = spec;
  if (!keeps_data_ || !spec.is_trivial) return;
  node.payload = pristine.size();
  size_t bytes = base::round_up(spec.block_bytes, kPristineAlignment);
  std::memcpy(pristine.append(bytes), block, spec.block_bytes);
}

void Recorder::add_join(std::span<const depend::Dependence> list, task::Depth depth) {
  if (reason_ == nullptr) add(NodeKind::Join, list).depth = depth;
}

}  // namespace rondo::graph
