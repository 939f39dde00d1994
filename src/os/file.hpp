// SPDX-License-Identifier: Apache-2.0
//
// Small files, whole: read at once, or put in the place of an older one. Nothing is thrown or printed; what went
// wrong is an errno.
#pragma once

#include "base/pod_vector.hpp"

namespace rondo::os {

// Appends the file's bytes. 0, or an errno; EFBIG for a file of more than `most` bytes, EINVAL for what is no
// ordinary file.
[[nodiscard]] int read_file(const char* path, size_t most, base::PodVector<char>& bytes);

// Other processes see the old file or the new one, never a part. 0, or an errno.
[[nodiscard]] int replace_file(const char* path, const char* bytes, size_t n);

}  // namespace rondo::os
