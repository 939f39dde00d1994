// SPDX-License-Identifier: Apache-2.0
// The code behind every entry point that other runtimes have and this version does not: one line, then abort. Called
// by the weak stubs that unsupported.py writes, from any thread, at any time: it allocates nothing and takes no lock.

#include <sys/uio.h>
#include <unistd.h>
#include <cstdlib>
#include <cstring>
#include <iterator>

extern "C" [[noreturn, gnu::visibility("hidden")]] void rondo_unsupported(const char* symbol) {
  // The writing call takes non-const pointers but does not write through them.
  const auto piece = [](const char* text) { return iovec{const_cast<char*>(text), std::strlen(text)}; };
  const iovec message[] = {
      piece("rondo: "),
      piece(symbol),
      piece(
          " is not supported by Rondo " RONDO_VERSION_TEXT
          "; run the program on its own OpenMP runtime (without `rondo run`), or avoid the construct that needs it\n"),
  };
  // The line is written in one call, so that lines of several threads do not mix. A failure cannot be reported.
  [[maybe_unused]] const ssize_t written = writev(STDERR_FILENO, message, static_cast<int>(std::size(message)));
  std::abort();
}
