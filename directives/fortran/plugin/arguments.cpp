// SPDX-License-Identifier: Apache-2.0
// See arguments.hpp.
#include "arguments.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace rondo::fortran {

namespace {

// Options whose value is the next argument when it is not attached. (-MD and -MMD have one here, unlike the
// driver's.)
constexpr std::array<std::string_view, 25> kWithValue = {"-o",
                                                         "-dumpbase",
                                                         "-dumpbase-ext",
                                                         "-dumpdir",
                                                         "-auxbase",
                                                         "-auxbase-strip",
                                                         "-I",
                                                         "-J",
                                                         "-D",
                                                         "-U",
                                                         "-A",
                                                         "-MD",
                                                         "-MMD",
                                                         "-MF",
                                                         "-MT",
                                                         "-MQ",
                                                         "-imultiarch",
                                                         "-isystem",
                                                         "-iquote",
                                                         "-isysroot",
                                                         "-iprefix",
                                                         "-fintrinsic-modules-path",
                                                         "-idirafter",
                                                         "-imultilib",
                                                         "--param"};

// Options that only the preprocessor reads; -I is also used for INCLUDE lines and modules.
bool is_for_preprocessor(const std::string& option) {
  if (option.starts_with("-cpp") || option.starts_with("-M") || option.starts_with("-isystem")) return true;
  for (std::string_view exact :
       {"-imultiarch", "-iprefix", "-idirafter", "-imultilib", "-undef", "-P", "-C", "-CC", "-H"}) {
    if (option == exact) return true;
  }
  return option.size() > 1 && (option[1] == 'D' || option[1] == 'U' || option[1] == 'A');
}

bool has_value(const std::string& option) {
  return std::find(kWithValue.begin(), kWithValue.end(), option) != kWithValue.end();
}

// Calls use(option, value, n): `n` arguments, of which `value` is the second or attached, "" without one.
template <class Use>
void for_each_option(const std::vector<std::string>& all, const Use& use) {
  for (std::size_t at = 1; at < all.size();) {
    bool takes_next = has_value(all[at]) && at + 1 < all.size();
    use(all[at], takes_next ? all[at + 1] : "", takes_next ? 2 : 1);
    at += takes_next ? 2 : 1;
  }
}

// 0 for `none`, which means the same to gfortran.
std::uint32_t number(const std::string& text) { return static_cast<std::uint32_t>(std::atoi(text.c_str())); }

}  // namespace

Arguments read_arguments(std::vector<std::string> all) {
  Arguments result;
  result.all = std::move(all);
  bool has_form = false;
  for_each_option(result.all, [&](const std::string& option, const std::string& value, int) {
    auto after = [&](std::string_view prefix) { return option.substr(prefix.size()); };
    if (option == "-" || option.empty() || option.front() != '-') {
      // The driver names the input first; a later word is the value of an option that is not listed above.
      if (result.input.empty()) result.input = option;
    } else if (option == "-fopenmp" || option == "-fno-openmp") {
      result.has_openmp = option == "-fopenmp";
    } else if (option == "-Wpedantic" || option == "-pedantic" || option == "-Wno-pedantic") {
      result.is_pedantic = option != "-Wno-pedantic";
    } else if (option == "-E") {
      result.only_preprocesses = true;
    } else if (option.starts_with("-cpp=")) {
      result.preprocessed = after("-cpp=");
    } else if (option.starts_with("-std=")) {
      result.standard = after("-std=");
    } else if (option == "-ffixed-form" || option == "-ffree-form") {
      result.form = option == "-ffixed-form" ? Form::Fixed : Form::Free;
      has_form = true;
    } else if (option.starts_with("-ffixed-line-length-")) {
      result.line_length = number(after("-ffixed-line-length-"));
    } else if (option.starts_with("-ffree-line-length-")) {
      std::uint32_t n = number(after("-ffree-line-length-"));
      result.free_columns = n == 0 ? kFreeColumns : std::min(n, kFreeColumns);
    } else if (option == "-fd-lines-as-code" || option == "-fd-lines-as-comments") {
      result.are_d_lines_code = option == "-fd-lines-as-code";
    } else if (option.starts_with("-I")) {
      result.folders.push_back(value.empty() ? after("-I") : value);
    }
  });
  if (!has_form && is_fixed_by_name(result.input)) result.form = Form::Fixed;
  return result;
}

std::vector<std::string> preprocessing(const Arguments& arguments) {
  std::vector<std::string> result = {arguments.all.front()};
  for_each_option(arguments.all, [&](const std::string& option, const std::string& value, int n) {
    if (option == "-o") return;
    result.push_back(option);
    if (n == 2) result.push_back(value);
  });
  result.insert(result.end(), {"-E", "-o", arguments.preprocessed});
  return result;
}

std::vector<std::string> compiling(const Arguments& arguments, const std::string& file) {
  // f951 takes the names of file and folder from the text only if the form is given.
  std::vector<std::string> result = {arguments.all.front(), file, "-fpreprocessed",
                                     arguments.form == Form::Fixed ? "-ffixed-form" : "-ffree-form"};
  for_each_option(arguments.all, [&](const std::string& option, const std::string& value, int n) {
    if (option == arguments.input || is_for_preprocessor(option)) return;
    result.push_back(option);
    if (n == 2) result.push_back(value);
  });
  return result;
}

}  // namespace rondo::fortran
