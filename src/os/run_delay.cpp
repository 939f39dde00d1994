// SPDX-License-Identifier: Apache-2.0
#include "os/run_delay.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace rondo::os {

uint64_t run_delay_us(int thread) {
  constexpr uint64_t kNsPerUs = 1000;
  const int saved_errno = errno;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", thread);
  char text[96] = {};  // ns with a processor, ns without, number of times
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    if (read(file, text, sizeof text - 1) < 0) text[0] = '\0';
    close(file);
  }
  errno = saved_errno;
  char* end = text;
  (void)std::strtoull(text, &end, 10);
  return std::strtoull(end, nullptr, 10) / kNsPerUs;
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
