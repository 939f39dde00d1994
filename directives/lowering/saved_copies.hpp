// SPDX-License-Identifier: Apache-2.0
//
// The text around a task with firstprivate(saved: ...) where the program itself has to provide the values that the
// task copies in a replay: a C++ object is more than bytes that the runtime could restore, and without a plugin that
// reads the compiler's code the place of the bytes is unknown. Whether a variable is an object may depend on a
// template's argument, so the text leaves it to the compiler.
#pragma once

#include <string>

#include "text.hpp"

namespace rondo::directives {

class SavedCopies {
 public:
  SavedCopies(const Text& text, const Options& options) : text_(text), options_(options) {}

  bool are_needed() const { return is_cxx() || is_unknown(); }

  // The texts before and behind the program's name of the variable, which give its type.
  std::string begin(std::size_t number) const;
  std::string type(std::size_t number) const;
  // C++, an integer constant: 1 if its place in the task's data is to be found.
  static std::string has_place(std::size_t number);
  // Behind the announcement of the task: the object that the task copies gets this name.
  std::string choose(std::size_t number) const;
  static std::string chosen(std::size_t number);
  // In the task: its copy gets the variable's name.
  std::string name_copy(std::size_t number, const std::string& variable) const;

 private:
  bool is_cxx() const { return options_.language == Language::Cxx; }
  bool is_unknown() const { return options_.saved_items == SavedItems::Unknown; }
  std::string choose_object(std::size_t number) const;
  std::string choose_bytes(std::size_t number) const;

  const Text& text_;
  const Options& options_;
};

}  // namespace rondo::directives
