// SPDX-License-Identifier: Apache-2.0
// Rondo as one user's default: the files by which shells and systemd set LD_LIBRARY_PATH, with what `rondo system`
// writes into them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rondo::cli {

struct StartupFile {
  std::filesystem::path file;
  std::string readers;  // for people: which programs read it
  std::string faces;  // the folder that our text in it names; empty: there is none
};

// All files that this user's shells would read, with what stands in them now.
std::vector<StartupFile> startup_files();

// Returns whether anything changed. Throws Failure when a file cannot be written; those before it are written then.
bool enable_for_user(const std::filesystem::path& faces);
bool disable_for_user();

}  // namespace rondo::cli
