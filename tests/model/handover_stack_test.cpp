// SPDX-License-Identifier: Apache-2.0
//
// base/handover_stack.hpp: what is pushed is taken exactly once, chains stay whole, and data goes with its node.
#include "base/handover_stack.hpp"

#include "harness.hpp"

namespace rondo::model {
namespace {

struct Node {
  Node* next = nullptr;
  int payload = 0;
};

struct Shared {
  base::HandoverStack<Node> stack;
  Node nodes[4];
  int n_taken[4] = {};

  void push(int index) {
    nodes[index].payload = 1;
    stack.push(&nodes[index]);
  }
  void push_pair(int first) {
    nodes[first].payload = 1;
    nodes[first + 1].payload = 1;
    nodes[first].next = &nodes[first + 1];
    stack.push(&nodes[first], &nodes[first + 1]);
  }
  void take_all() {
    int length = 0;
    for (Node* node = stack.take_all(); node != nullptr; node = node->next) {
      check(++length <= 4, "the chain has a loop");
      check(n_taken[node - nodes]++ == 0, "took a node twice");
      check(node->payload == 1, "took a node without its data");
    }
  }
  void expect_taken(int n) {
    take_all();
    for (int i = 0; i < n; i++) check(n_taken[i] == 1, "lost a node");
  }
};

void two_pushers(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.thread([&] { shared.push_pair(0); });
  execution.thread([&] { shared.push(2); });
  execution.thread([&] {
    shared.take_all();
    shared.take_all();
  });
  execution.at_end([&] { shared.expect_taken(3); });
}

// A node that comes back while another pusher holds it as the head it has seen: harmless without a pop.
void node_comes_back(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.thread([&] { shared.push(1); });
  execution.thread([&] {
    shared.push(0);
    Node* taken = shared.stack.take_all();
    shared.n_taken[1] += taken != nullptr && (taken == &shared.nodes[1] || taken->next == &shared.nodes[1]) ? 1 : 0;
    shared.push(0);
  });
  execution.at_end([&] { shared.expect_taken(2); });
}

TEST(HandoverStack, EveryNodeIsTakenOnce) {
  expect_holds("handover stack: two pushers", two_pushers);
  expect_holds("handover stack: a node comes back", node_comes_back);
}

TEST(HandoverStack, NeedsItsOperations) {
  expect_breaks("handover stack", two_pushers, {Mutation::SplitCas, Mutation::SplitExchange});
  expect_breaks("handover stack", two_pushers, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
