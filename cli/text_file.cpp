// SPDX-License-Identifier: Apache-2.0
// See text_file.hpp.

#include "text_file.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "message.hpp"

namespace rondo::cli {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail_on(const char* what, const fs::path& file, const std::error_code& error) {
  throw Failure(kExitFailure, std::string("cannot ") + what + " " + file.string() + " (" + error.message() + ")",
                "check who may write there");
}

std::error_code last_error() { return {errno != 0 ? errno : EIO, std::generic_category()}; }

}  // namespace

std::optional<std::string> read_text(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    return std::nullopt;
  }
  if (fs::is_directory(file, error)) {
    fail_on("read", file, std::make_error_code(std::errc::is_a_directory));
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) {
    fail_on("read", file, last_error());
  }
  return text;
}

void replace_text(const fs::path& file, const std::string& text) {
  std::error_code error;
  const fs::path target = fs::exists(file, error) ? fs::canonical(file) : file;
  fs::create_directories(target.parent_path(), error);
  const fs::path fresh = target.string() + ".rondo";
  errno = 0;
  {
    std::ofstream stream(fresh, std::ios::binary | std::ios::trunc);
    stream << text << std::flush;
    if (!stream) {
      const std::error_code reason = last_error();
      fs::remove(fresh, error);
      fail_on("write", target, reason);
    }
  }
  const fs::file_status old = fs::status(target, error);
  if (fs::is_regular_file(old)) {
    fs::permissions(fresh, old.permissions(), error);
  }
  fs::rename(fresh, target, error);
  if (error) {
    const std::error_code reason = error;
    fs::remove(fresh, error);
    fail_on("write", target, reason);
  }
}

void remove_with_folders(const fs::path& file, int n_folders) {
  std::error_code error;
  fs::remove(file, error);
  if (error) {
    fail_on("remove", file, error);
  }
  fs::path folder = file.parent_path();
  for (int i = 0; i < n_folders && fs::is_empty(folder, error) && !error; ++i) {
    fs::remove(folder, error);
    folder = folder.parent_path();
  }
}

}  // namespace rondo::cli
