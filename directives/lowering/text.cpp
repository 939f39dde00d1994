// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

namespace rondo::directives {

namespace {

// As in include/rondo/directive.h; indexed by Function.
constexpr Signature kSignatures[] = {
    {"rondo_directive_taskgraph", "int", "void *, void *, unsigned int, unsigned long long"},
    {"rondo_directive_taskgraph_end", "void", "void *, int"},
    {"rondo_directive_taskiter", "void", "void *, void *, unsigned int, unsigned long long"},
    {"rondo_directive_iteration", "int", "void *"},
    {"rondo_directive_iteration_end", "int", "void *"},
    {"rondo_directive_condition", "void", "void *"},
    {"rondo_directive_taskiter_end", "void", "void *, int"},
    {"rondo_directive_task", "void", "int"},
    {"rondo_directive_saved", "void", "unsigned int, unsigned long long, unsigned int"},
    {"rondo_directive_saved_item", "void", "const char *, unsigned long long, unsigned int"},
    {"rondo_directive_object", "int", "void *, void *"},
    {"rondo_directive_keep", "void", "void *, void *"},
    {"rondo_directive_bytes", "void *", "void *, unsigned long long"},
    {"rondo_directive_pattern", "void", "void *, void *, const char *"},
    {"rondo_directive_pattern_end", "void", "void *, int"},
    {"GOMP_taskgroup_start", "void", "void"},
    {"GOMP_taskgroup_end", "void", "void"},
    {"GOMP_taskwait", "void", "void"},
    {"GOMP_cancel", "_Bool", "int, _Bool"},
    {"GOMP_cancellation_point", "_Bool", "int"},
};

const Signature& signature_of(Function function) { return kSignatures[static_cast<std::size_t>(function)]; }

// C++ has another name for it.
std::string with_bool(std::string text, Language language) {
  constexpr std::string_view kBool = "_Bool";
  if (language == Language::C) return text;
  for (std::size_t at = text.find(kBool); at != std::string::npos; at = text.find(kBool)) {
    text.replace(at, kBool.size(), "bool");
  }
  return text;
}

// `long long` is an extension of C89 and C++98. `name` may differ from the symbol.
std::string declare_function(const Signature& signature, const std::string& name, bool is_named) {
  std::string text =
      std::string("__extension__ extern ") + signature.result + " " + name + "(" + signature.parameters + ")";
  if (is_named) text += std::string(" __asm__(\"") + signature.name + "\")";
  return text + " __attribute__((__nothrow__, __weak__)); ";
}

// The name of the module is declared as a function, because with clang 19 a task would capture a variable.
std::string declare_module(const std::string& name) {
  return "extern void " + name + "(void) __asm__(\"__dso_handle\") __attribute__((__visibility__(\"hidden\"))); ";
}

}  // namespace

std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string Text::name(Function function) const { return signature_of(function).name + options_.unit; }

std::string Text::call(Function function, const std::string& arguments, const std::string& otherwise) const {
  return "(&" + name(function) + " ? " + name(function) + "(" + arguments + ") : " + otherwise + ")";
}

std::string Text::group_call(Function start_or_end, const std::string& flags) const {
  // nogroup, inline
  return "((" + flags + " & 33u) || !&" + name(start_or_end) + " ? (void)0 : " + name(start_or_end) + "())";
}

// `frame`: how its members are named there.
std::string Text::end_call(Function end, const std::string& frame, const std::string& complete) const {
  std::string otherwise = end == Function::PatternEnd ? "(void)0" : group_call(Function::GroupEnd, frame + "flags");
  return call(end, frame + "words, " + complete, otherwise);
}

// The assembler's name makes it C linkage in any scope of C++.
std::string Text::declare(std::initializer_list<Function> functions) const {
  std::string text;
  if (options_.declarations == Declarations::Prelude) return text;
  for (Function function : functions) {
    text += declare_function(signature_of(function), name(function), options_.language == Language::Cxx);
  }
  return text;
}

std::string Text::site(const Place& place) const {
  std::string text = options_.declarations == Declarations::Prelude ? "" : declare_module(module());
  return text +
         "static struct { void *state; const char *file; unsigned int line, version; void (*module)(void); } "
         "__rondo_site = { 0, " +
         string_literal(place.file) + ", " + std::to_string(place.line) + "u, 1u, &" + module() + " }; ";
}

std::string Text::frame(const std::string& flags, Function end) const {
  std::string text = "struct __rondo_scope { void *words[8]; unsigned int flags; int complete; ";
  if (options_.language == Language::Cxx) text += "~__rondo_scope() { " + end_call(end, "", "complete") + "; } ";
  return text + "} __rondo_frame; __rondo_frame.flags = " + flags + "; __rondo_frame.complete = 0; ";
}

std::string Text::end_of_frame(Function end) const {
  if (options_.language == Language::Cxx) return "__rondo_frame.complete = 1; ";
  return end_call(end, "__rondo_frame.", "1") + "; ";
}

std::span<const Signature> signatures() { return kSignatures; }

std::string prelude(Language language) {
  std::string text;
  for (const Signature& signature : kSignatures) {
    text += with_bool(declare_function(signature, signature.name, false), language);
  }
  text += declare_module(kModuleName);
  return language == Language::Cxx ? "extern \"C\" { " + text + "} " : text;
}

}  // namespace rondo::directives
