// SPDX-License-Identifier: Apache-2.0
// See environment.hpp.

#include "environment.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "message.hpp"

namespace rondo::cli {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(separators);
    if (end != 0) {
      parts.emplace_back(text.substr(0, end));
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

std::string join(const std::vector<std::string>& parts) {
  std::string joined;
  for (const std::string& part : parts) {
    joined += (joined.empty() ? "" : ":") + part;
  }
  return joined;
}

bool is_openmp_runtime(const std::string& entry) {
  const std::string name = fs::path(entry).filename().string();
  return name.starts_with("libgomp") || name.starts_with("libomp") || name.starts_with("libiomp5");
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : std::string_view{};
}

}  // namespace

std::string preload_with_faces(std::string_view current, const fs::path& faces) {
  std::vector<std::string> entries;
  std::vector<std::string> behind;
  for (const std::string& entry : split(current, ": ")) {
    if (fs::path(entry).parent_path() == faces) {
      continue;
    }
    (is_openmp_runtime(entry) ? behind : entries).push_back(entry);
  }
  for (const fs::path& face : kPreloadedFaces) {
    entries.push_back((faces / face).string());
  }
  entries.insert(entries.end(), behind.begin(), behind.end());
  return join(entries);
}

std::string library_path_with_faces(std::string_view current, const fs::path& faces) {
  std::vector<std::string> entries = {faces.string()};
  for (std::string& entry : split(current, ":;")) {
    if (entry != entries.front()) {
      entries.push_back(std::move(entry));
    }
  }
  return join(entries);
}

std::string without_link_order(std::string_view current) {
  constexpr std::string_view kOption = "verify_asan_link_order";
  std::string options(current);
  if (options.find(kOption) == std::string::npos) {
    options += (options.empty() ? "" : ":") + std::string(kOption) + "=0";
  }
  return options;
}

EnvironmentChanges environment_on_rondo(const Layout& layout) {
  if (layout.faces.string().find_first_of(" :;") != std::string::npos) {
    throw Failure(kExitFailure,
                  "the folder " + layout.faces.string() +
                      " has a space, colon or semicolon in its name, "
                      "which LD_PRELOAD cannot express",
                  "move Rondo to a folder without them");
  }
  return {{"LD_PRELOAD", preload_with_faces(variable("LD_PRELOAD"), layout.faces)},
          {"LD_LIBRARY_PATH", library_path_with_faces(variable("LD_LIBRARY_PATH"), layout.faces)},
          {"ASAN_OPTIONS", without_link_order(variable("ASAN_OPTIONS"))}};
}

}  // namespace rondo::cli
