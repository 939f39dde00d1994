// SPDX-License-Identifier: Apache-2.0
//
// Whether a directive stands in a function. The shells show every token that the compiler gets, in order; a namespace
// or a class is recognised by its first words. Text that is not understood counts as a function: then the compiler
// reports what is wrong, as for any statement outside of a function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rondo::directives {

class Scopes {
 public:
  // A token's text; of a literal its beginning is enough. Directives are not shown.
  void read(std::string_view token);

  // Where tokens cannot be shown.
  void assume_function() { depth_ = SIZE_MAX / 2; }

  bool is_in_function() const { return depth_ != 0; }

 private:
  // Of the declaration that is being read, outside of functions.
  struct Head {
    std::size_t n_tokens = 0;
    bool is_extern = false;  // its first word
    bool names_scope = false;  // namespace, class, struct, union, enum
    bool is_something = false;  // a function, or something with a value
  };

  bool opens_scope() const;

  Head head_;
  bool follows_literal_ = false;
  std::size_t depth_ = 0;  // of braces, from the one that begins a function or a value
};

}  // namespace rondo::directives
