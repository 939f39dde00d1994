// SPDX-License-Identifier: Apache-2.0
// The few facts about a program or library that decide what `rondo run` can do with it, read from the file itself.
// Nothing is executed; a damaged or hostile file gives fewer facts, never a crash, and takes no longer than an honest
// one of its size.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rondo::cli {

struct ElfFacts {
  bool is_loadable_here = false;    // word size and machine of this executable
  std::string interpreter;          // PT_INTERP, the dynamic loader: preloaded libraries can reach the program
  std::string filter;               // DT_FILTER: set in Rondo's faces
  std::vector<std::string> needed;  // DT_NEEDED, in the file's order
  bool defines_gomp = false;        // has the body of GOMP_parallel: an OpenMP runtime for gcc's programs
  bool defines_kmpc = false;        // has the body of __kmpc_fork_call: one for clang's
  bool defines_rondo = false;       // has the body of rondo_version: librondo
  bool has_thread_sanitizer = false;  // names __tsan_init: built with -fsanitize=thread
};

// nullopt: not an ELF file, or unreadable.
std::optional<ElfFacts> read_elf(const std::filesystem::path& path);

// The dynamic loader that this executable runs with.
std::string own_interpreter();

}  // namespace rondo::cli
