// SPDX-License-Identifier: Apache-2.0
//
// Keeps `shared` variables of tasks shared. gcc hands a scalar that a task only reads to it by value, which nobody can
// tell from sharing while a task runs once, at most when its creator waits for it. A recorded task runs again later,
// without its creator's code, and would find the old value: README.md, "Shared variables".
#pragma once

namespace rondo::gcc {

// For every function from now on.
void keep_variables_shared(const char* plugin_name);

}  // namespace rondo::gcc
