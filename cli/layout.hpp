// SPDX-License-Identifier: Apache-2.0
// Where Rondo's files stand, found from the running executable: a build tree (bin/rondo, lib/librondo.so, lib/faces)
// or an installed one (bin/rondo, LIBDIR/librondo.so, LIBDIR/rondo/faces, share/rondo).
#pragma once

#include <filesystem>
#include <vector>

namespace rondo::cli {

struct Layout {
  std::filesystem::path faces;    // folder of the faces
  std::filesystem::path annotated_faces;  // of the library that tells ThreadSanitizer; empty where it is not there
  std::filesystem::path library;  // librondo itself
  std::filesystem::path plugins;  // folder of the compilers' plugins, librondo-COMPILER.so
  std::filesystem::path include;  // folder of rondo.h
};

// SONAMEs of the faces, which are their file names too.
extern const std::vector<std::filesystem::path> kFaceNames;

// The files that `rondo run` preloads, in this order: the same faces, one of them by another name
// (src/faces/README.md, "Names that tools look for").
extern const std::vector<std::filesystem::path> kPreloadedFaces;

// The file of this very command; with or without /proc. Throws Failure.
std::filesystem::path own_executable();

// Throws Failure when the faces or the library are missing.
Layout find_layout();

// A file of the sources in a build tree, of share/rondo in an installed one; throws Failure when it is in neither.
std::filesystem::path find_shared_file(const std::filesystem::path& name);

}  // namespace rondo::cli
