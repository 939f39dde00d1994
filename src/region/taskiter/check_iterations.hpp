// SPDX-License-Identifier: Apache-2.0
//
// Check mode of taskiter loops: the body is executed for every iteration, by ordinary tasks, and what it creates is
// compared with the iterations that a graph would have been made of. Results are those of the plain loop.
#pragma once

#include "graph/record/captured_addresses.hpp"
#include "region/taskiter/loop.hpp"

namespace rondo::region {

struct LoopCheck {
  graph::Transcript* first = nullptr;  // the round that would have been recorded
  bool compares_data = false;          // later iterations would use its data
  graph::CapturedAddresses addresses;
};

// Called when the loop is entered: Phase::Checking from now on.
void begin_checks(sched::Worker& worker, TaskiterLoop& loop);
// Called when an iteration begins. Waits for those of the round before.
void begin_checked(sched::Worker& worker, TaskiterLoop& loop);
// The iteration was left by break, return, goto or an exception: its round is not compared.
void drop_checked(sched::Worker& worker, TaskiterLoop& loop);
void end_checks(sched::Worker& worker, TaskiterLoop& loop);

}  // namespace rondo::region
