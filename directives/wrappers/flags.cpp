// SPDX-License-Identifier: Apache-2.0
// See flags.hpp.
#include "flags.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "build_config.hpp"

namespace rondo::wrappers {

namespace {

namespace fs = std::filesystem;

constexpr char kPrefix[] = "librondo-";
constexpr char kSuffix[] = ".so";
constexpr char kFortran[] = "gfortran";

fs::path plugin(const cli::Layout& layout, const std::string& compiler) {
  return layout.plugins / (kPrefix + compiler + kSuffix);
}

bool add_if_there(Flags& flags, const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  flags.push_back("-fplugin=" + file.string());
  return true;
}

// "clang19" -> "clang 19"
std::string spaced(std::string name) {
  std::size_t digits = name.find_first_of("0123456789");
  if (digits != std::string::npos) name.insert(digits, " ");
  return name;
}

}  // namespace

Plugins plugins_for(const Compiler& compiler, Language language, const cli::Layout& layout) {
  Plugins plugins;
  if (compiler.family == Family::Clang) {
    plugins.are_enough = add_if_there(plugins.flags, plugin(layout, "clang" + std::to_string(compiler.major)));
  } else if (compiler.family == Family::Gcc) {
    bool knows_c = add_if_there(plugins.flags, plugin(layout, "gcc" + std::to_string(compiler.major)));
    bool knows_fortran = add_if_there(plugins.flags, plugin(layout, kFortran));
    plugins.are_enough = language == Language::Fortran ? knows_fortran : knows_c;
  }
  return plugins;
}

std::string plugins_that_exist(const cli::Layout& layout) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(layout.plugins, error)) {
    std::string name = entry.path().filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) continue;
    std::size_t begin = sizeof kPrefix - 1;
    if (name.find('-', begin) != std::string::npos) continue;  // another library: librondo-mpi-openmpi.so
    names.push_back(spaced(name.substr(begin, name.size() - begin - (sizeof kSuffix - 1))));
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

Flags include_flags(const cli::Layout& layout) {
  // A folder that the compiler searches anyway must not be moved to the front.
  if (layout.include == "/usr/include") return {};
  return {"-I" + layout.include.string()};
}

Flags link_flags(const cli::Layout& layout) {
  std::string library = layout.library.parent_path().string();
  std::string faces = layout.faces.string();
  return {"-L" + faces, "-L" + library, "-Wl,-rpath," + library, "-Wl,-rpath," + faces, cli::kLinkWord};
}

}  // namespace rondo::wrappers
