// SPDX-License-Identifier: Apache-2.0
#include "depend/dep_node.hpp"

#include <new>

namespace rondo::depend {

namespace {

bool starts_block(uint64_t n) { return (n - DepNode::kInline) % SuccessorBlock::kCapacity == 0; }

// Where successor number `n` of the node goes, behind the inline ones. `last_block`: its last block, if there is one.
DepNode** place_for(DepNode::Rest& rest, uint64_t n, task::Slab& slab) {
  if (starts_block(n)) {
    auto* block = new (slab.allocate(sizeof(SuccessorBlock))) SuccessorBlock;
    (n == DepNode::kInline ? rest.first_block : rest.last_block->next) = block;
    rest.last_block = block;
  }
  return &rest.last_block->successors[(n - DepNode::kInline) % SuccessorBlock::kCapacity];
}

// The successor that was linked last, if there are more than the inline ones.
const DepNode* newest(const DepNode& node, const DepNode::Rest& rest, uint64_t n) {
  if (n == DepNode::kInline) return node.successors[n - 1];
  return rest.last_block->successors[(n - 1 - DepNode::kInline) % SuccessorBlock::kCapacity];
}

}  // namespace

uint32_t connect_behind_inline(DepNode& before, DepNode& node, uint64_t n, task::Slab& slab) {
  DepNode::Rest& rest = before.rest();
  if (newest(before, rest, n) == &node) return 0;
  SuccessorBlock* last_block = n == DepNode::kInline ? nullptr : rest.last_block;
  *place_for(rest, n, slab) = &node;
  uint64_t expected = n;
  if (before.list.cas_acq_rel(expected, n + 1)) return 1;  // [E4]; only its retirement can have come between
  if (starts_block(n)) slab.release(rest.last_block);
  rest.last_block = last_block;
  return 0;
}

}  // namespace rondo::depend
