// SPDX-License-Identifier: Apache-2.0
//
// Preprocessing forgets columns: runs of blanks become one, macros grow, lines joined by a backslash become one.
// Here tokens get back the places they have in the user's files, so that a compiler that reads the rewritten text
// reports mistakes where they are. README.md, "Places", says how they are found.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "filter/lexeme.hpp"

namespace rondo::filter {

// The contents of a file, or nothing.
using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

// Places the lexemes that come from the user's own files. A file that cannot be read, or does not hold what the
// text says it holds, leaves places as they are.
void restore_places(Unit& unit, const ReadFile& read);

}  // namespace rondo::filter
