// SPDX-License-Identifier: Apache-2.0
//
// base/handover_stack.hpp: order of what one thread pushes, and that every node arrives once, with its data.
#include "base/handover_stack.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace rondo::base {
namespace {

struct Node {
  Node* next = nullptr;
  uint32_t value = 0;
};

TEST(HandoverStack, NewestFirst) {
  HandoverStack<Node> stack;
  EXPECT_TRUE(stack.is_empty());
  EXPECT_EQ(stack.take_all(), nullptr);
  Node nodes[4];
  stack.push(&nodes[0]);
  nodes[1].next = &nodes[2];
  nodes[2].next = &nodes[3];  // overwritten
  stack.push(&nodes[1], &nodes[2]);
  EXPECT_FALSE(stack.is_empty());
  Node* taken = stack.take_all();
  EXPECT_EQ(taken, &nodes[1]);
  EXPECT_EQ(taken->next, &nodes[2]);
  EXPECT_EQ(taken->next->next, &nodes[0]);
  EXPECT_EQ(taken->next->next->next, nullptr);
  EXPECT_TRUE(stack.is_empty());
}

TEST(HandoverStack, EveryNodeArrivesOnce) {
  constexpr uint32_t kNodes = 20'000;
  for (uint32_t n_pushers : test::kThreadCounts) {
    HandoverStack<Node> stack;
    std::vector<Node> nodes(size_t{kNodes} * n_pushers);
    std::vector<uint32_t> n_taken(nodes.size());
    test::on_threads(n_pushers + 1, [&](uint32_t thread) {
      if (thread < n_pushers) {
        Node* mine = &nodes[size_t{thread} * kNodes];
        for (uint32_t i = 0; i < kNodes; i++) {
          mine[i].value = i + 1;
          stack.push(&mine[i]);
        }
        return;
      }
      for (size_t n = 0; n < nodes.size();) {
        Node* node = stack.take_all();
        if (node == nullptr) std::this_thread::yield();
        for (; node != nullptr; node = node->next, n++) {
          const auto index = static_cast<size_t>(node - nodes.data());
          n_taken[index]++;
          EXPECT_EQ(node->value, index % kNodes + 1);
        }
      }
    });
    for (uint32_t n : n_taken) ASSERT_EQ(n, 1u);
    EXPECT_TRUE(stack.is_empty());
  }
}

}  // namespace
}  // namespace rondo::base
