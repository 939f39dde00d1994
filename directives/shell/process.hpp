// SPDX-License-Identifier: Apache-2.0
//
// The functions of the operating system that a plugin needs: files in memory, and another start of the program that
// has loaded it. Texts are passed in memory files, so nothing has to be cleaned up, however a run ends.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rondo::shell {

// A file without a name, open for reading and writing, inherited by programs; -1 if none can be made.
int memory_file(std::string_view content);

// The file as a path that this process, and those that it starts or becomes, can open.
std::string path_of(int file);

// The rest of the file, from the current position.
std::string read_all(int file);

// False if not all of it could be written.
bool write_all(int file, std::string_view text);

void rewind(int file);

// Makes standard input readable again from its start, for this process and those that it starts; false if that is
// impossible.
bool keep_standard_input();

// Runs this program with other arguments, `in_child` first. Returns its exit status, or -1.
int run_again(const std::vector<std::string>& arguments, const std::function<void()>& in_child);

// Becomes this program with other arguments; returns only if that fails.
void become(const std::vector<std::string>& arguments);

}  // namespace rondo::shell
