// SPDX-License-Identifier: Apache-2.0
// The environment in which a program finds Rondo in place of its OpenMP runtime. Pure functions over the current
// environment, so that `rondo run` and `rondo info -- PROGRAM` cannot differ.
#pragma once

#include <string>
#include <string_view>

#include "layout.hpp"
#include "process.hpp"

namespace rondo::cli {

// The value of an environment variable; "" when it is not set.
std::string variable(const char* name);

// LD_PRELOAD with the faces added to what `current` holds. Preloaded faces satisfy a DT_NEEDED by their SONAME even
// where an RPATH would win. Other preloaded libraries keep their place in front (some, such as a sanitizer's, insist
// on it); another OpenMP runtime goes behind the faces, or it would serve the program.
std::string preload_with_faces(std::string_view current, const std::filesystem::path& faces);

// LD_LIBRARY_PATH with the folder of the faces in front, once.
std::string library_path_with_faces(std::string_view current, const std::filesystem::path& faces);

// ASAN_OPTIONS for programs, and those that they start, whose AddressSanitizer is a library, as gcc's is: it wants to
// be the first of all libraries, and gives up behind a preloaded one. Before the C library, where it stays, it works.
std::string without_link_order(std::string_view current);

// These variables, ready to set. Throws Failure when the loader's variables cannot express the folder's name.
EnvironmentChanges environment_on_rondo(const Layout& layout);

}  // namespace rondo::cli
