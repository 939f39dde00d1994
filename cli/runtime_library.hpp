// SPDX-License-Identifier: Apache-2.0
// librondo, opened by the command line to ask for its settings (runtime_interface.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rondo::cli {

struct Setting {
  std::string name;
  std::string value;
  std::string source;
  std::string text;
  std::vector<std::string> aliases;
};

class RuntimeLibrary {
 public:
  // Throws Failure when the library cannot be loaded.
  explicit RuntimeLibrary(const std::filesystem::path& file);

  [[nodiscard]] std::string version() const;

  // Throws Failure when the library does not offer settings or offers them in an unknown form.
  [[nodiscard]] std::vector<Setting> settings() const;

  // An omp_get_* routine without arguments; nullopt when this version of the library does not support it.
  [[nodiscard]] std::optional<int> ask(const char* routine) const;

 private:
  // The function, unless it is missing or one of the stubs that stop the process (src/faces/README.md).
  [[nodiscard]] void* supported_function(const char* name) const;

  std::filesystem::path file_;
  void* handle_;  // never closed: the process ends soon, and the library may have started threads
};

}  // namespace rondo::cli
