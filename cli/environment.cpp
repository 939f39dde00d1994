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

std::string path_of(const std::vector<std::string>& parts) {
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

}  // namespace

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string preload_with_faces(std::string_view current, const fs::path& faces) {
  // LD_PRELOAD cannot express a space. By name alone the loader finds the faces where LD_LIBRARY_PATH, which can,
  // says first; only a program's own RPATH, of the old kind, comes before that.
  const bool is_by_name = faces.string().find(' ') != std::string::npos;
  std::vector<std::string> ours;
  for (const fs::path& face : kPreloadedFaces) {
    ours.push_back(is_by_name ? face.string() : (faces / face).string());
  }
  std::vector<std::string> entries;
  std::vector<std::string> behind;
  for (const std::string& entry : split(current, ": ")) {
    if (fs::path(entry).parent_path() == faces || std::find(ours.begin(), ours.end(), entry) != ours.end()) {
      continue;
    }
    (is_openmp_runtime(entry) ? behind : entries).push_back(entry);
  }
  entries.insert(entries.end(), ours.begin(), ours.end());
  entries.insert(entries.end(), behind.begin(), behind.end());
  return path_of(entries);
}

std::string library_path_with_faces(std::string_view current, const fs::path& faces) {
  std::vector<std::string> entries = {faces.string()};
  for (std::string& entry : split(current, ":;")) {
    if (entry != entries.front()) {
      entries.push_back(std::move(entry));
    }
  }
  return path_of(entries);
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
  if (layout.faces.string().find_first_of(":;") != std::string::npos) {
    throw Failure(kExitCannotExecute,
                  "the folder " + layout.faces.string() +
                      " has a colon or semicolon in its name, which LD_LIBRARY_PATH cannot express",
                  "move Rondo to a folder without them");
  }
  return {{"LD_PRELOAD", preload_with_faces(variable("LD_PRELOAD"), layout.faces)},
          {"LD_LIBRARY_PATH", library_path_with_faces(variable("LD_LIBRARY_PATH"), layout.faces)},
          {"ASAN_OPTIONS", without_link_order(variable("ASAN_OPTIONS"))}};
}

}  // namespace rondo::cli
