// SPDX-License-Identifier: Apache-2.0
//
// rondo-filter: preprocessed C or C++ in, the same without Rondo's directives out. For compilers that have no plugin.
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "filter/rewrite.hpp"
#include "shell/file.hpp"

namespace {

using rondo::directives::Language;
using rondo::directives::Severity;

constexpr const char* kUsage =
    "usage: rondo-filter [-x c|c++] [-o FILE] [--pedantic] [FILE]\n"
    "\n"
    "Reads preprocessed C or C++ (FILE, or standard input; comments may be left in it) and writes the program with\n"
    "Rondo's directives replaced by calls of its runtime.\n"
    "  -x c|c++  the language; without it a FILE that ends in .ii is C++, anything else is C\n"
    "  -o FILE   where to write to instead of standard output\n"
    "  --pedantic  warn of what OpenMP forbids and Rondo does not mind\n"
    "Exit status: 0; 1 mistakes in directives; 2 wrong usage, or a file that cannot be read or written.\n"
    "Example: icx -E -fopenmp f.c | rondo-filter > f.i && icx -fopenmp -c f.i\n";

struct CommandLine {
  std::string input = "-";
  std::string output = "-";
  std::optional<Language> language;
  bool is_pedantic = false;
};

int fail(const std::string& text) {
  (void)std::fprintf(stderr, "rondo-filter: %s\n", text.c_str());
  return 2;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Returns a message about what is wrong, or nothing.
std::string parse(int n_arguments, char** arguments, CommandLine& line) {
  bool has_input = false;
  for (int i = 1; i < n_arguments; ++i) {
    std::string_view argument = arguments[i];
    bool takes_value = argument == "-x" || argument == "-o";
    if (takes_value && i + 1 == n_arguments) return std::string(argument) + " needs a value; see --help";
    if (argument == "-o") {
      line.output = arguments[++i];
    } else if (argument == "-x") {
      std::string_view language = arguments[++i];
      if (language != "c" && language != "c++") return "-x takes c or c++, not " + std::string(language);
      line.language = language == "c" ? Language::C : Language::Cxx;
    } else if (argument == "--pedantic") {
      line.is_pedantic = true;
    } else if (argument.size() > 1 && argument[0] == '-') {
      return "no such option: " + std::string(argument) + "; see --help";
    } else if (has_input) {
      return "one file at a time, please: " + line.input + ", then " + std::string(argument);
    } else {
      line.input = argument;
      has_input = true;
    }
  }
  return {};
}

bool write_file(const std::string& path, std::string_view text) {
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "wb");
  if (!file) return false;
  bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  bool is_closed = (path == "-" ? std::fflush(file) : std::fclose(file)) == 0;
  return is_written && is_closed;
}

// In the form of compilers, so that editors find the place.
bool show(const std::vector<rondo::filter::Report>& reports, bool is_pedantic) {
  bool has_error = false;
  for (const rondo::filter::Report& report : reports) {
    bool is_error = report.severity == Severity::Error;
    if (report.severity == Severity::Pedantic && !is_pedantic) continue;
    (void)std::fprintf(stderr, "%s:%u:%u: %s: %s\n", report.path.c_str(), report.line, report.column,
                       is_error ? "error" : "warning", report.text.c_str());
    has_error |= is_error;
  }
  return has_error;
}

}  // namespace

int main(int n_arguments, char** arguments) {
  if (n_arguments == 2 && std::strcmp(arguments[1], "--help") == 0) return std::fputs(kUsage, stdout) < 0 ? 2 : 0;
  CommandLine line;
  std::string mistake = parse(n_arguments, arguments, line);
  if (!mistake.empty()) return fail(mistake);

  auto text = rondo::shell::read_file(line.input == "-" ? "/dev/stdin" : line.input);
  if (!text) return fail("cannot read " + line.input + "; give a preprocessed file, or - for standard input");
  rondo::filter::Options options;
  options.path = line.input == "-" ? "<stdin>" : line.input;
  options.language = line.language.value_or(ends_with(line.input, ".ii") ? Language::Cxx : Language::C);
  rondo::filter::Rewritten rewritten = rondo::filter::rewrite(*text, options);
  if (show(rewritten.reports, line.is_pedantic)) return 1;
  if (!write_file(line.output, rewritten.has_directives ? rewritten.text : *text))
    return fail("cannot write " + line.output + "; is there room, and may you write there?");
  return 0;
}
