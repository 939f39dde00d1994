// SPDX-License-Identifier: Apache-2.0
//
// Keeps `shared` variables of tasks shared. gcc passes a scalar by value to a task that only reads it, which makes no
// difference while a task runs once. A recorded task runs again, perhaps without its creator's code, and would find
// the old value: README.md, "Shared variables".
#pragma once

namespace rondo::gcc {

// For every function from now on.
void keep_variables_shared(const char* plugin_name);

}  // namespace rondo::gcc
