// SPDX-License-Identifier: Apache-2.0
//
// rondo-fortran-filter: the rewriting by itself, for compilers that load no plugin, and for a look at a rewritten
// program. Reads a file (standard input without one), writes Fortran to standard output and messages to standard
// error.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rewrite.hpp"
#include "shell/file.hpp"
#include "text.hpp"

namespace {

using rondo::fortran::Diagnostic;
using rondo::fortran::Form;
using rondo::fortran::Rewritten;
using rondo::fortran::Severity;
using rondo::fortran::Text;

constexpr const char* kUsage =
    "usage: rondo-fortran-filter [-ffixed-form] [-I FOLDER]... [--pedantic] [FILE]\n"
    "Writes FILE (standard input: -) with Rondo's directives replaced by what other Fortran compilers know.\n"
    "--pedantic: warn of what OpenMP forbids and Rondo does not mind.\n"
    "The compiler has to preprocess before, not after. Compile with -fopenmp and link with -lrondo.\n";

int fail(const std::string& text) {
  std::cerr << "rondo-fortran-filter: " << text << '\n';
  return 2;
}

struct Arguments {
  Form form = Form::Free;
  std::vector<std::string> folders;
  std::string file = "-";
  bool is_pedantic = false;
};

int run(const Arguments& arguments) {
  std::string content;
  if (arguments.file == "-") {
    content.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    std::optional<std::string> text = rondo::shell::read_file(arguments.file);
    if (!text) return fail("cannot read " + arguments.file + "; is the name right?");
    content = std::move(*text);
  }
  Text text = rondo::fortran::split(content, arguments.file == "-" ? "<stdin>" : arguments.file);
  text.form = arguments.form;
  text.line_length = text.form == Form::Fixed ? 72 : 0;
  rondo::fortran::expand_includes(text, rondo::fortran::include_folders(arguments.file, arguments.folders));
  Rewritten result = rondo::fortran::rewrite(text);
  if (result.saved_at) result.diagnostics.push_back(rondo::fortran::no_places(result, "a plugin for gfortran"));
  bool is_wrong = false;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity == Severity::Pedantic && !arguments.is_pedantic) continue;
    std::cerr << rondo::fortran::show(diagnostic, text);
    is_wrong = is_wrong || diagnostic.severity == Severity::Error;
  }
  if (is_wrong) return 1;
  std::cout << (result.text.empty() ? content : result.text);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  bool has_form = false;
  for (int at = 1; at < argc; at++) {
    std::string argument = argv[at];
    if (argument == "-h" || argument == "--help") {
      std::cout << kUsage;
      return 0;
    }
    if (argument == "-ffixed-form" || argument == "-ffree-form") {
      arguments.form = argument == "-ffixed-form" ? Form::Fixed : Form::Free;
      has_form = true;
    } else if (argument == "--pedantic") {
      arguments.is_pedantic = true;
    } else if (argument == "-I" && at + 1 < argc) {
      arguments.folders.emplace_back(argv[++at]);
    } else if (argument.starts_with("-I")) {
      arguments.folders.push_back(argument.substr(2));
    } else if (argument.size() > 1 && argument.front() == '-') {
      return fail("unknown option " + argument + "; see --help");
    } else {
      arguments.file = argument;
    }
  }
  if (!has_form && rondo::fortran::is_fixed_by_name(arguments.file)) arguments.form = Form::Fixed;
  return run(arguments);
}
