// SPDX-License-Identifier: Apache-2.0
//
// What Rondo says to its user: one line on standard error, prefix "rondo: ", written by a single write(2) so that
// lines of several threads and processes never mix. Any thread may call; nothing here allocates or changes errno.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rondo::base {

// For input Rondo can live without: says what is wrong and what is done instead. Lines over 1000 bytes are cut.
[[gnu::format(printf, 1, 2)]] void warn(const char* format, ...);

// For states it cannot go on from: says cause and remedy, then aborts, so that a debugger shows who asked.
[[noreturn, gnu::format(printf, 1, 2)]] void fatal(const char* format, ...);

// Text of many lines that was asked for, as it is; errors have nowhere to be said. May change errno.
void write_error(const char* text, size_t length);

// True for exactly one caller per flag (initially 0), for warnings that are said once. Publishes nothing else.
bool first_time(uint32_t* once);

// Behind RONDO_ASSERT (base/assert.hpp).
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace rondo::base
