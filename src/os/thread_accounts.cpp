// SPDX-License-Identifier: Apache-2.0
#include "os/thread_accounts.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace rondo::os {

namespace {

// Of a file of the thread, as text; empty if there is none.
template <size_t kBytes>
void read_file_of(int thread, const char* name, char (&text)[kBytes]) {
  const int saved_errno = errno;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/%s", thread, name);
  ssize_t length = -1;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    length = ::read(file, text, kBytes - 1);
    close(file);
  }
  text[length < 0 ? 0 : length] = '\0';
  errno = saved_errno;
}

}  // namespace

uint64_t run_delay_us(int thread) {
  constexpr uint64_t kNsPerUs = 1000;
  char text[96];  // ns with a processor, ns without, number of times
  read_file_of(thread, "schedstat", text);
  char* end = text;
  (void)std::strtoull(text, &end, 10);
  return std::strtoull(end, nullptr, 10) / kNsPerUs;
}

uint64_t minor_faults(int thread) {
  constexpr int kFieldsBetween = 7;  // the name, in brackets, is the second field, and this one the tenth (proc(5))
  char text[512];
  read_file_of(thread, "stat", text);
  const char* field = std::strrchr(text, ')');  // a name may have brackets of its own
  for (int i = 0; field != nullptr && i <= kFieldsBetween; i++) field = std::strchr(field + 1, ' ');
  return field == nullptr ? 0 : std::strtoull(field, nullptr, 10);
}

void for_each_thread(void (*visit)(void* argument, int thread), void* argument) {
  const int saved_errno = errno;
  if (DIR* folder = opendir("/proc/self/task")) {
    while (const dirent* entry = readdir(folder)) {
      if (const int thread = std::atoi(entry->d_name); thread > 0) visit(argument, thread);
    }
    closedir(folder);
  }
  errno = saved_errno;
}

}  // namespace rondo::os
