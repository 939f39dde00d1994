// SPDX-License-Identifier: Apache-2.0
//
// The process that has loaded the plugin.
#pragma once

#include <string>
#include <vector>

namespace rondo::fortran {

std::string this_program();
std::vector<std::string> this_command_line();

}  // namespace rondo::fortran
