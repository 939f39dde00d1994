// SPDX-License-Identifier: Apache-2.0
#include "trace/session.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <unistd.h>

#include "base/message.hpp"
#include "os/clock.hpp"
#include "os/mapped_file.hpp"
#include "os/modules.hpp"
#include "os/symbol.hpp"

namespace rondo::trace {

namespace {

constexpr char kProcessMagic[8] = {'R', 'o', 'n', 'd', 'o', 'P', '0', '3'};
constexpr uint32_t kMostAttempts = 1000;  // programs that one process becomes by exec

// FOLDER/PID-ATTEMPT for the process, with .NUMBER behind for a ring. False: too long.
bool write_path(char (&path)[512], const char* ring) {
  const int length = std::snprintf(path, sizeof path, "%s/%d-%u%s", process.folder, getpid(), process.attempt, ring);
  return length > 0 && static_cast<size_t>(length) < sizeof path;
}

ProcessHeader* make_process_file() {
  char path[512];
  for (process.attempt = 0; process.attempt < kMostAttempts; process.attempt++) {
    if (!write_path(path, "")) return nullptr;
    void* memory = os::map_new_file(path, sizeof(ProcessHeader));
    if (memory == nullptr && errno == EEXIST) continue;
    if (memory == nullptr || !os::grow_file(path, memory, 0, sizeof(ProcessHeader))) return nullptr;
    return static_cast<ProcessHeader*>(memory);
  }
  return nullptr;
}

void begin_process() {
  process.header = make_process_file();
  process.is_on = process.header != nullptr;
  if (!process.is_on) {
    return base::warn("no trace: there can be no file in %s (%s); name another folder", process.folder,
                      std::strerror(errno));
  }
  ProcessHeader& header = *process.header;
  header.pid = static_cast<uint64_t>(getpid());
  header.parent_pid = static_cast<uint64_t>(getppid());
  header.rank = process.rank.number;
  header.n_ranks = process.rank.n_ranks;
  header.ticks_per_us = os::precise_ticks_per_us();
  header.begin_ns = os::now_ns();
  header.begin_ticks = os::ticks();
  os::program_name(header.command, sizeof header.command);
  std::memcpy(header.magic, kProcessMagic, sizeof kProcessMagic);
}

}  // namespace

void begin(const char* folder, size_t bytes, config::LauncherRank rank) {
  const size_t n_chunks = bytes / kChunkBytes;
  process.folder = folder;
  process.rank = rank;
  process.n_chunks = n_chunks < 2 ? 2 : n_chunks > kMostChunks ? kMostChunks : n_chunks;
  begin_process();
}

void begin_in_child() {
  process.free = nullptr;
  process.n_rings = 0;
  begin_process();
}

Ring* take_ring() {
  sync::SpinGuard guard(process.lock);
  if (Ring* ring = process.free) {
    process.free = ring->next_free;
    ring->forget_processor();
    return ring;
  }
  void* memory = std::malloc(sizeof(Ring));
  if (memory == nullptr) base::fatal("out of memory for a trace; trace fewer threads, or use a smaller program");
  auto* ring = new (memory) Ring(process.n_rings);
  char path[512];
  char suffix[16];
  std::snprintf(suffix, sizeof suffix, ".%u", process.n_rings);
  if (write_path(path, suffix)) ring->open(path, process.n_chunks);
  process.n_rings++;
  return ring;
}

void give_back_ring(Ring* ring) {
  sync::SpinGuard guard(process.lock);
  ring->next_free = process.free;
  process.free = ring;
}

os::AddressRange note_module(const void* code) {
  const os::AddressRange found = os::module_of(code);
  const os::CodeLocation location = os::locate(code);
  const auto address = reinterpret_cast<uintptr_t>(code);
  if (found.end == 0 || location.module == nullptr) return {address, address + 1};
  sync::SpinGuard guard(process.lock);
  ProcessHeader& header = *process.header;
  const uint64_t n = header.n_modules.load_relaxed();
  const bool is_program = location.module[0] == '\0';
  const char* path = is_program ? header.command : location.module;
  for (uint64_t i = n; i > 0; i--) {  // the last one counts: a library may be loaded where another one was
    const Module& module = header.modules[i - 1];
    if (module.begin == found.begin && std::strncmp(module.path, path, sizeof module.path - 1) == 0) return found;
  }
  if (n == kMostModules) return found;
  Module& module = header.modules[n];
  module.begin = found.begin;
  module.end = found.end;
  module.base = address - location.offset;
  std::strncpy(module.path, path, sizeof module.path - 1);
  header.n_modules.store_release(n + 1);  // [E2]
  return found;
}

}  // namespace rondo::trace
