// SPDX-License-Identifier: Apache-2.0
//
// Two bodies of each compiler's form, for tests that only compare them.
#pragma once

#include <cstdint>

namespace rondo::graph {

inline void gomp_body(void*) {}
inline void other_gomp_body(void*) {}
inline int32_t kmp_body(int32_t, void*) { return 0; }
inline int32_t other_kmp_body(int32_t, void*) { return 0; }

}  // namespace rondo::graph
