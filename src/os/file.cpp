// SPDX-License-Identifier: Apache-2.0
#include "os/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>

namespace rondo::os {

namespace {

class Descriptor {
 public:
  Descriptor(const char* path, int flags, mode_t mode = 0) : number_(::open(path, flags | O_CLOEXEC, mode)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  // What a full disk says late.
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
// <path>.<pid>, which no other process has. 0, or an errno.
int name_of_process(const char* path, char (&name)[PATH_MAX]) {
  int length = std::snprintf(name, sizeof name, "%s.%ld", path, static_cast<long>(::getpid()));
  return length < 0 || static_cast<size_t>(length) >= sizeof name ? ENAMETOOLONG : 0;
}
}  // namespace

int replace_file(const char* path, const char* bytes, size_t n) {
  char temporary[PATH_MAX];
  if (int error = name_of_process(path, temporary)) return error;
  Descriptor file(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, kPrivate);
  if (file.number() < 0) return errno;
  struct stat old = {};
  bool has_mode = ::lstat(path, &old) == 0 && S_ISREG(old.st_mode) && old.st_uid == ::geteuid();
  int error = has_mode && ::fchmod(file.number(), old.st_mode & 0777) != 0 ? errno : 0;
  if (error == 0) error = write_all(file.number(), bytes, n);
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
  // Another user's file, or another name of one, may have been put there in a folder that all may write to.
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || status.st_nlink != 1) return EPERM;
  int error = write_all(file.number(), bytes, n);
  int late = file.close();
  return error != 0 ? error : late;
}

int append_process_file(const char* path, const char* bytes, size_t n) {
  char name[PATH_MAX];
  int error = name_of_process(path, name);
  return error != 0 ? error : append_file(name, bytes, n);
}

}  // namespace rondo::os
