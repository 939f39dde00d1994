// SPDX-License-Identifier: Apache-2.0
// See layout.hpp.

#include "layout.hpp"

#include <sys/auxv.h>

#include <array>
#include <string>
#include <system_error>

#include "build_config.hpp"
#include "message.hpp"

namespace rondo::cli {
namespace fs = std::filesystem;

const std::vector<fs::path> kFaceNames = {"libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so"};
const std::vector<fs::path> kPreloadedFaces = {"libgomp.so.1", "libomp.so.5", "libomp.so", "librondo-iomp5.so"};

namespace {

constexpr char kFacesFromBuildBin[] = "../lib/faces";

fs::path folder_of_executable() { return own_executable().parent_path(); }

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_build_tree(const fs::path& bin) { return fs::exists(bin / kFacesFromBuildBin); }

fs::path find_faces(const fs::path& bin) {
  for (const char* relative : {kFacesFromBuildBin, kFacesFromBin}) {
    const fs::path faces = (bin / relative).lexically_normal();
    if (is_file(faces / kFaceNames.front())) {
      return faces;
    }
  }
  throw Failure(kExitFailure,
                "the faces of Rondo's library are not in " + (bin / kFacesFromBin).lexically_normal().string(),
                "build them (cmake --build --preset release) or install Rondo again (make install)");
}

}  // namespace

fs::path own_executable() {
  std::error_code error;
  fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    return executable;
  }
  // Without /proc: the path that execve was given, from the folder that we still are in.
  const auto* given = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  executable = fs::canonical(given != nullptr ? given : "", error);
  if (error) {
    throw Failure(kExitFailure, "cannot find the file of this command (" + error.message() + ")",
                  "mount /proc, or call the command by its path");
  }
  return executable;
}

Layout find_layout() {
  const fs::path bin = folder_of_executable();
  Layout layout;
  layout.faces = find_faces(bin);
  const fs::path annotated = (layout.faces / "../tsan/faces").lexically_normal();
  if (is_file(annotated / kFaceNames.front()) && is_file(annotated.parent_path() / "librondo.so.0")) {
    layout.annotated_faces = annotated;
  }
  const fs::path include = is_build_tree(bin) ? fs::path(kSourceFromBin) / "include" : fs::path(kIncludeFromBin);
  layout.include = (bin / include).lexically_normal();
  // The faces look for the library in the same two places (their RUNPATH, src/faces/faces.cmake).
  for (const char* relative : {"../librondo.so.0", "../../librondo.so.0"}) {
    const fs::path library = (layout.faces / relative).lexically_normal();
    if (is_file(library)) {
      layout.library = library;
      layout.plugins = library.parent_path();
      return layout;
    }
  }
  throw Failure(kExitFailure, "librondo.so.0 is missing beside " + layout.faces.string(),
                "build it (cmake --build --preset release) or install Rondo again (make install)");
}

fs::path find_shared_file(const fs::path& name) {
  const fs::path bin = folder_of_executable();
  const bool is_built = is_build_tree(bin);
  const fs::path folder = (bin / (is_built ? kSourceFromBin : kShareFromBin)).lexically_normal();
  if (!is_file(folder / name)) {
    throw Failure(kExitFailure, (folder / name).string() + " is missing",
                  is_built ? "is the source folder complete?" : "install Rondo again (make install)");
  }
  return folder / name;
}

}  // namespace rondo::cli
