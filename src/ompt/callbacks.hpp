// SPDX-License-Identifier: Apache-2.0
//
// What a tool asks of the runtime that needs no knowledge of threads and tasks: its callbacks, and lists of what
// there is. The functions have the specification's types. Any thread; they may be called in signal handlers.
#pragma once

#include "ompt/types.hpp"

namespace rondo::ompt {

SetResult set_callback(Event event, Function function);
int get_callback(Event event, Function* function);

// Each returns 1 and what comes after `current` in the list, or 0 at its end.
int enumerate_states(int current, int* next, const char** name);
int enumerate_mutex_impls(int current, int* next, const char** name);

// Never 0, never the same.
uint64_t get_unique_id();

}  // namespace rondo::ompt
