// SPDX-License-Identifier: Apache-2.0
//
// Small files: read whole, written in the place of an older one of the same kind, or appended to. New files are
// private to their user, and no symbolic link is followed for writing. Nothing is thrown or printed; an error is
// returned as an errno.
#pragma once

#include "base/pod_vector.hpp"

namespace rondo::os {

// Appends the file's bytes. 0, or an errno; EFBIG for a file of more than `most` bytes, EINVAL if it is no ordinary
// file.
[[nodiscard]] int read_file(const char* path, size_t most, base::PodVector<char>& bytes);

// Other processes see the old file or the new one, never a part; the new one has the old one's mode. An old file is
// replaced only if it is an ordinary file of this user (else EPERM) and begins with the same `n_magic` bytes (else
// EEXIST). 0, or an errno.
[[nodiscard]] int replace_file(const char* path, const char* bytes, size_t n, size_t n_magic);

// Makes the file if there is none. 0, or an errno; EPERM if it is no ordinary file of this user.
[[nodiscard]] int append_file(const char* path, const char* bytes, size_t n);

// The same with this process's own file, <path>.<pid>.
[[nodiscard]] int append_process_file(const char* path, const char* bytes, size_t n);

}  // namespace rondo::os
