// SPDX-License-Identifier: Apache-2.0
// See system_default.hpp. ldconfig reads the files of /etc/ld.so.conf.d in the order of their names, and of libraries
// of one name the cache keeps those of earlier folders in front. The system's own folders come last.

#include "system_default.hpp"

#include <unistd.h>

#include <sstream>

#include "elf_file.hpp"
#include "layout.hpp"
#include "message.hpp"
#include "process.hpp"
#include "text_file.hpp"

namespace rondo::cli {
namespace fs = std::filesystem;
namespace {

constexpr char kRemark[] = "# By `rondo system enable --all-users`; `rondo system disable --all-users` removes it.\n";

void require_root() {
  if (geteuid() != 0) {
    throw Failure(kExitFailure, "the default of all users is root's to change",
                  "write `sudo rondo system ...`, or leave --all-users out for your own");
  }
}

// Links are left alone (-X): we have made the ones that we need, and others are not ours to make.
void update_cache() {
  const char* ldconfig = access("/sbin/ldconfig", X_OK) == 0 ? "/sbin/ldconfig" : "ldconfig";
  if (const int status = run_child({ldconfig, "-X"}, {}, Output::Inherit).status; status != 0) {
    throw Failure(kExitFailure, std::string(ldconfig) + " failed with status " + std::to_string(status),
                  "see what it said");
  }
}

void write_or_remove(const std::optional<std::string>& text) {
  if (text) {
    replace_text(kLoaderFile, *text);
  } else {
    remove_with_folders(kLoaderFile, 0);
  }
  update_cache();
}

}  // namespace

const fs::path kLoaderFile = "/etc/ld.so.conf.d/00-rondo.conf";

std::string faces_for_all_users() {
  std::istringstream lines(read_text(kLoaderFile).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('/')) {
      return line;
    }
  }
  return {};
}

bool enable_for_all_users(const fs::path& faces) {
  require_root();
  if (faces.string().find_first_of("#=\n") != std::string::npos) {
    throw Failure(kExitFailure, "the folder " + faces.string() + " has a name that ld.so.conf cannot express",
                  "move Rondo to a folder without # and =");
  }
  const std::optional<std::string> old = read_text(kLoaderFile);
  const std::string text = kRemark + faces.string() + '\n';
  if (old == text) {
    return false;
  }
  write_or_remove(text);
  const fs::path found = find_by_loader(kFaceNames.front().string(), "");
  if (found.parent_path() != faces) {
    write_or_remove(old);
    throw Failure(kExitFailure, "the loader still takes " + found.string() + " for " + kFaceNames.front().string(),
                  "does /etc/ld.so.conf include /etc/ld.so.conf.d/*.conf first?");
  }
  return true;
}

bool disable_for_all_users() {
  require_root();
  if (!read_text(kLoaderFile)) {
    return false;
  }
  write_or_remove(std::nullopt);
  return true;
}

fs::path find_by_loader(const std::string& soname, const std::string& library_path) {
  // The loader lists what it would load for this very command, if that name were asked for as well.
  const Arguments list = {own_interpreter(), "--preload", soname, "--list", own_executable().string()};
  const EnvironmentChanges changes = {{"LD_PRELOAD", ""}, {"LD_LIBRARY_PATH", library_path}};
  std::istringstream lines(run_child(list, changes, Output::Take).output);
  const std::string before = "\t" + soname + " => ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(before)) {
      return line.substr(before.size(), line.find(" (0x") - before.size());
    }
  }
  return {};
}

}  // namespace rondo::cli
