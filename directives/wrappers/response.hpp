// SPDX-License-Identifier: Apache-2.0
//
// Response files: an argument @FILE stands for the words in FILE. The compilers read them themselves; here they are
// read to find out what is asked for.
#pragma once

#include <string>
#include <vector>

namespace rondo::wrappers {

// With the words of response files, also of those named in them, in their places. As for the compilers, a file that
// cannot be read stays the argument that it is.
std::vector<std::string> expanded(const std::vector<std::string>& arguments);

// Words stand apart by blanks; quotes of both kinds keep blanks, and a backslash anything, in a word.
std::vector<std::string> words_of_response(const std::string& text);

}  // namespace rondo::wrappers
