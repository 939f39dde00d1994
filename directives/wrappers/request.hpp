// SPDX-License-Identifier: Apache-2.0
//
// The request of a compiler's command line, as far as it decides which flags are to be added.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rondo::wrappers {

struct Request {
  bool compiles = false;          // there is a source among the inputs
  bool links = false;
  bool is_static = false;
  bool has_openmp = false;        // the last of -fopenmp, -fno-openmp says so
  bool refuses_openmp = false;
  bool has_plugin = false;        // one of ours, e.g. from the CMake package
};

// Response files (@FILE) count as the words that they hold.
Request read_request(const std::vector<std::string>& arguments);

// Where options can still be added: the index of `--`, or of the response file that holds it; else behind all.
std::size_t end_of_options(const std::vector<std::string>& arguments);

}  // namespace rondo::wrappers
