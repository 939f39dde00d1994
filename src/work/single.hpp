// SPDX-License-Identifier: Apache-2.0
//
// single and copyprivate.
#pragma once

#include "team/team.hpp"

namespace rondo::work {

// True for one thread of the team.
bool begin_single(sched::Worker& worker);

// copyprivate, divided as each face needs it. KMP: every thread calls this after the single; `source` is the thread
// that executed it.
using CopyFunction = void (*)(void* destination, void* source);
void copy_private(sched::Worker& worker, void* data, CopyFunction copy, bool is_source);

// GOMP: the executing thread calls publish_copy at the end of the single, the others await_copy instead of it; a
// barrier follows.
void publish_copy(sched::Worker& worker, void* record);
void* await_copy(sched::Worker& worker);

}  // namespace rondo::work
