// SPDX-License-Identifier: Apache-2.0
// See request.hpp.
#include "request.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

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

}  // namespace

Request read_request(const std::vector<std::string>& arguments) {
  Request request;
  bool has_input = false;
  bool stops_early = false;
  bool is_language_given = false;
  for (std::size_t at = 0; at < arguments.size(); at++) {
    const std::string& argument = arguments[at];
    bool is_input = argument == "-" || argument.empty() || argument.front() != '-';
    if (is_input) {
      has_input = true;
      // What a response file (@file) holds is not looked at: it may be anything.
      request.compiles = request.compiles || is_language_given || !is_for_linker(argument);
      continue;
    }
    if (argument == "-x" && at + 1 < arguments.size()) is_language_given = arguments[at + 1] != "none";
    if (argument.size() > 2 && argument.starts_with("-x")) is_language_given = argument != "-xnone";
    has_input = has_input || argument.starts_with("-l");
    stops_early = stops_early || contains(kWithoutLinking, argument);
    request.is_static =
        request.is_static || argument == "-static" || argument == "--static" || argument == "-static-pie";
    request.has_plugin = request.has_plugin || argument.find("librondo-") != std::string::npos;
    if (argument == "-fopenmp" || argument.starts_with("-fopenmp=")) {
      request.has_openmp = true;
      request.refuses_openmp = false;
    } else if (argument == "-fno-openmp") {
      request.has_openmp = false;
      request.refuses_openmp = true;
    }
    if (contains(kWithValue, argument)) at++;
  }
  request.links = has_input && !stops_early;
  return request;
}

}  // namespace rondo::wrappers
