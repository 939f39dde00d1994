// SPDX-License-Identifier: Apache-2.0
//
// Files as the shells read them: all at once.
#pragma once

#include <optional>
#include <string>

namespace rondo::shell {

// Returns nothing if there is no such file, or if it cannot be read to its end (a folder can be opened, but not
// read).
std::optional<std::string> read_file(const std::string& path);

}  // namespace rondo::shell
