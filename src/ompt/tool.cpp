// SPDX-License-Identifier: Apache-2.0
#include "ompt/tool.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <dlfcn.h>

#include "base/message.hpp"
#include "config/options.hpp"
#include "ompt/process.hpp"
#include "os/modules.hpp"

// Defined by a program that is its own tool. The reference makes linkers export the program's definition, which the
// runtime could not find otherwise.
extern "C" [[gnu::weak]] rondo::ompt::StartResult* ompt_start_tool(unsigned omp_version, const char* runtime_version);

namespace rondo::ompt {

namespace {

constexpr unsigned kOmpVersion = 202111;  // whose interface for tools this is
constexpr const char* kRuntimeVersion = "Rondo " RONDO_VERSION_TEXT;

// The account of the search that OMP_TOOL_VERBOSE_INIT asks for.
class Account {
 public:
  explicit Account(const char* where) {
    if (where == nullptr || std::strcmp(where, "disabled") == 0) return;
    if (std::strcmp(where, "stdout") == 0) {
      file_ = stdout;
    } else if (std::strcmp(where, "stderr") == 0) {
      file_ = stderr;
    } else if ((file_ = std::fopen(where, "we")) == nullptr) {
      base::warn("OMP_TOOL_VERBOSE_INIT names %s, which cannot be written; name another file", where);
    }
  }
  ~Account() {
    if (file_ != nullptr && file_ != stdout && file_ != stderr) std::fclose(file_);
  }
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;

  [[gnu::format(printf, 2, 3)]] void say(const char* format, ...) const {
    if (file_ == nullptr) return;
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(file_, format, arguments);
    va_end(arguments);
    std::fputc('\n', file_);
    std::fflush(file_);
  }

 private:
  FILE* file_ = nullptr;
};

StartResult* ask(StartTool start, const Account& account, const char* where) {
  StartResult* tool = start(kOmpVersion, kRuntimeVersion);
  account.say("ompt_start_tool of %s: %s", where, tool != nullptr ? "a tool" : "returned NULL, no tool");
  return tool;
}

StartResult* find_in_program(const Account& account) {
  // A library that was loaded with the program may define it, too.
  auto start = reinterpret_cast<StartTool>(dlsym(RTLD_DEFAULT, "ompt_start_tool"));
  if (start == nullptr) start = ompt_start_tool;
  if (start != nullptr) return ask(start, account, "the program");
  account.say("the program has no ompt_start_tool");
  return nullptr;
}

StartResult* find_in_library(const char* path, const Account& account) {
  void* library = dlopen(path, RTLD_LAZY);
  if (library == nullptr) {
    account.say("%s", dlerror());
    return nullptr;
  }
  auto start = reinterpret_cast<StartTool>(dlsym(library, "ompt_start_tool"));
  if (start == nullptr) account.say("%s has no ompt_start_tool", path);
  StartResult* tool = start != nullptr ? ask(start, account, path) : nullptr;
  if (tool == nullptr) dlclose(library);
  return tool;
}

// The first library of the list that has a tool.
StartResult* find_in_libraries(const char* list, const Account& account) {
  while (list != nullptr && *list != '\0') {
    const size_t length = std::strcspn(list, ":");
    char path[4096];
    if (length != 0 && length < sizeof path) {
      std::memcpy(path, list, length);
      path[length] = '\0';
      if (StartResult* tool = find_in_library(path, account)) return tool;
    }
    list += list[length] == ':' ? length + 1 : length;
  }
  return nullptr;
}

StartResult* find_tool(const config::Options& options, const Account& account) {
  if (StartResult* tool = find_in_program(account)) return tool;
  if (options.tool_libraries == nullptr) account.say("OMP_TOOL_LIBRARIES is not set");
  return find_in_libraries(options.tool_libraries, account);
}

}  // namespace

void start_tool(const config::Options& options, Lookup lookup) {
  process.own_code = os::module_of(reinterpret_cast<const void*>(&start_tool));
  Account account(options.tool_verbose_init);
  if (!options.tool) return account.say("OMP_TOOL=disabled: no tool is looked for");
  StartResult* tool = find_tool(options, account);
  if (tool == nullptr) return account.say("there is no tool");
  process.tool = tool;
  process.is_on = tool->initialize(lookup, 0, &tool->tool_data) != 0;
  account.say(process.is_on ? "the tool is initialized" : "the tool's initialize returned 0: it does not run");
  if (process.is_on) return;
  process.tool = nullptr;
  for (auto& callback : process.callbacks) callback.store_relaxed(nullptr);
}

void finish_tool() {
  if (process.tool == nullptr || process.is_finished.exchange_acq_rel(true)) return;  // [O2]
  for (auto& callback : process.callbacks) callback.store_relaxed(nullptr);
  process.tool->finalize(&process.tool->tool_data);
}

}  // namespace rondo::ompt
