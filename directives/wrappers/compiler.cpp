// SPDX-License-Identifier: Apache-2.0
// See compiler.hpp.
#include "compiler.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <sstream>

#include "message.hpp"

namespace rondo::wrappers {

namespace {

using cli::Failure;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool is_wrapper(const std::string& word) {
  std::string name = word.substr(word.rfind('/') + 1);
  return name == "rondo-cc" || name == "rondo-c++" || name == "rondo-fc";
}

// Compilers that a system may have under a name with its version only, and the versions to look for: those that there
// are plugins for. (gfortran's works in every version from 9 on.)
struct Versions {
  const char* name;
  std::vector<int> versions;
};
const Versions kVersions[] = {
    {"gcc", {12}}, {"g++", {12}}, {"clang", {19}}, {"clang++", {19}}, {"gfortran", {12, 13, 14, 15, 16, 11, 10, 9}},
};

bool is_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = (folder.empty() ? "." : folder) + "/" + name;
    struct stat status{};
    bool is_file = stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    if (is_file && access(file.c_str(), X_OK) == 0) return true;
  }
  return false;
}

// "gfortran-12" for "gfortran" where there is only that one; else the word as it is.
std::string as_installed(const std::string& word) {
  for (const auto& [name, versions] : kVersions) {
    if (word != name || is_in_path(word)) continue;
    for (int version : versions) {
      std::string versioned = word + "-" + std::to_string(version);
      if (is_in_path(versioned)) return versioned;
    }
  }
  return word;
}

// The standard output of a command; false if the command could not be run or has failed.
bool output_of(const std::vector<std::string>& command, std::string& output) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execvp(argv[0], argv.data());
    _exit(cli::kExitNotFound);
  }
  close(ends[1]);
  std::array<char, 4096> buffer{};
  for (;;) {
    ssize_t n = read(ends[0], buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    output.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool starts_number(const std::string& text, std::size_t at) {
  return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

// The first word like 12.2.0 that is not in parentheses, where distributors put their own numbers.
int version_outside_parentheses(const std::string& line) {
  int depth = 0;
  for (std::size_t at = 0; at < line.size(); at++) {
    if (line[at] == '(') depth++;
    if (line[at] == ')') depth--;
    bool begins_word = at == 0 || line[at - 1] == ' ';
    if (depth == 0 && begins_word && starts_number(line, at)) return std::atoi(line.c_str() + at);
  }
  return 0;
}

}  // namespace

void read_version(const std::string& text, Compiler& compiler) {
  constexpr char kClang[] = "clang version ";
  std::string first = text.substr(0, text.find('\n'));
  if (std::size_t at = first.find(kClang); at != std::string::npos) {
    compiler.family = Family::Clang;
    compiler.major = std::atoi(first.c_str() + at + sizeof kClang - 1);
    compiler.name = "clang " + std::to_string(compiler.major);
  } else if (text.find("Free Software Foundation") != std::string::npos) {
    compiler.family = Family::Gcc;
    compiler.major = version_outside_parentheses(first);
    compiler.name = "gcc " + std::to_string(compiler.major);
  } else {
    compiler.family = Family::Other;
    compiler.major = 0;
    compiler.name = compiler.command.back() + " (" + first + ")";
  }
}

Compiler choose_compiler(const Wrapper& wrapper) {
  const char* chosen = std::getenv(wrapper.variable);
  Compiler compiler;
  compiler.command = words_of(chosen == nullptr ? "" : chosen);
  if (compiler.command.empty()) compiler.command = {wrapper.fallback};
  for (std::string& word : compiler.command) word = as_installed(word);
  if (is_wrapper(compiler.command.back())) {
    throw Failure(cli::kExitUsage, std::string(wrapper.variable) + " names " + compiler.command.back(),
                  "name the compiler that is to be wrapped, e.g. " + std::string(wrapper.fallback));
  }
  return compiler;
}

void ask_version(const Wrapper& wrapper, Compiler& compiler) {
  std::vector<std::string> question = compiler.command;
  question.emplace_back("--version");
  std::string answer;
  if (!output_of(question, answer)) {
    throw Failure(cli::kExitNotFound, "cannot start the compiler " + compiler.command.front(),
                  "install it, or choose another with " + std::string(wrapper.variable));
  }
  read_version(answer, compiler);
}

}  // namespace rondo::wrappers
