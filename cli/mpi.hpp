// SPDX-License-Identifier: Apache-2.0
// `rondo run --mpi`: which MPI library the ranks of a program use, and the librondo-mpi that is made for it. Used by
// run.cpp.
#pragma once

#include <filesystem>
#include <string>

#include "layout.hpp"
#include "program.hpp"

namespace rondo::cli {

// What a flag without a value is: find out which library it is.
inline constexpr char kAnyMpi[] = "true";

// The file to preload. `name` is the MPI library's (openmpi, mpich) or kAnyMpi; then the program's libraries decide,
// or, if it is a launcher or a script, the launcher that it is or that has started it. Throws Failure.
std::filesystem::path find_mpi_library(const Layout& layout, const Program& program, const std::string& name);

// LD_PRELOAD with `library` behind what `current` holds, once. Throws Failure when LD_PRELOAD cannot express its
// name.
std::string preload_with_mpi(const std::string& current, const std::filesystem::path& library);

}  // namespace rondo::cli
