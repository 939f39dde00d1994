// SPDX-License-Identifier: Apache-2.0
//
// The plugin's entry. It acts on C and C++ with -fopenmp and does nothing elsewhere. README.md describes how.
#include <unistd.h>
#include <cstdio>
#include <string>

#include "filter/rewrite.hpp"
#include "gcc/arguments.hpp"
#include "gcc/gcc.hpp"
#include "gcc/markers.hpp"
#include "gcc/pragmas.hpp"
#include "gcc/run.hpp"
#include "gcc/saved_offsets.hpp"
#include "gcc/sharing.hpp"
#include "gcc/stage.hpp"
#include "shell/file.hpp"
#include "shell/process.hpp"

#define RONDO_OF_PLUGIN __attribute__((visibility("default")))

// gcc loads only plugins that declare a compatible licence. Rondo's licence, Apache 2.0, is compatible with the GPL,
// version 3.
RONDO_OF_PLUGIN int plugin_is_GPL_compatible;

namespace rondo::gcc {
namespace {

const char* g_failure;  // why the directives of this unit were not looked at

// The compiler is done. If it has found an error, that error is reported; if not, ours is.
void fail_if_nobody_did(void*, void*) {
  if (!seen_error() && werrorcount == 0) error("rondo: %s", g_failure);
}

void fail_later(const char* plugin_name, const char* reason) {
  g_failure = reason;
  warn_unknown_pragmas = 0;  // they are not unknown
  register_callback(plugin_name, PLUGIN_FINISH_UNIT, fail_if_nobody_did, nullptr);
}

filter::Options filter_options() {
  filter::Options options;
  options.language = lang_GNU_CXX() ? directives::Language::Cxx : directives::Language::C;
  options.path = std::string(in_fnames[0]) == "-" ? "<stdin>" : in_fnames[0];
  options.reports = filter::Reports::InText;
  options.cancels_by_call = true;
  options.saved_items = directives::SavedItems::ByName;
  return options;
}

// The text of the user's compilation, with macros expanded. The preprocessor's messages are kept for the case that
// this process does not compile the unit itself and so does not print them again.
bool preprocessed_text(Comments comments, std::string& text, std::string& remarks) {
  std::string input = in_fnames[0];
  bool is_standard_input = input == "-";
  if (is_standard_input && !shell::keep_standard_input()) return false;
  if (is_input_preprocessed()) {
    auto read = shell::read_file(is_standard_input ? "/proc/self/fd/0" : input);
    if (is_standard_input) shell::rewind(STDIN_FILENO);
    if (read) text = std::move(*read);
    return read.has_value();
  }
  Output output = preprocess(preprocess_arguments(comments));
  if (is_standard_input) shell::rewind(STDIN_FILENO);
  text = std::move(output.standard_output);
  remarks = std::move(output.standard_error);
  return output.has_succeeded;
}

// One warning depends on comments: `fall through`. An option or a pragma may turn it on.
bool reads_comments(const std::string& text) {
  bool has_pragma =
      text.find("-Wimplicit-fallthrough") != std::string::npos || text.find("-Wextra") != std::string::npos;
  return !is_input_preprocessed() && (warn_implicit_fallthrough != 0 || has_pragma);
}

// The user's run: if the unit has directives, it becomes another run; if not, it continues unchanged.
void look_for_directives(const char* plugin_name) {
  std::string text;
  std::string remarks;
  constexpr const char* kNoText =
      "the file could not be preprocessed to look for directives; compile it with -E to see why, or without the plugin";
  if (!preprocessed_text(Comments::LeftOut, text, remarks)) return fail_later(plugin_name, kNoText);
  filter::Rewritten rewritten = filter::rewrite(text, filter_options());
  if (!rewritten.has_directives) return;
  if (reads_comments(text)) {
    if (!preprocessed_text(Comments::Kept, text, remarks)) return fail_later(plugin_name, kNoText);
    rewritten = filter::rewrite(text, filter_options());
  }
  int input = shell::memory_file(rewritten.text);
  if (input < 0)
    return fail_later(plugin_name, "no memory file for the rewritten program; the system needs memfd_create()");
  // The compiling run prints an empty list of its own where lists are asked for.
  if (remarks != "[]\n") (void)shell::write_all(STDERR_FILENO, remarks);
  become(compile_arguments(shell::path_of(input)));
  fail_later(plugin_name, "the compiler could not be started again for the rewritten program; /proc has to be mounted");
}

// gcc has tested whether standard error is a terminal before standard error was restored, so this tests it again.
void look_at_terminal() {
  if (!says(OPT_fdiagnostics_color_)) diagnostic_color_init(global_dc, -1);
  if (!says(OPT_fdiagnostics_urls_)) diagnostic_urls_init(global_dc, -1);
}

void on_compile_pragmas(void*, void*) {
  read_reports();
  refuse_unknown_directives();
  trust_markers();
}

// For a unit that has no directive, or that could not be examined: then all directives are unknown.
void on_plain_pragmas(void*, void*) {
  if (!g_failure) refuse_unknown_directives();
}

int start(const char* plugin_name) {
  Stage stage = take_stage();
  if (stage == Stage::Compile) {
    look_at_terminal();
    register_callback(plugin_name, PLUGIN_PRAGMAS, on_compile_pragmas, nullptr);
    keep_variables_shared(plugin_name);
    tell_saved_offsets(plugin_name);
  } else if (stage == Stage::Preprocess || flag_preprocess_only) {
    register_callback(plugin_name, PLUGIN_PRAGMAS, [](void*, void*) { name_directives(); }, nullptr);
  } else if (num_in_fnames == 1) {  // of several files, gcc refuses the second
    register_callback(plugin_name, PLUGIN_PRAGMAS, on_plain_pragmas, nullptr);
    look_for_directives(plugin_name);
  }
  return 0;
}

bool is_same_compiler(const plugin_gcc_version& compiler) {
  std::string running = compiler.basever;
  std::string known = gcc_version.basever;
  if (running == known) return true;
  (void)std::fprintf(stderr,
                     "rondo: this plugin is for gcc %s, the compiler is gcc %s; use gcc %s, or build Rondo's plugin "
                     "for gcc %s with its package of plugin headers\n",
                     known.c_str(), running.c_str(), known.c_str(), running.c_str());
  return false;
}

}  // namespace
}  // namespace rondo::gcc

RONDO_OF_PLUGIN int plugin_init(plugin_name_args* plugin, plugin_gcc_version* compiler) {
  using namespace rondo::gcc;
  if (!is_same_compiler(*compiler)) return 1;
  if (lang_GNU_Fortran() && flag_openmp) tell_saved_offsets(plugin->base_name);
  if (!lang_GNU_C() && !lang_GNU_CXX()) return 0;
  static plugin_info information = {RONDO_VERSION_TEXT,
                                    "Rondo's directives: taskgraph, taskiter, dep_pattern; no arguments"};
  register_callback(plugin->base_name, PLUGIN_INFO, nullptr, &information);
  return flag_openmp ? start(plugin->base_name) : 0;
}
