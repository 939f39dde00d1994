// SPDX-License-Identifier: Apache-2.0
//
// The command lines of the runs that the plugin starts, made from the options that this compiler was called with (as
// gcc has decoded them: response files are read, abbreviations are spelled out).
#pragma once

#include <string>
#include <vector>

namespace rondo::gcc {

using Arguments = std::vector<std::string>;

// Preprocesses the same file to standard output.
enum class Comments { LeftOut, Kept };
Arguments preprocess_arguments(Comments comments);

// Compiles preprocessed text from `input` and does everything else that this run was asked for, except the work that
// the preprocessing has done already (such as dependency files).
Arguments compile_arguments(const std::string& input);

// Whether this run's input has been preprocessed before (.i files, -save-temps).
bool is_input_preprocessed();

// Whether the user gave this option (an OPT_ of gcc's).
bool forbids(size_t option_index);  // in its form with -Wno-, -fno-
bool says(size_t option_index);

}  // namespace rondo::gcc
