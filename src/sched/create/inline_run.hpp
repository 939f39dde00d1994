// SPDX-License-Identifier: Apache-2.0
//
// Inline runs: a dependent task whose body is known to be fine-grained, and which waits for nothing, runs where it is
// created and is entered nowhere. Whether it may is decided by sched/worker/README.md, "Inline policy"
// (inline_policy.hpp).
#pragma once

#include "sched/run/domain.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

// Whether the body is known to be fine-grained, and the task's creation and end concern only its creator.
bool is_fine_grained(const task::Domain& domain, task::Entry entry, uint32_t flags, int16_t priority);

// Runs the task of such a body if no predecessor is left, and if the creator's guesses have been right lately. False:
// it has not been run.
bool run_fine_grained(Worker& worker, task::Task& task, task::Domain& domain, Dependences dependences);

// The same, outside of a region, for a task whose block stays where the caller has it (`data`), after
// `fine_grained_bodies` has said yes.
bool run_known_body(Worker& worker, const task::TaskSpec& spec, void* data, Dependences dependences);

// The same for any task that could be deferred.
bool run_inline(Worker& worker, const task::TaskSpec& spec, void* data, Dependences dependences);

}  // namespace rondo::sched
