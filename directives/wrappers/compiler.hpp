// SPDX-License-Identifier: Apache-2.0
//
// The compiler that is wrapped.
#pragma once

#include <string>
#include <vector>

namespace rondo::wrappers {

enum class Family { Gcc, Clang, Other };

struct Compiler {
  std::vector<std::string> command;  // more than one word for "ccache clang-19"
  Family family = Family::Other;
  int major = 0;
  std::string name;  // for messages: "gcc 12"
};

enum class Language { C, Fortran };  // C++ is as C here

// What a wrapper is: its name, the variable that chooses the compiler, and the default.
struct Wrapper {
  const char* name;
  const char* variable;
  const char* fallback;
  Language language;
};

// Asks the compiler for its version; throws cli::Failure when it cannot be started.
Compiler find_compiler(const Wrapper& wrapper);

// What the first lines of `compiler --version` say.
void read_version(const std::string& text, Compiler& compiler);

}  // namespace rondo::wrappers
