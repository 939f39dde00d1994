// SPDX-License-Identifier: Apache-2.0
//
// task/deposit.hpp: what lies there is in one hand at a time, its changes go with it, and none is lost.
#include "task/deposit.hpp"

#include "harness.hpp"

namespace rondo::model {
namespace {

struct Shared {
  task::Deposit<int> deposit;  // how often it was borrowed
  int n_borrowed[2] = {};
  int n_taken = 0;

  void publish(int number) {
    int* room = deposit.room();
    if (room == nullptr) return;
    *room = number;
    deposit.publish();
  }
  void borrow(int who) {
    int* thing = deposit.borrow();
    if (thing == nullptr) return;
    ++*thing;
    n_borrowed[who]++;
    deposit.put_back();
  }
  int take() {
    const int* thing = deposit.take();
    return thing == nullptr ? 0 : *thing;
  }
};

// The owner deposits it, reclaims it when it can, and deposits it again, while two others work on it.
void two_borrowers(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.thread([&] {
    shared.publish(0);
    const int* thing = shared.deposit.take();
    if (thing != nullptr) shared.publish(*thing);
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
    shared.publish(10);
    const int first = shared.take();
    shared.publish(20);
    const int second = shared.take();
    check(first == 0 || first == 10 || first == 11, "not what was deposited");
    check(second == 0 || (second >= 10 && second <= 21), "not what was deposited");
    check(first == 0 || second == 0 || second >= 20, "taken twice");
  });
  execution.thread([&] { shared.borrow(0); });
  execution.at_end([&] {});
}

TEST(Deposit, WhatLiesThereIsInOneHand) {
  expect_holds("deposit: two borrowers", two_borrowers);
  expect_holds("deposit: the owner takes it", owner_takes_what_was_changed);
}

TEST(Deposit, NeedsItsOperations) {
  expect_breaks("deposit", two_borrowers, {Mutation::SplitCas, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
