// SPDX-License-Identifier: Apache-2.0
// See process.hpp.
#include "process.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>

#include "shell/file.hpp"

namespace rondo::fortran {

std::string this_program() {
  std::array<char, PATH_MAX> path{};
  ssize_t n = readlink("/proc/self/exe", path.data(), path.size());
  return n <= 0 ? std::string() : std::string(path.data(), static_cast<std::size_t>(n));
}

std::vector<std::string> this_command_line() {
  std::vector<std::string> result;
  std::string text = shell::read_file("/proc/self/cmdline").value_or("");
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\0', begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

}  // namespace rondo::fortran
