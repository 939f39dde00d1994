// SPDX-License-Identifier: Apache-2.0
//
// firstprivate(saved: ...): puts the places of saved items into the calls of rondo_directive_saved_item().
#pragma once

namespace rondo::gcc {

// From the next function on.
void tell_saved_offsets(const char* plugin_name);

}  // namespace rondo::gcc
