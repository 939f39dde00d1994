// SPDX-License-Identifier: Apache-2.0
//
// KMP_HW_SUBSET: how much of the machine a process shall use, as "2s,4c@2,1t": two sockets, in each four cores from
// the third on, in each one hardware thread. A level that is not named is used as a whole. Behind a colon numbers are
// absolute: ":3c" is three cores of the machine, "3c" three of each socket.
#pragma once

#include "os/cpu_set.hpp"
#include "os/machine.hpp"

namespace rondo::os {

// What is wrong with the text, in words that fit behind "KMP_HW_SUBSET='...' ": nullptr when it is well formed.
const char* problem_with_subset(const char* text);

// The part of `available` that `text` names; empty when the machine does not have so many. The text is well formed.
CpuSet hardware_subset(const char* text, const Machine& machine, const CpuSet& available);

// From now on the process's processors (topology.hpp) are those that `text` names. To be called once, at start,
// before any query for them. False when the machine does not have so many; then nothing has changed.
bool limit_processors(const char* text);

}  // namespace rondo::os
