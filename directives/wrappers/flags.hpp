// SPDX-License-Identifier: Apache-2.0
//
// What has to be added to a compiler's command line for the directives and for running on Rondo.
#pragma once

#include <string>
#include <vector>

#include "compiler.hpp"
#include "layout.hpp"

namespace rondo::wrappers {

using Flags = std::vector<std::string>;

// The plugins for this compiler, those that exist. Empty: there is none, and it does not understand the directives.
Flags plugin_flags(const Compiler& compiler, const cli::Layout& layout);

// "clang 19, gcc 12, gfortran": what there are plugins for.
std::string plugins_that_exist(const cli::Layout& layout);

Flags compile_flags(const Compiler& compiler, const cli::Layout& layout);

Flags link_flags(const cli::Layout& layout);

}  // namespace rondo::wrappers
