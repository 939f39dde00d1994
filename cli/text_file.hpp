// SPDX-License-Identifier: Apache-2.0
// Small text files that are read and replaced as a whole. Used by the parts of `rondo system`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace rondo::cli {

// Empty when there is no such file; throws Failure when it cannot be read.
std::optional<std::string> read_text(const std::filesystem::path& file);

// Writes the file beside its place and moves it there, so that nobody finds half of it. Keeps the mode of a file that
// is there, follows links, and makes missing folders. Throws Failure.
void replace_text(const std::filesystem::path& file, const std::string& text);

// Removes the file, and of the `n_folders` folders around it those that are empty then. Throws Failure.
void remove_with_folders(const std::filesystem::path& file, int n_folders);

}  // namespace rondo::cli
