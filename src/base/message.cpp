// SPDX-License-Identifier: Apache-2.0
//
// Formatting into a buffer on the stack and one write: messages must work with no memory left, and before and after
// the C library's streams exist.
#include "base/message.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "base/process.hpp"

namespace rondo::base {
namespace {

constexpr size_t kLineBytes = 1024;
constexpr char kPrefix[] = "rondo: ";
constexpr size_t kPrefixLength = sizeof kPrefix - 1;
constexpr char kCut[] = "...";

[[gnu::format(printf, 1, 0)]] void say(const char* format, va_list arguments) {
  const int saved_errno = errno;
  char line[kLineBytes];
  memcpy(line, kPrefix, kPrefixLength);
  constexpr size_t kRoom = kLineBytes - kPrefixLength - 1;  // the last byte is the newline's
  const int wanted = vsnprintf(line + kPrefixLength, kRoom, format, arguments);
  size_t length = kPrefixLength;
  if (wanted >= 0 && static_cast<size_t>(wanted) < kRoom) {
    length += static_cast<size_t>(wanted);
  } else if (wanted >= 0) {
    length += kRoom - 1;
    memcpy(line + length - (sizeof kCut - 1), kCut, sizeof kCut - 1);
  }
  // A value quoted from the environment may hold line breaks; the promise is one line.
  for (size_t i = kPrefixLength; i < length; ++i) {
    if (line[i] == '\n' || line[i] == '\r') line[i] = ' ';
  }
  line[length++] = '\n';
  write_error(line, length);
  errno = saved_errno;
}

}  // namespace

void write_error(const char* text, size_t length) {
  while (length > 0) {
    const ssize_t n_written = write(STDERR_FILENO, text, length);
    if (n_written < 0) {
      if (errno == EINTR) continue;
      return;  // a closed or full standard error is the user's choice
    }
    text += n_written;
    length -= static_cast<size_t>(n_written);
  }
}

void warn(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
}

void fatal(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
  abort();
}

void warn_once(const char* format, ...) {
  if (!first_time(format)) return;
  va_list arguments;
  va_start(arguments, format);
  say(format, arguments);
  va_end(arguments);
}

bool first_time(const void* key) {
  // Relaxed: only the place in the list itself is decided here. No base::Atomic: tools without its counters use this.
  for (const void*& place : process.keys) {
    const void* found = __atomic_load_n(&place, __ATOMIC_RELAXED);
    if (found == nullptr &&
        __atomic_compare_exchange_n(&place, &found, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      return true;
    }
    if (found == key) return false;
  }
  return false;  // there are fewer keys than places
}

void assertion_failed(const char* condition, const char* file, int line) {
  fatal("internal error: `%s` does not hold at %s:%d; please report this with the steps that led here", condition, file,
        line);
}

}  // namespace rondo::base
