// SPDX-License-Identifier: Apache-2.0
//
// Runs of this same compiler: one whose output is wanted, and one that takes this process's place. Texts are handed
// over in memory files, so nothing has to be cleaned up however a run ends.
#pragma once

#include <string>

#include "gcc/arguments.hpp"

namespace rondo::gcc {

struct Output {
  bool has_succeeded = false;
  std::string standard_output;
  std::string standard_error;
};

// Waits for a preprocessing run to end.
Output preprocess(const Arguments& arguments);

// False if not all of it could be written.
bool write_all(int file, const std::string& text);

// A file of that content, as a path that this process and those it becomes can open.
std::string memory_file(const std::string& text);

// Makes standard input something that can be read again, by this process and by those that it starts.
void keep_standard_input();
void rewind_standard_input();

// Becomes the run that compiles. Returns only if that is impossible.
void become(const Arguments& arguments);

}  // namespace rondo::gcc
