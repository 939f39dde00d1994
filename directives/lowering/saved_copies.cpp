// SPDX-License-Identifier: Apache-2.0
#include "saved_copies.hpp"

namespace rondo::directives {

namespace {

std::string numbered(const char* name, std::size_t number) { return name + std::to_string(number); }
// C++: a reference. C, which has none: a pointer.
std::string original(std::size_t number) { return numbered("__rondo_original_", number); }
std::string object(std::size_t number) { return numbered("__rondo_object_", number); }
std::string copy(std::size_t number) { return numbered("__rondo_copy_", number); }

std::string is_object(std::size_t number) { return "!__is_trivially_copyable(" + object(number) + ")"; }

std::string copy_bytes(const std::string& to, const std::string& from) {
  return "__builtin_memcpy((void *)&" + to + ", " + from + ", sizeof(" + to + ")); ";
}

}  // namespace

std::string SavedCopies::begin(std::size_t number) const {
  return is_cxx() ? "auto& " + original(number) + " = " : "__extension__ __auto_type " + original(number) + " = &";
}

// A class with one member can be copied whatever the member's type is, even an array. A constant says that the size
// is one.
std::string SavedCopies::type(std::size_t number) const {
  if (!is_cxx()) {
    return "; enum { " + numbered("__rondo_bytes_", number) + " = sizeof(*" + original(number) + ") }; __typeof__(*" +
           original(number) + ") " + chosen(number) + "; ";
  }
  return "; struct " + object(number) + " { __typeof__(" + original(number) +
         ") value; static void destroy(void *object) { delete static_cast<" + object(number) + " *>(object); } }; ";
}

std::string SavedCopies::has_place(std::size_t number) { return "(" + is_object(number) + " ? 0u : 1u)"; }

std::string SavedCopies::chosen(std::size_t number) { return numbered("__rondo_saved_", number); }

std::string SavedCopies::choose(std::size_t number) const {
  return is_cxx() ? choose_object(number) : choose_bytes(number);
}

// The reference must not be a constant one, to a static variable: compilers put that in the place of the task's copy.
std::string SavedCopies::choose_object(std::size_t number) const {
  std::string is_copied = is_unknown() ? "true" : is_object(number);
  std::string destroy = "reinterpret_cast<void *>(&" + object(number) + "::destroy)";
  std::string made =
      "new " + object(number) + "(reinterpret_cast<const " + object(number) + " &>(" + original(number) + "))";
  return object(number) + " *" + copy(number) + " = 0; if (" + is_copied + " && &" + text_.name(Function::Object) +
         ") { if (" + text_.name(Function::Object) + "(&" + copy(number) + ", " + destroy + ") == 2) " +
         text_.name(Function::Keep) + "(" + made + ", " + destroy + "); } __typeof__(" + original(number) + ") &" +
         chosen(number) + " = " + copy(number) + " ? " + copy(number) + "->value : " + original(number) + "; ";
}

std::string SavedCopies::choose_bytes(std::size_t number) const {
  std::string from = "(void *)" + original(number);
  std::string arguments = from + ", sizeof(" + chosen(number) + ")";
  return copy_bytes(chosen(number), text_.call(Function::Bytes, arguments, from));
}

std::string SavedCopies::name_copy(std::size_t number, const std::string& variable) const {
  if (is_cxx()) return "__typeof__(" + chosen(number) + ") &" + variable + " = " + chosen(number) + "; ";
  return "__typeof__(" + chosen(number) + ") " + variable + "; " + copy_bytes(variable, "&" + chosen(number));
}

}  // namespace rondo::directives
