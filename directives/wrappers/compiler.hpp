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

// A wrapper: its name, the variable that chooses the compiler, and the default.
struct Wrapper {
  const char* name;
  const char* variable;
  const char* fallback;
  Language language;
};
extern const Wrapper kWrapper;  // the one that this program is

// The compiler that the variable names, as a command; nothing else is known of it yet. Throws cli::Failure when it is
// a wrapper.
Compiler choose_compiler(const Wrapper& wrapper);

// Starts the compiler to ask for its version, which takes as long as a small compilation, so it is done only where
// needed. Throws cli::Failure when it cannot be started.
void ask_version(const Wrapper& wrapper, Compiler& compiler);

// The meaning of the first lines of `compiler --version`.
void read_version(const std::string& text, Compiler& compiler);

}  // namespace rondo::wrappers
