// SPDX-License-Identifier: Apache-2.0
// See runtime_library.hpp.

#include "runtime_library.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <nlohmann/json.hpp>

#include "message.hpp"
#include "runtime_interface.h"

namespace rondo::cli {
namespace {

constexpr char kReinstall[] = "build or install the library and the command line from the same version";

Setting to_setting(const nlohmann::json& object) {
  return {object.at("name"), object.at("value"), object.at("source"), object.value("text", ""),
          object.value("aliases", std::vector<std::string>{})};
}

}  // namespace

RuntimeLibrary::RuntimeLibrary(const std::filesystem::path& file)
    : file_(file), handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    throw Failure(kExitFailure, std::string("cannot load librondo (") + dlerror() + ")",
                  "install the packages it needs, or build it again");
  }
}

void* RuntimeLibrary::supported_function(const char* name) const {
  void* address = dlsym(handle_, name);
  Dl_info ignored = {};
  void* entry = nullptr;
  if (address == nullptr || dladdr1(address, &ignored, &entry, RTLD_DL_SYMENT) == 0 || entry == nullptr) {
    return address;
  }
  // Unsupported entry points are weak definitions in librondo; those it implements are strong.
  const auto* symbol = static_cast<const ElfW(Sym)*>(entry);
  return ELF64_ST_BIND(symbol->st_info) == STB_WEAK ? nullptr : address;
}

std::string RuntimeLibrary::version() const {
  void* function = supported_function("rondo_version");
  return function != nullptr ? reinterpret_cast<decltype(&rondo_version)>(function)() : "unknown";
}

std::vector<Setting> RuntimeLibrary::settings() const {
  void* function = supported_function("rondo_settings_json");
  if (function == nullptr) {
    throw Failure(kExitFailure, file_.string() + " does not tell its settings", kReinstall);
  }
  try {
    std::vector<Setting> settings;
    for (const auto& object : nlohmann::json::parse(reinterpret_cast<decltype(&rondo_settings_json)>(function)())) {
      settings.push_back(to_setting(object));
    }
    return settings;
  } catch (const nlohmann::json::exception& error) {
    throw Failure(kExitFailure, "cannot read the settings of " + file_.string() + " (" + error.what() + ")",
                  kReinstall);
  }
}

std::optional<int> RuntimeLibrary::ask(const char* routine) const {
  void* function = supported_function(routine);
  if (function == nullptr) {
    return std::nullopt;
  }
  return reinterpret_cast<int (*)()>(function)();
}

}  // namespace rondo::cli
