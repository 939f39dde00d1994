// SPDX-License-Identifier: Apache-2.0
//
// What abi/kmpc/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "sync/spin_lock.hpp"

namespace rondo::kmpc {

struct KnownHandle;
struct OpenRecord;

// Any thread changes these lists, each under its lock.
struct Process {
  void* records = nullptr;  // record_task.cpp: of all graphs: the number is the graph id

  // Between __kmpc_start_record_task and the end (record_task.cpp).
  struct OpenRecords {
    sync::SpinLock lock;
    OpenRecord* first = nullptr;
  };
  OpenRecords open;

  // The handles that have been checked (taskgraph.cpp): a program has few regions, and a check takes the loader's
  // lock.
  struct KnownHandles {
    sync::SpinLock lock;
    const KnownHandle* first = nullptr;
  };
  KnownHandles known;
};
extern constinit Process process;

}  // namespace rondo::kmpc
