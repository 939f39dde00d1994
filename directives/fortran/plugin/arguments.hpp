// SPDX-License-Identifier: Apache-2.0
//
// The command line of f951, gfortran's compiler proper, as its driver writes it; and the two command lines made of
// it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fortran/text.hpp"

namespace rondo::fortran {

struct Arguments {
  std::vector<std::string> all;
  std::string input;                 // as the driver names it; "-" is standard input
  std::string preprocessed;          // -cpp=FILE: the preprocessor's output; "" without preprocessing
  std::string standard;              // of -std=, or ""
  std::vector<std::string> folders;  // of -I, in order
  Form form = Form::Free;
  std::uint32_t line_length = 72;    // of fixed form; 0: no limit
  std::uint32_t free_columns = kFreeColumns;
  bool are_d_lines_code = false;
  bool has_openmp = false;
  bool is_pedantic = false;          // -Wpedantic
  bool only_preprocesses = false;    // -E
};

Arguments read_arguments(std::vector<std::string> all);

// Runs the preprocessor only, with everything that it writes (dependencies, too).
std::vector<std::string> preprocessing(const Arguments& arguments);

// Compiles `file`, which is preprocessed and begins with linemarkers, in the place of the input.
std::vector<std::string> compiling(const Arguments& arguments, const std::string& file);

}  // namespace rondo::fortran
