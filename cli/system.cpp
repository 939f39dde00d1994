// SPDX-License-Identifier: Apache-2.0
// See system.hpp. What is written where is in user_default.cpp and system_default.cpp.

#include "system.hpp"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <string>

#include "environment.hpp"
#include "layout.hpp"
#include "loads.hpp"
#include "system_default.hpp"
#include "user_default.hpp"

namespace rondo::cli {
namespace {

constexpr int kNameWidth = 14;

bool is_face(const std::filesystem::path& file) { return classify_runtime(file) == RuntimeKind::Face; }

bool is_active_here() { return is_face(find_by_loader(kFaceNames.front().string(), variable("LD_LIBRARY_PATH"))); }

bool is_enabled(const std::vector<StartupFile>& files) {
  return std::any_of(files.begin(), files.end(), [](const StartupFile& file) { return !file.faces.empty(); });
}

int enable(bool for_all_users) {
  const std::filesystem::path faces = find_layout().faces;
  if (for_all_users) {
    const bool has_changed = enable_for_all_users(faces);
    std::cout << (has_changed ? "Rondo is the default of all users: programs that start from now on run on it.\n"
                              : "Rondo was the default of all users already.\n");
    std::cout << "Undo: rondo system disable --all-users\n";
    return 0;
  }
  const bool has_changed = enable_for_user(faces);
  std::cout << (has_changed ? "Rondo is your default: programs that new shells start run on it.\n"
                            : "Rondo was your default already.\n");
  if (!is_active_here()) {
    std::cout << "This shell has started before; for it as well: . ~/.profile\n";
  }
  std::cout << "Undo: rondo system disable\n";
  return 0;
}

int disable(bool for_all_users) {
  const bool has_changed = for_all_users ? disable_for_all_users() : disable_for_user();
  std::cout << "Rondo " << (has_changed ? "is no longer" : "was not") << " the default"
            << (for_all_users ? " of all users" : "") << ".\n";
  if (is_active_here()) {
    std::cout << "Programs of this shell still run on it: "
              << (for_all_users || faces_for_all_users().empty()
                      ? "LD_LIBRARY_PATH leads there; new shells do not have that.\n"
                      : "it is the default of all users (rondo system disable --all-users).\n");
  }
  return 0;
}

void print_faces() {
  std::cout << "A program that this shell starts finds\n";
  for (const auto& name : kFaceNames) {
    const std::filesystem::path found = find_by_loader(name.string(), variable("LD_LIBRARY_PATH"));
    std::cout << "  " << std::left << std::setw(kNameWidth) << name.string()
              << (found.empty() ? "nothing" : found.string() + (is_face(found) ? "  (Rondo)" : "")) << '\n';
  }
}

void print_all_users() {
  const std::string faces = faces_for_all_users();
  std::cout << "Default of all users: " << (faces.empty() ? "no" : "yes, " + faces) << '\n';
  if (!faces.empty()) {
    std::cout << "  " << kLoaderFile.string() << ": every program, but those that search elsewhere first\n";
  }
}

void print_user() {
  const std::vector<StartupFile> files = startup_files();
  std::cout << "Default of this user: " << (is_enabled(files) ? "yes" : "no") << '\n';
  if (!is_enabled(files)) {
    return;
  }
  std::size_t width = 0;
  for (const StartupFile& file : files) {
    width = std::max(width, file.file.string().size());
  }
  for (const StartupFile& file : files) {
    std::cout << "  " << std::left << std::setw(static_cast<int>(width) + 2) << file.file.string()
              << (file.faces.empty() ? "not in it (enable again): " : "") << file.readers << '\n';
  }
}

int print_status() {
  print_faces();
  print_all_users();
  print_user();
  std::cout << "Never reached: programs with an RPATH to another runtime or linked with one statically, and Python\n"
               "packages that carry one (docs/python.md). For one program: rondo info -- PROGRAM\n";
  return 0;
}

}  // namespace

int change_system(const SystemOptions& options) {
  switch (options.action) {
    case SystemAction::Enable:
      return enable(options.for_all_users);
    case SystemAction::Disable:
      return disable(options.for_all_users);
    case SystemAction::Status:
      break;
  }
  return print_status();
}

}  // namespace rondo::cli
