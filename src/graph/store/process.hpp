// SPDX-License-Identifier: Apache-2.0
//
// What graph/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::graph {

class History;
class RecordTable;
struct Tag;

// Any thread changes these parts, each under its own lock.
struct Process {
  // Tables of regions whose module has been unloaded (record.cpp): some 50 bytes each that are never freed, but
  // stay reachable for leak checkers.
  struct Retired {
    sync::SpinLock lock;
    RecordTable* first = nullptr;
  };
  Retired retired;

  // The tags of dependence patterns by name (tag.cpp). A use looks its tag up at most once, and mostly finds it in
  // the site's own word.
  struct Tags {
    static constexpr uint32_t kBuckets = 256;
    sync::SpinLock lock;
    Tag* first[kBuckets] = {};
  };
  Tags tags;

  // What has happened to graphs (history.cpp). A process has few regions but may use many graph ids: found by hash.
  // In a child of fork(2), what they have counted begins anew.
  struct Histories {
    static constexpr uint32_t kBuckets = 1024;
    sync::SpinLock lock;
    History* buckets[kBuckets] = {};
    base::Atomic<History*> first{nullptr};  // of all, in the order in which they were made; read without the lock
    History* last = nullptr;
  };
  Histories histories;

  // inspect/report_file.cpp. A child of fork(2) has a file of its own.
  struct ReportFile {
    sync::SpinLock lock;      // rarely taken, and a thread that waits for it yields
    int32_t pid = 0;          // of the process whose line is in its file
    bool has_failed = false;
  };
  ReportFile report_file;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::graph
