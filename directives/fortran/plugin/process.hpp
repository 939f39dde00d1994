// SPDX-License-Identifier: Apache-2.0
//
// What the plugin is loaded in.
#pragma once

#include <string>
#include <vector>

namespace rondo::fortran {

std::string this_program();
std::vector<std::string> this_command_line();

}  // namespace rondo::fortran
