// SPDX-License-Identifier: Apache-2.0
//
// task/shelf.hpp: what lies there is in one hand at a time, its changes go with it, and none is lost.
#include "task/shelf.hpp"

#include "harness.hpp"

namespace rondo::model {
namespace {

struct Shared {
  task::Shelf<int> shelf;  // how often it was borrowed
  int n_borrowed[2] = {};
  int n_taken = 0;

  void lay(int number) {
    int* place = shelf.place();
    if (place == nullptr) return;
    *place = number;
    shelf.lay();
  }
  void borrow(int who) {
    int* thing = shelf.borrow();
    if (thing == nullptr) return;
    ++*thing;
    n_borrowed[who]++;
    shelf.put_back();
  }
  int take() {
    const int* thing = shelf.take();
    return thing == nullptr ? 0 : *thing;
  }
};

// The owner lays it down, takes it up when it can, and lays it down again, while two others work on it.
void two_borrowers(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.thread([&] {
    shared.lay(0);
    const int* thing = shared.shelf.take();
    if (thing != nullptr) shared.lay(*thing);
  });
  execution.thread([&] { shared.borrow(0); });
  execution.thread([&] { shared.borrow(1); });
  execution.at_end([&] {
    check(shared.take() == shared.n_borrowed[0] + shared.n_borrowed[1], "a change was lost");
    check(shared.take() == 0, "taken twice");
  });
}

void owner_takes_what_was_changed(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.thread([&] {
    shared.lay(10);
    const int first = shared.take();
    shared.lay(20);
    const int second = shared.take();
    check(first == 0 || first == 10 || first == 11, "not what was laid down");
    check(second == 0 || (second >= 10 && second <= 21), "not what was laid down");
    check(first == 0 || second == 0 || second >= 20, "taken twice");
  });
  execution.thread([&] { shared.borrow(0); });
  execution.at_end([&] {});
}

TEST(Shelf, WhatLiesThereIsInOneHand) {
  expect_holds("shelf: two borrowers", two_borrowers);
  expect_holds("shelf: the owner takes it", owner_takes_what_was_changed);
}

TEST(Shelf, NeedsItsOperations) {
  expect_breaks("shelf", two_borrowers, {Mutation::SplitCas, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
