// SPDX-License-Identifier: Apache-2.0
#include "os/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace rondo::os {

void* map_new_file(const char* path, size_t most) {
  const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return nullptr;
  void* memory = mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  const int error = errno;
  close(file);
  if (memory != MAP_FAILED) return memory;
  unlink(path);
  errno = error;
  return nullptr;
}

bool grow_file(const char* path, void* memory, size_t from, size_t to) {
  const int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  // A file that is only made longer gets its memory when it is touched, and the process a signal if there is none.
  const int error = posix_fallocate(file, static_cast<off_t>(from), static_cast<off_t>(to - from));
  close(file);
  if (error != 0) return false;
  // All at once; an older kernel does it page by page, when they are touched.
  (void)madvise(static_cast<char*>(memory) + from, to - from, MADV_POPULATE_WRITE);
  return true;
}

}  // namespace rondo::os
