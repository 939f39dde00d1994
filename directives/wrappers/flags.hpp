// SPDX-License-Identifier: Apache-2.0
//
// The flags to add to a compiler's command line for the directives and for running on Rondo.
#pragma once

#include <string>
#include <vector>

#include "compiler.hpp"
#include "layout.hpp"

namespace rondo::wrappers {

using Flags = std::vector<std::string>;

// The plugins for this compiler, those that exist, and whether its language is among what they understand. One
// driver of gcc compiles every language, so it gets all plugins; each does nothing in another language's compiler.
struct Plugins {
  Flags flags;
  bool are_enough = false;
};
Plugins plugins_for(const Compiler& compiler, Language language, const cli::Layout& layout);

// "clang 19, gcc 12, gfortran": the compilers that have plugins.
std::string plugins_that_exist(const cli::Layout& layout);

Flags include_flags(const cli::Layout& layout);

Flags link_flags(const cli::Layout& layout);

}  // namespace rondo::wrappers
