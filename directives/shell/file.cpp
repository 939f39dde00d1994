// SPDX-License-Identifier: Apache-2.0
#include "shell/file.hpp"

#include <array>
#include <cstdio>

namespace rondo::shell {

std::optional<std::string> read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return {};
  std::string text;
  std::array<char, 65536> buffer{};
  std::size_t n = 0;
  while ((n = std::fread(buffer.data(), 1, buffer.size(), file)) > 0) text.append(buffer.data(), n);
  bool is_whole = std::ferror(file) == 0;
  (void)std::fclose(file);
  if (!is_whole) return {};
  return text;
}

}  // namespace rondo::shell
