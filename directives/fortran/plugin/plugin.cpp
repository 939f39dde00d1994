// SPDX-License-Identifier: Apache-2.0
//
// librondo-gfortran.so: `gfortran -fopenmp -fplugin=librondo-gfortran.so` understands Rondo's directives.
//
// gfortran gives a plugin no way to change the parsed text. So the plugin, which is loaded before the source file is
// opened, reads the file itself; if there are directives in it, it replaces the compiler's process by one that
// compiles the rewritten text. directives/fortran/README.md says what is kept and how.
//
// Of GCC's plugin interface only the two names below and the first words of two structures are used, and these have
// been the same since GCC 4.5: one plugin serves all versions.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "fortran/rewrite.hpp"
#include "fortran/text.hpp"
#include "process.hpp"
#include "shell/file.hpp"
#include "shell/process.hpp"

namespace {

using namespace rondo::fortran;
namespace shell = rondo::shell;

constexpr int kFailed = 1;  // f951's own status after an error
constexpr int kOldestVersion = 9;  // reads the generated text without complaint
constexpr const char* kIsRewritten = "RONDO_FORTRAN_REWRITTEN";  // number of the process that compiles rewritten text

[[noreturn]] void stop(const std::string& text) {
  std::fprintf(stderr, "rondo: %s\n", text.c_str());
  std::exit(kFailed);
}

bool is_rewritten() {
  const char* process = std::getenv(kIsRewritten);
  return process != nullptr && process == std::to_string(getpid());
}

bool is_fortran_compiler() {
  std::string program = this_program();
  return program.substr(program.rfind('/') + 1) == "f951";
}

// The program's text, preprocessed if that was asked for.
class Source {
 public:
  explicit Source(const Arguments& arguments) : arguments_(arguments) {}

  // False: the compiler should continue by itself, for instance to report what is wrong.
  bool read() {
    if (arguments_.input.empty()) return false;
    if (arguments_.input == "-" && !shell::keep_standard_input()) return false;
    if (arguments_.preprocessed.empty()) {
      std::optional<std::string> content =
          arguments_.input == "-" ? standard_input() : shell::read_file(arguments_.input);
      if (!content) return false;
      text_ = std::move(*content);
      return true;
    }
    return preprocess();
  }

  const std::string& text() const { return text_; }
  std::string name() const { return arguments_.input == "-" ? "<stdin>" : arguments_.input; }

  // Prints the preprocessor's messages, because it does not run again. (Messages about the command line appear
  // again.)
  void print_messages() const {
    constexpr char kOfCommandLine[] = "f951: ";
    for (std::size_t begin = 0; begin < messages_.size();) {
      std::size_t end = std::min(messages_.find('\n', begin), messages_.size() - 1) + 1;
      std::string line = messages_.substr(begin, end - begin);
      if (!line.starts_with(kOfCommandLine)) std::fputs(line.c_str(), stderr);
      begin = end;
    }
  }

 private:
  static std::string standard_input() {
    std::string text = shell::read_all(STDIN_FILENO);
    shell::rewind(STDIN_FILENO);
    return text;
  }

  bool preprocess() {
    int messages = shell::memory_file("");
    if (messages < 0) return false;
    int status = shell::run_again(preprocessing(arguments_), [&] { (void)dup2(messages, STDERR_FILENO); });
    shell::rewind(messages);
    messages_ = shell::read_all(messages);
    close(messages);
    if (arguments_.input == "-") shell::rewind(STDIN_FILENO);
    std::optional<std::string> content = shell::read_file(arguments_.preprocessed);
    if (status != 0 || !content) return false;
    text_ = std::move(*content);
    return true;
  }

