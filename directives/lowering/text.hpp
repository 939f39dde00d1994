// SPDX-License-Identifier: Apache-2.0
//
// The text that the lowering generates: declarations and calls of include/rondo/directive.h, valid from C89 and
// C++11 on.
#pragma once

#include <string>
#include <string_view>

#include "lower.hpp"

namespace rondo::directives {

// Functions of include/rondo/directive.h, and their replacements on other runtimes.
enum class Function {
  Taskgraph,
  TaskgraphEnd,
  Taskiter,
  Iteration,
  IterationEnd,
  Condition,
  TaskiterEnd,
  Task,
  Saved,
  SavedItem,
  Object,
  Keep,
  Bytes,
  Pattern,
  PatternEnd,
  GroupStart,
  GroupEnd,
  Taskwait,
  Cancel,
  CancellationPoint,
};

// The form of that text in a program.
std::string string_literal(std::string_view text);

class Text {
 public:
  explicit Text(const Options& options) : options_(options) {}

  // The name that the program uses.
  std::string name(Function function) const;

  // `name(arguments)` if the function exists, else `otherwise`; an expression.
  std::string call(Function function, const std::string& arguments, const std::string& otherwise) const;

  // On other runtimes a region or a loop is a taskgroup, unless `flags` say otherwise.
  std::string group_call(Function start_or_end, const std::string& flags) const;

  // Declarations of functions for the block that they stand in; nothing if a prelude has them.
  std::string declare(std::initializer_list<Function> functions) const;

  std::string site(const Place& place) const;

  // The frame of a construct, with its clauses `flags`. `end` is called at the end of the block; in C++ by a
  // destructor.
  std::string frame(const std::string& flags, Function end) const;
  std::string end_of_frame(Function end) const;

 private:
  std::string end_call(Function end, const std::string& frame, const std::string& complete) const;
  std::string module() const { return kModuleName + options_.unit; }

  const Options& options_;
};

}  // namespace rondo::directives
