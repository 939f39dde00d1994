// SPDX-License-Identifier: Apache-2.0
//
// Regions that are one worksharing construct, shared by the entries for loops and sections.
#pragma once

#include "sched/run/observe.hpp"
#include "work/loop.hpp"

namespace rondo::gomp {

using Body = void (*)(void* data);

inline const void* address_of(Body function) { return reinterpret_cast<const void*>(function); }

// The proc_bind clause of the next region stands in the lowest bits of a construct's flags.
void push_proc_bind(sched::Worker& worker, unsigned flags);

// `caller`: of the entry point.
void fork_loop(Body function, void* data, unsigned n_threads, const work::LoopSpec& spec, unsigned flags,
               sched::Call caller = {__builtin_return_address(0), __builtin_frame_address(0)});

// The first half of the same, for callers that run the master's share themselves.
void begin_fork_loop(Body function, void* data, unsigned n_threads, const work::LoopSpec& spec,
                     sched::Call caller = {__builtin_return_address(0), __builtin_frame_address(0)});

}  // namespace rondo::gomp
