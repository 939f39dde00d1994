// SPDX-License-Identifier: Apache-2.0
#include "depend/dep_node.hpp"

#include <new>

#include "base/bits.hpp"

namespace rondo::depend {

DepNode* make_node(task::Slab& slab, task::Task* task, uint32_t n_accesses) {
  auto* node = new (slab.allocate(sizeof(DepNode) + n_accesses * sizeof(Access<DepNode>))) DepNode;
  node->task = task;
  return node;
}

namespace {

bool starts_block(uint64_t n) {
  return n >= DepNode::kInline && (n - DepNode::kInline) % SuccessorBlock::kCapacity == 0;
}

// Where successor number `n` of the node goes.
DepNode** place_for(DepNode& node, uint64_t n, task::Slab& slab) {
  if (n < DepNode::kInline) return &node.successors[n];
  if (starts_block(n)) {
    auto* block = new (slab.allocate(sizeof(SuccessorBlock))) SuccessorBlock;
    (n == DepNode::kInline ? node.first_block : node.last_block->next) = block;
    node.last_block = block;
  }
  return &node.last_block->successors[(n - DepNode::kInline) % SuccessorBlock::kCapacity];
}

}  // namespace

uint32_t connect(DepNode& before, DepNode& node, task::Slab& slab) {
  uint64_t n = before.list.load_acquire();  // [E1]; without kDetached: the table still names `before`
  if ((n & DepNode::kClosed) != 0 || &before == &node || before.newest_successor == &node) return 0;
  SuccessorBlock* last_block = before.last_block;
  *place_for(before, n, slab) = &node;
  uint64_t expected = n;
  if (!before.list.cas_acq_rel(expected, n + 1)) {  // [E4]; only its retirement can have come between
    if (before.last_block != last_block) slab.release(before.last_block);
    before.last_block = last_block;
    return 0;
  }
  before.newest_successor = &node;
  return 1;
}

}  // namespace rondo::depend
