// SPDX-License-Identifier: Apache-2.0
#include "scopes.hpp"

namespace rondo::directives {

// namespace N {, struct S : B {, extern "C" {: in these, declarations go on.
bool Scopes::opens_scope() const {
  bool is_linkage = head_.is_extern && head_.n_tokens == 2 && follows_literal_;
  return is_linkage || (head_.names_scope && !head_.is_something);
}

void Scopes::read(std::string_view token) {
  bool opens = token == "{";
  if (depth_ != 0) {
    depth_ += opens ? 1 : 0;
    depth_ -= token == "}" ? 1 : 0;
    return;
  }
  if (opens && !opens_scope()) depth_ = 1;
  bool begins_another = opens || token == "}" || token == ";";
  if (begins_another) {
    head_ = {};
    return;
  }
  if (head_.n_tokens == 0) head_.is_extern = token == "extern";
  for (std::string_view word : {"namespace", "class", "struct", "union", "enum"}) head_.names_scope |= token == word;
  head_.is_something |= token == "(" || token == "=";
  follows_literal_ = token.starts_with('"');
  head_.n_tokens++;
}

}  // namespace rondo::directives
