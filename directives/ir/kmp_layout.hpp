// SPDX-License-Identifier: Apache-2.0
//
// kmp_task_t and kmp_depend_info, as clang lays them out.
#pragma once

#include <cstdint>

namespace rondo::directives::kmp {

inline constexpr uint32_t kHeadBytes = 40;
inline constexpr uint32_t kPriorityOffset = 32;
inline constexpr uint32_t kDependBytes = 24;
inline constexpr uint32_t kDependFlagsOffset = 16;

// Where the runtime puts the second part of a block: abi/kmpc/task.cpp.
inline uint32_t shareds_offset(uint64_t block_bytes) { return static_cast<uint32_t>((block_bytes + 15) / 16 * 16); }

}  // namespace rondo::directives::kmp
