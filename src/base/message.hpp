// SPDX-License-Identifier: Apache-2.0
//
// Messages to the user: one line on standard error, prefix "rondo: ", written by a single write(2) so that lines of
// several threads and processes never mix. Any thread may call; nothing here allocates or changes errno.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rondo::base {

// For input that Rondo can do without: says what is wrong and what is done instead. Lines over 1000 bytes are cut.
[[gnu::format(printf, 1, 2)]] void warn(const char* format, ...);

// For states in which it cannot continue: says cause and remedy, then aborts, so that a debugger shows the caller.
[[noreturn, gnu::format(printf, 1, 2)]] void fatal(const char* format, ...);

// Writes text of many lines that the user has asked for, as it is; errors cannot be reported. May change errno.
void write_error(const char* text, size_t length);

// The same, but only the first time that the process comes here: each format is said once.
[[gnu::format(printf, 1, 2)]] void warn_once(const char* format, ...);

// True for exactly one caller per key: an address of the program that stands for what is to be said, as a literal
// does. For rare events, and for few different ones: it searches a list. Publishes nothing else.
bool first_time(const void* key);

// The failure of a RONDO_ASSERT (base/assert.hpp).
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace rondo::base
