// SPDX-License-Identifier: Apache-2.0
// See flags.hpp.
#include "flags.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace rondo::wrappers {

namespace {

namespace fs = std::filesystem;

constexpr char kPrefix[] = "librondo-";
constexpr char kSuffix[] = ".so";
constexpr char kFortran[] = "gfortran";

fs::path plugin(const cli::Layout& layout, const std::string& compiler) {
  return layout.plugins / (kPrefix + compiler + kSuffix);
}

void add_if_there(Flags& flags, const fs::path& file) {
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored)) flags.push_back("-fplugin=" + file.string());
}

// "clang19" -> "clang 19"
std::string spaced(std::string name) {
  std::size_t digits = name.find_first_of("0123456789");
  if (digits != std::string::npos) name.insert(digits, " ");
  return name;
}

}  // namespace

Flags plugin_flags(const Compiler& compiler, const cli::Layout& layout) {
  Flags flags;
  switch (compiler.family) {
    case Family::Clang:
      add_if_there(flags, plugin(layout, "clang" + std::to_string(compiler.major)));
      break;
    case Family::Gcc:
      // One driver compiles every language, so each gets its plugin; it does nothing in another's compiler.
      add_if_there(flags, plugin(layout, "gcc" + std::to_string(compiler.major)));
      add_if_there(flags, plugin(layout, kFortran));
      break;
    case Family::Other:
      break;
  }
  return flags;
}

std::string plugins_that_exist(const cli::Layout& layout) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(layout.plugins, error)) {
    std::string name = entry.path().filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) continue;
    std::size_t begin = sizeof kPrefix - 1;
    names.push_back(spaced(name.substr(begin, name.size() - begin - (sizeof kSuffix - 1))));
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

Flags compile_flags(const Compiler& compiler, const cli::Layout& layout) {
  Flags flags = plugin_flags(compiler, layout);
  // A folder that the compiler searches anyway must not be moved to the front.
  if (layout.include != "/usr/include") flags.push_back("-I" + layout.include.string());
  return flags;
}

Flags link_flags(const cli::Layout& layout) {
  std::string library = layout.library.parent_path().string();
  std::string faces = layout.faces.string();
  // -fopenmp makes the driver add its own runtime; of that name it finds the face. librondo stands before it in the
  // order in which the loader looks for functions, and it is needed even by a program that calls nothing of OpenMP
  // itself. The faces are needed by name, so that a library of the program that wants one of them gets it, too.
  return {"-L" + faces,
          "-L" + library,
          "-Wl,-rpath," + library,
          "-Wl,-rpath," + faces,
          "-Wl,--push-state,--no-as-needed",
          "-lrondo",
          "-l:libgomp.so.1",
          "-l:libomp.so.5",
          "-l:libiomp5.so",
          "-Wl,--pop-state"};
}

}  // namespace rondo::wrappers
