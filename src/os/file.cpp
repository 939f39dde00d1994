// SPDX-License-Identifier: Apache-2.0
#include "os/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/assert.hpp"

namespace rondo::os {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const char* path, int flags, mode_t mode = 0) : number_(::open(path, flags | O_CLOEXEC, mode)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  // A full disk may be reported only here.
  int close() {
    int status = ::close(number_);
    number_ = -1;
    return status == 0 ? 0 : errno;
  }

 private:
  int number_;
};

int write_all(int descriptor, const char* bytes, size_t n) {
  while (n != 0) {
    ssize_t written = ::write(descriptor, bytes, n);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes += written;
    n -= static_cast<size_t>(written);
  }
  return 0;
}

constexpr mode_t kPrivate = 0600;

}  // namespace

int read_file(const char* path, size_t most, base::PodVector<char>& bytes) {
  Descriptor file(path, O_RDONLY | O_NONBLOCK);  // does not wait for the other end of a pipe
  if (file.number() < 0) return errno;
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return errno;
  if (!S_ISREG(status.st_mode)) return EINVAL;
  for (size_t total = 0;;) {
    constexpr size_t kStep = 65536;
    char* room = bytes.append(kStep);
    ssize_t n = ::read(file.number(), room, kStep);
    bytes.resize(bytes.size() - kStep + static_cast<size_t>(n > 0 ? n : 0), 0);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return 0;
    total += static_cast<size_t>(n);
    if (total > most) return EFBIG;
  }
}

namespace {

// The file that a new file at the path would replace.
struct Place {
  bool is_taken = false;
  struct stat old = {};
};

// 0, or an errno: see replace_file.
int look_at(const char* path, const char* magic, size_t n_magic, Place& place) {
  constexpr size_t kMostMagic = 16;
  RONDO_ASSERT(n_magic <= kMostMagic);
  if (::lstat(path, &place.old) != 0) return errno == ENOENT ? 0 : errno;
  // Checked before the file is opened: opening a device may have effects.
  if (!S_ISREG(place.old.st_mode) || place.old.st_uid != ::geteuid()) return EPERM;
  Descriptor file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (file.number() < 0) return errno;
  char head[kMostMagic];
  ssize_t n = ::pread(file.number(), head, n_magic, 0);
  if (n < 0) return errno;
  if (static_cast<size_t>(n) != n_magic || std::memcmp(head, magic, n_magic) != 0) return EEXIST;
  place.is_taken = true;
  return 0;
}

// Gives the new file the mode of the replaced one, if that grants no new rights and the file system supports it.
void take_mode(int descriptor, const struct stat& old) {
  mode_t mode = old.st_mode & 0777;
  if (::fchown(descriptor, static_cast<uid_t>(-1), old.st_gid) != 0) mode &= ~static_cast<mode_t>(S_IRWXG);
  (void)!::fchmod(descriptor, mode);
}

}  // namespace

int replace_file(const char* path, const char* bytes, size_t n, size_t n_magic) {
  Place place;
  if (int error = look_at(path, bytes, n_magic, place)) return error;
  // A name that no file has: process numbers are used again, and a killed process leaves its file behind.
  char temporary[PATH_MAX];
  int length = std::snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
  if (length < 0 || static_cast<size_t>(length) >= sizeof temporary) return ENAMETOOLONG;
  Descriptor file(::mkostemp(temporary, O_CLOEXEC));  // of mode 0600
  if (file.number() < 0) return errno;
  if (place.is_taken) take_mode(file.number(), place.old);
  int error = write_all(file.number(), bytes, n);
  if (int late = file.close(); error == 0) error = late;
  if (error == 0 && ::rename(temporary, path) != 0) error = errno;
  if (error != 0) ::unlink(temporary);
  return error;
}

int append_file(const char* path, const char* bytes, size_t n) {
  Descriptor file(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, kPrivate);
  if (file.number() < 0) return errno;
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return errno;
  // In a folder that all users may write to, another user may have put a file or a hard link there.
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || status.st_nlink != 1) return EPERM;
  int error = write_all(file.number(), bytes, n);
  int late = file.close();
  return error != 0 ? error : late;
}

int append_process_file(const char* path, const char* bytes, size_t n) {
  char name[PATH_MAX];
  int length = std::snprintf(name, sizeof name, "%s.%ld", path, static_cast<long>(::getpid()));
  if (length < 0 || static_cast<size_t>(length) >= sizeof name) return ENAMETOOLONG;
  return append_file(name, bytes, n);
}

}  // namespace rondo::os
