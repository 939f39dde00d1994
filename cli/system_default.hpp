// SPDX-License-Identifier: Apache-2.0
// Rondo as the default of all users: a file that puts the faces in front of the dynamic loader's cache. No file of
// another package is touched, and the cache is what the loader itself consults.
#pragma once

#include <filesystem>
#include <string>

namespace rondo::cli {

extern const std::filesystem::path kLoaderFile;

// The folder that our file in /etc/ld.so.conf.d names; empty when there is none.
std::string faces_for_all_users();

// Returns whether anything changed. Throws Failure, with nothing changed, when the loader does not follow.
bool enable_for_all_users(const std::filesystem::path& faces);
bool disable_for_all_users();

// What the loader finds under this name: for a program that is started with `library_path` as its LD_LIBRARY_PATH.
std::filesystem::path find_by_loader(const std::string& soname, const std::string& library_path);

}  // namespace rondo::cli
