// SPDX-License-Identifier: Apache-2.0
// See mpi.hpp. The libraries stand beside librondo, as librondo-mpi-NAME.so; each needs the MPI library that it is
// made for, and by that name a program's library is recognised.

#include "mpi.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

#include "elf_file.hpp"
#include "environment.hpp"
#include "loads.hpp"
#include "message.hpp"

namespace rondo::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = "librondo-mpi-";
constexpr std::string_view kSuffix = ".so";

struct Sign {
  std::string_view text;
  std::string_view mpi;
};

// Parts of the names that launchers' files have behind links such as mpirun.
constexpr std::array kLaunchers = {Sign{"orterun", "openmpi"}, Sign{"prterun", "openmpi"}, Sign{"openmpi", "openmpi"},
                                   Sign{"hydra", "mpich"}, Sign{"mpich", "mpich"}};
// What launchers set for ranks.
constexpr std::array kVariables = {Sign{"OMPI_COMM_WORLD_SIZE", "openmpi"}, Sign{"MPI_LOCALNRANKS", "mpich"}};

bool is_of_mpi(std::string_view library) { return library.starts_with("libmpi"); }

// By the name of the MPI library.
std::map<std::string, fs::path> made_libraries(const Layout& layout) {
  std::map<std::string, fs::path> made;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(layout.library.parent_path(), ignored)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(kPrefix) && file.ends_with(kSuffix)) {
      made[file.substr(kPrefix.size(), file.size() - kPrefix.size() - kSuffix.size())] = entry.path();
    }
  }
  return made;
}

std::string names_of(const std::map<std::string, fs::path>& made) {
  std::string names;
  for (const auto& [name, file] : made) {
    names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

// The first of the program's libraries that is an MPI library's; `name` is that of what is made for it.
struct Used {
  std::string library;
  std::string name;
};

Used used_mpi(const Program& program, const std::map<std::string, fs::path>& made) {
  Used used;
  if (!why_not_seen(program).empty()) {
    return used;
  }
  const std::vector<std::string> libraries = libraries_at_start(program);
  for (const auto& [name, file] : made) {
    const auto facts = read_elf(file);
    for (const std::string& library : facts ? facts->needed : std::vector<std::string>{}) {
      if (is_of_mpi(library) && std::find(libraries.begin(), libraries.end(), library) != libraries.end()) {
        return {library, name};
      }
    }
  }
  const auto other = std::find_if(libraries.begin(), libraries.end(), is_of_mpi);
  used.library = other == libraries.end() ? "" : *other;
  return used;
}

std::string mpi_of_launcher(const Program& program) {
  std::error_code ignored;
  const std::string file = fs::canonical(program.file, ignored).filename().string();
  for (const Sign& sign : kLaunchers) {
    if (file.find(sign.text) != std::string::npos) {
      return std::string(sign.mpi);
    }
  }
  for (const Sign& sign : kVariables) {
    if (!variable(std::string(sign.text).c_str()).empty()) {
      return std::string(sign.mpi);
    }
  }
  return {};
}

}  // namespace

fs::path find_mpi_library(const Layout& layout, const Program& program, const std::string& name) {
  const std::map<std::string, fs::path> made = made_libraries(layout);
  if (made.empty()) {
    throw Failure(kExitFailure, "there is no librondo-mpi in " + layout.library.parent_path().string(),
                  "build Rondo where an MPI library's headers are (Debian: libopenmpi-dev or libmpich-dev)");
  }
  std::string wanted = name == kAnyMpi ? "" : name;
  if (wanted.empty()) {
    const Used used = used_mpi(program, made);
    if (used.name.empty() && !used.library.empty()) {
      throw Failure(
          kExitFailure,
          program.file.string() + " uses " + used.library + ", and librondo-mpi is here only for " + names_of(made),
          "build Rondo where that MPI library's headers are, or the program with one of these");
    }
    wanted = used.name.empty() ? mpi_of_launcher(program) : used.name;
  }
  if (wanted.empty() && made.size() == 1) {
    wanted = made.begin()->first;
  }
  if (wanted.empty()) {
    throw Failure(kExitUsage, "which MPI library " + program.file.string() + " starts programs of is not known",
                  "name it: --mpi=" + made.begin()->first + " (there are " + names_of(made) + ")");
  }
  const auto found = made.find(wanted);
  if (found == made.end()) {
    throw Failure(kExitFailure, "there is no librondo-mpi for " + wanted + ", only for " + names_of(made),
                  name == kAnyMpi ? "build Rondo where that MPI library's headers are" : "name one of these");
  }
  return found->second;
}

std::string preload_with_mpi(const std::string& current, const fs::path& library) {
  const std::string file = library.string();
  if (file.find_first_of(" :") != std::string::npos) {
    throw Failure(kExitCannotExecute, file + " has a space or a colon in its name, which LD_PRELOAD cannot express",
                  "move Rondo to a folder without them");
  }
  if ((":" + current + ":").find(":" + file + ":") != std::string::npos) {
    return current;
  }
  return current.empty() ? file : current + ":" + file;
}

}  // namespace rondo::cli
