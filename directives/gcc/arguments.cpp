// SPDX-License-Identifier: Apache-2.0
#include "gcc/arguments.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "gcc/gcc.hpp"

namespace rondo::gcc {
namespace {

// Options for the preprocessing run alone. The driver leaves out the same ones when it compiles a .i file.
constexpr std::array kOfPreprocessing = {OPT_A,           OPT_C,
                                         OPT_CC,          OPT_D,
                                         OPT_H,           OPT_I,
                                         OPT_M,           OPT_MD,
                                         OPT_MF,          OPT_MG,
                                         OPT_MM,          OPT_MMD,
                                         OPT_MP,          OPT_MQ,
                                         OPT_MT,          OPT_P,
                                         OPT_U,           OPT_fpreprocessed,
                                         OPT_idirafter,   OPT_imacros,
                                         OPT_imultiarch,  OPT_include,
                                         OPT_iprefix,     OPT_iquote,
                                         OPT_isysroot,    OPT_isystem,
                                         OPT_iwithprefix, OPT_iwithprefixbefore,
                                         OPT_nostdinc,    OPT_nostdinc__,
                                         OPT_remap,       OPT_undef};

std::span<const cl_decoded_option> options() { return {save_decoded_options, save_decoded_options_count}; }

void append(Arguments& arguments, const cl_decoded_option& option) {
  for (size_t i = 0; i < option.canonical_option_num_elements; ++i) arguments.emplace_back(option.canonical_option[i]);
}

bool is_of_preprocessing(const cl_decoded_option& option) {
  return std::find(kOfPreprocessing.begin(), kOfPreprocessing.end(), option.opt_index) != kOfPreprocessing.end();
}

}  // namespace

Arguments preprocess_arguments(Comments comments) {
  Arguments arguments;
  for (const cl_decoded_option& option : options())
    if (option.opt_index != OPT_o) append(arguments, option);
  if (comments == Comments::Kept) arguments.insert(arguments.begin() + 1, "-C");
  arguments.insert(arguments.begin() + 1, "-E");
  // At this level, macros are part of the debug information, and the compiling run gets them from the text.
  if (debug_info_level == DINFO_LEVEL_VERBOSE) arguments.emplace_back("-dD");
  // Properties that gcc derives from standard error, which that run does not have.
  bool has_color = pp_show_color(global_dc->printer);
  arguments.emplace_back(has_color ? "-fdiagnostics-color=always" : "-fdiagnostics-color=never");
  arguments.insert(arguments.end(), {"-o", "-"});
  return arguments;
}

Arguments compile_arguments(const std::string& input) {
  Arguments arguments;
  for (const cl_decoded_option& option : options()) {
    if (option.opt_index == OPT_SPECIAL_input_file)
      arguments.push_back(input);
    else if (!is_of_preprocessing(option))
      append(arguments, option);
  }
  arguments.insert(arguments.begin() + 1, "-fpreprocessed");
  return arguments;
}

bool is_input_preprocessed() {
  auto all = options();
  return std::any_of(all.begin(), all.end(), [](const cl_decoded_option& option) {
    return option.opt_index == OPT_fpreprocessed && option.value != 0;
  });
}

bool forbids(size_t option_index) {
  auto all = options();
  return std::any_of(all.begin(), all.end(), [&](const cl_decoded_option& option) {
    return option.opt_index == option_index && option.value == 0;
  });
}

bool says(size_t option_index) {
  auto all = options();
  return std::any_of(all.begin(), all.end(),
                     [&](const cl_decoded_option& option) { return option.opt_index == option_index; });
}

}  // namespace rondo::gcc
