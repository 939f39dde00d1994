// SPDX-License-Identifier: Apache-2.0
// The commands that are written in Python: package rondo in python/ of the source tree or of share/rondo.
#pragma once

#include <string>
#include <vector>

#include "process.hpp"

namespace rondo::cli {

extern const std::vector<std::string> kScripts;

// Becomes one of them; returns only by throwing Failure.
[[noreturn]] void become_script(const std::string& name, const Arguments& arguments);

}  // namespace rondo::cli
