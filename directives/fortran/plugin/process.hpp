// SPDX-License-Identifier: Apache-2.0
//
// What the plugin needs of the operating system: files in memory, and the compiler's own program started again.
#pragma once

#include <string>
#include <vector>

namespace rondo::fortran {

// A file without a name, open for reading and writing, inherited by programs; -1 if there is none to be had.
int memory_file(const std::string& content);

// What is still to be read.
std::string rest_of(int file);

// From its beginning; leaves it there.
std::string content_of(int file);

std::string path_of(int file);

std::string this_program();
std::vector<std::string> this_command_line();

// Runs this program with other arguments; its messages go to the file `messages`. Returns its exit status.
int run_again(const std::vector<std::string>& arguments, int messages);

// Becomes this program with other arguments; returns only if that fails.
void become(const std::vector<std::string>& arguments);

}  // namespace rondo::fortran
