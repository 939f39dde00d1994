// SPDX-License-Identifier: Apache-2.0
//
// rondo-cc, rondo-c++ and rondo-fc: a compiler that knows Rondo's directives and whose programs run on Rondo. Each is
// the compiler that RONDO_CC, RONDO_CXX or RONDO_FC names, with some flags added to those given; --showme shows them.
#include <unistd.h>

#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "compiler.hpp"
#include "flags.hpp"
#include "layout.hpp"
#include "message.hpp"
#include "request.hpp"

namespace {

using namespace rondo::wrappers;
using rondo::cli::Failure;
using rondo::cli::Layout;

void print_help() {
  const std::string name = kWrapper.name;
  std::cout << name + " FLAGS FILES...            compiles and links with " + kWrapper.fallback + " or what " +
                   kWrapper.variable + " names\n" + name + " --showme FLAGS FILES...   prints the command instead\n" +
                   name + " --showme:compile          prints what is added for compiling\n" + name +
                   " --showme:link             prints what is added for linking\n";
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Quoted so that a shell reads the same words.
std::string quoted(const std::string& word) {
  constexpr char kPlain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string result = "'";
  for (char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

int print(const std::vector<std::string>& words) {
  for (std::size_t at = 0; at < words.size(); at++) std::cout << (at == 0 ? "" : " ") << quoted(words[at]);
  std::cout << '\n';
  return 0;
}

Flags plugin_flags(Compiler& compiler, const Layout& layout) {
  ask_version(kWrapper, compiler);
  Plugins plugins = plugins_for(compiler, kWrapper.language, layout);
  if (plugins.are_enough) return plugins.flags;
  rondo::cli::print_message("there is no plugin for " + compiler.name + ", which ignores or refuses the directives " +
                            "(plugins: " + plugins_that_exist(layout) + "); choose a compiler with " +
                            kWrapper.variable);
  // An ignored directive is reported, and not only with -Wall.
  bool can_say = compiler.family == Family::Gcc && kWrapper.language == Language::C;
  if (can_say) plugins.flags.emplace_back("-Wunknown-pragmas");
  return plugins.flags;
}

std::vector<std::string> command_for(Compiler& compiler, const Layout& layout,
                                     const std::vector<std::string>& arguments) {
  Request request = read_request(arguments);
  if (request.links && request.is_static) {
    throw Failure(rondo::cli::kExitUsage, "Rondo is a shared library, which -static cannot link",
                  "leave -static out (-static-libgcc and -static-libstdc++ are possible)");
  }
  std::vector<std::string> command = compiler.command;
  bool adds_openmp = !request.has_openmp && !request.refuses_openmp;
  if ((request.compiles || request.links) && adds_openmp) command.emplace_back("-fopenmp");
  if (request.compiles) {
    if (!request.has_plugin && !request.refuses_openmp) append(command, plugin_flags(compiler, layout));
    append(command, include_flags(layout));
  }
  append(command, arguments);
  if (request.links) {
    Flags flags = link_flags(layout);
    std::size_t n_behind = arguments.size() - end_of_options(arguments);
    command.insert(command.end() - static_cast<std::ptrdiff_t>(n_behind), flags.begin(), flags.end());
  }
  return command;
}

int run(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "--showme:help") {
    print_help();
    return 0;
  }
  Layout layout = rondo::cli::find_layout();
  Compiler compiler = choose_compiler(kWrapper);
  if (!arguments.empty() && arguments.front() == "--showme:compile") {
    std::vector<std::string> flags = {"-fopenmp"};
    append(flags, plugin_flags(compiler, layout));
    append(flags, include_flags(layout));
    return print(flags);
  }
  if (!arguments.empty() && arguments.front() == "--showme:link") {
    std::vector<std::string> flags = {"-fopenmp"};
    append(flags, link_flags(layout));
    return print(flags);
  }
  bool only_shows = !arguments.empty() && arguments.front() == "--showme";
  if (only_shows) arguments.erase(arguments.begin());
  std::vector<std::string> command = command_for(compiler, layout, arguments);
  if (only_shows) return print(command);

  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (std::string& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv.front(), argv.data());
  throw Failure(rondo::cli::kExitCannotExecute, "cannot start " + command.front() + " (" + std::strerror(errno) + ")",
                std::string("choose another compiler with ") + kWrapper.variable);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const Failure& failure) {
    rondo::cli::print_message(failure.what());
    return failure.status();
  }
}
