// SPDX-License-Identifier: Apache-2.0
// The program that a user names: where it is, and whether Rondo can reach the OpenMP runtime inside it.
#pragma once

#include <filesystem>
#include <string>

namespace rondo::cli {

enum class Reach {
  Dynamic,       // the dynamic loader will load the faces
  Script,        // an interpreter runs it; what that starts is reached in turn
  Static,        // no dynamic loader
  StaticOpenmp,  // dynamic, but an OpenMP runtime is linked into the program itself
  OtherMachine,  // 32-bit, or another processor
  OtherLibc,     // musl's loader: it cannot load libraries made for glibc
  Privileged,    // set-user-ID or set-group-ID: the dynamic loader ignores preloaded libraries
  Unreadable,    // may be executed and not be read: nothing is known
};

struct Program {
  std::filesystem::path file;
  Reach reach = Reach::Dynamic;
  std::filesystem::path image;  // what the kernel maps: the file, or the interpreter of a script; empty if not known
  std::filesystem::path loader;  // the dynamic loader that the image names; empty if static or not known
  bool has_thread_sanitizer = false;  // built with -fsanitize=thread
};

// Finds `name` as execvp would. Throws Failure (127: not found, 126: not executable).
Program find_program(const std::string& name);

// Why Rondo cannot serve this program, as a whole line; empty when it can.
std::string why_out_of_reach(const Program& program);

// Why the libraries at its start cannot be listed without executing something of it; empty when they can.
std::string why_not_seen(const Program& program);

}  // namespace rondo::cli
