// SPDX-License-Identifier: Apache-2.0
// See request.hpp.
#include "request.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "response.hpp"

namespace rondo::wrappers {

namespace {

// Options of gcc, clang and gfortran whose value is the next argument.
constexpr std::array<std::string_view, 42> kWithValue = {"-o",
                                                         "-x",
                                                         "-I",
                                                         "-L",
                                                         "-D",
                                                         "-U",
                                                         "-l",
                                                         "-J",
                                                         "-include",
                                                         "-imacros",
                                                         "-isystem",
                                                         "-iquote",
                                                         "-idirafter",
                                                         "-iprefix",
                                                         "-MF",
                                                         "-MT",
                                                         "-MQ",
                                                         "-Xlinker",
                                                         "-Xclang",
                                                         "-T",
                                                         "-Xassembler",
                                                         "-Xpreprocessor",
                                                         "-u",
                                                         "-z",
                                                         "-e",
                                                         "-B",
                                                         "-A",
                                                         "-target",
                                                         "--param",
                                                         "-aux-info",
                                                         "-isysroot",
                                                         "--sysroot",
                                                         "-mllvm",
                                                         "-arch",
                                                         "-dumpbase",
                                                         "-dumpdir",
                                                         "-dumpbase-ext",
                                                         "-framework",
                                                         "-wrapper",
                                                         "-specs",
                                                         "-ivfsoverlay",
                                                         "-iwithprefix"};

// Options after which the driver stops before the linker.
constexpr std::array<std::string_view, 11> kWithoutLinking = {
    "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", "--analyze", "-emit-ast", "-emit-pch", "--precompile"};

// Names that a compiler takes for headers, which it precompiles.
constexpr std::array<std::string_view, 9> kHeaders = {".h", ".hh", ".hp", ".hxx", ".hpp", ".h++", ".tcc", ".H", ".HPP"};

constexpr std::string_view kEndOfOptions = "--";

bool contains(auto const& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Object files, archives, shared libraries (also with a version behind) and linker scripts.
bool is_for_linker(std::string_view input) {
  for (std::string_view end : {".o", ".a", ".so", ".lo", ".obj", ".ld", ".lds"}) {
    if (input.ends_with(end)) return true;
  }
  std::size_t at = input.rfind(".so.");
  return at != std::string_view::npos && std::all_of(input.begin() + static_cast<std::ptrdiff_t>(at) + 4, input.end(),
                                                     [](unsigned char c) { return c == '.' || std::isdigit(c) != 0; });
}

// `language`: of the -x in front of it, or "".
bool is_header(std::string_view input, std::string_view language) {
  if (!language.empty()) return language.ends_with("-header");
  return std::any_of(kHeaders.begin(), kHeaders.end(), [&](std::string_view end) { return input.ends_with(end); });
}

// -fplugin=FILE, where FILE is one of ours. (Folders may be called anything, also of other options.)
bool is_plugin(std::string_view argument) {
  constexpr std::string_view kOption = "-fplugin=";
  if (!argument.starts_with(kOption)) return false;
  std::string_view file = argument.substr(kOption.size());
  return file.substr(file.rfind('/') + 1).starts_with("librondo-");
}

// The request that results from its inputs and options.
class Reader {
 public:
  Request read(const std::vector<std::string>& words) {
    bool ends_options = false;
    for (std::size_t at = 0; at < words.size(); at++) {
      const std::string& word = words[at];
      bool is_input = ends_options || word == "-" || word.empty() || word.front() != '-';
      if (is_input) {
        read_input(word);
      } else if (word == kEndOfOptions) {
        ends_options = true;
      } else if (word == "-x" && at + 1 < words.size()) {
        set_language(words[++at]);
      } else {
        read_option(word);
        if (contains(kWithValue, word)) at++;
      }
    }
    request_.links = has_link_input_ && !stops_early_;
    return request_;
  }

 private:
  void set_language(const std::string& language) { language_ = language == "none" ? "" : language; }

  // A header becomes a precompiled one, which is never linked.
  void read_input(const std::string& input) {
    has_link_input_ = has_link_input_ || !is_header(input, language_);
    request_.compiles = request_.compiles || !language_.empty() || !is_for_linker(input);
  }

  void read_option(const std::string& option) {
    if (option.starts_with("-x")) set_language(option.substr(2));
    has_link_input_ = has_link_input_ || option.starts_with("-l");
    stops_early_ = stops_early_ || contains(kWithoutLinking, option);
    request_.is_static = request_.is_static || option == "-static" || option == "--static" || option == "-static-pie";
    request_.has_plugin = request_.has_plugin || is_plugin(option);
    if (option == "-fopenmp" || option.starts_with("-fopenmp=")) {
      request_.has_openmp = true;
      request_.refuses_openmp = false;
    } else if (option == "-fno-openmp") {
      request_.has_openmp = false;
      request_.refuses_openmp = true;
    }
  }

  Request request_;
  std::string language_;  // of the last -x
  bool has_link_input_ = false;
  bool stops_early_ = false;
};

}  // namespace

Request read_request(const std::vector<std::string>& arguments) { return Reader().read(expanded(arguments)); }

std::size_t end_of_options(const std::vector<std::string>& arguments) {
  auto holds_end = [](const std::string& argument) { return contains(expanded({argument}), kEndOfOptions); };
  auto found = std::find_if(arguments.begin(), arguments.end(), holds_end);
  return static_cast<std::size_t>(found - arguments.begin());
}

}  // namespace rondo::wrappers