  const Arguments& arguments_;
  std::string text_;
  std::string messages_;
};

std::string current_folder() {
  char* folder = getcwd(nullptr, 0);
  std::string result = folder == nullptr ? "" : folder;
  std::free(folder);
  return result;
}

// Where the text begins: the two rows that -fpreprocessed takes the names of file and folder from, and one that leads
// back to the file. Text that was preprocessed before names its file in its first row.
std::string beginning_of(const Source& source) {
  std::string file = source.name();
  if (source.text().starts_with('#'))
    file = split(source.text().substr(0, source.text().find('\n') + 1) + "\n", file).rows.back().file;
  return linemarker(1, file) + linemarker(1, current_folder() + "//") + linemarker(1, file);
}

Text text_of(const Source& source, const Arguments& arguments) {
  Text text = split(source.text(), source.name());
  text.form = arguments.form;
  text.line_length = arguments.line_length;
  text.free_columns = arguments.free_columns;
  text.are_d_lines_code = arguments.are_d_lines_code;
  expand_includes(text, include_folders(source.name(), arguments.folders));
  return text;
}

bool show_all(const Rewritten& result, const Text& text, bool is_pedantic) {
  bool is_right = true;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity == Severity::Pedantic && !is_pedantic) continue;
    std::fputs(show(diagnostic, text).c_str(), stderr);
    is_right = is_right && diagnostic.severity != Severity::Error;
  }
  return is_right;
}

// The option that loads the plugin for gcc of this version: the one on the command line, or one for the library
// beside this one. "": there is none.
std::string plugin_for_gcc(const Arguments& arguments, const std::string& name) {
  for (const std::string& argument : arguments.all) {
    bool is_it = argument.starts_with("-fplugin=") && argument.ends_with("/" + name);
    if (is_it) return argument;
  }
  Dl_info self{};
  if (dladdr(reinterpret_cast<void*>(&plugin_for_gcc), &self) == 0) return {};
  std::string folder = self.dli_fname;
  folder.resize(folder.rfind('/') + 1);
  return access((folder + name).c_str(), R_OK) == 0 ? "-fplugin=" + folder + name : std::string();
}

// Returns if the program has no directives.
void compile_rewritten(const Arguments& arguments, int major) {
  Source source(arguments);
  if (!source.read()) return;
  Text text = text_of(source, arguments);
  Rewritten result = rewrite(text);
  if (!result.is_changed) return;
  if (major < kOldestVersion) {
    stop("Rondo's directives need gfortran " + std::to_string(kOldestVersion) + " or later, this is " +
         std::to_string(major) + "; choose another with RONDO_FC");
  }
  if (arguments.standard == "f95" || arguments.standard == "f2003") {
    stop(source.name() + ": Rondo's directives become BLOCK constructs of Fortran 2008; compile without -std=" +
         arguments.standard + " or with -std=f2008");
  }
  std::string for_gcc;
  if (result.saved_at) {
    std::string name = "librondo-gcc" + std::to_string(major) + ".so";
    for_gcc = plugin_for_gcc(arguments, name);
    if (for_gcc.empty()) result.diagnostics.push_back(no_places(result, "Rondo's plugin " + name));
  }
  source.print_messages();
  if (!show_all(result, text, arguments.is_pedantic)) std::exit(kFailed);
  int file = shell::memory_file(beginning_of(source) + result.text);
  if (file < 0) stop("no memory for the rewritten text of " + source.name() + "; free some");
  setenv(kIsRewritten, std::to_string(getpid()).c_str(), 1);
  std::vector<std::string> command = compiling(arguments, shell::path_of(file));
  if (!for_gcc.empty() && std::find(command.begin(), command.end(), for_gcc) == command.end()) {
    command.push_back(for_gcc);
  }
  shell::become(command);
  stop("cannot start " + this_program() + " again; is it executable?");
}

// The first word of struct plugin_gcc_version.
struct PluginVersion {
  const char* base;
};

}  // namespace

// Declares that the plugin's licence is compatible with the compiler's: Apache-2.0 is, with GPL version 3.
// NOLINTNEXTLINE(readability-identifier-naming): GCC looks for this name
extern "C" __attribute__((visibility("default"))) int plugin_is_GPL_compatible;
int plugin_is_GPL_compatible = 1;  // NOLINT(readability-identifier-naming)

extern "C" __attribute__((visibility("default"))) int plugin_init(void* /*info*/, PluginVersion* version);

int plugin_init(void* /*info*/, PluginVersion* version) {
  if (!is_fortran_compiler() || is_rewritten()) return 0;
  Arguments arguments = read_arguments(this_command_line());
  if (!arguments.has_openmp || arguments.only_preprocesses) return 0;
  compile_rewritten(arguments, std::atoi(version->base));
  return 0;
}
