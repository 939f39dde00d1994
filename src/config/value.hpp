// SPDX-License-Identifier: Apache-2.0
//
// The value of one setting of any type: only the field for its type is meaningful.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "config/options.hpp"

namespace rondo::config {

enum class DisplayMode : uint8_t { Off, On, Verbose };

struct Contents {
  bool flag = false;                     // Flag; Checks: graph; KmpAffinity: verbose; KmpLibrary: serial
  uint64_t number = 0;                   // Number, Period; sizes: bytes; waits: nanoseconds; Mechanisms: bits
  uint32_t list[kMaxListedLevels] = {};  // NumberList; BindList: ProcBind; KmpAffinity: ProcBind at [0]
  uint32_t n_listed = 0;                 // 0: no list given
  Schedule schedule = {};                // Schedule
  LoopOrder loop_order = {};             // LoopOrder, KmpForceMonotonic
  WaitPolicy wait_policy = {};           // WaitPolicy, KmpLibrary
  DisplayMode display_mode = {};         // DisplayMode
  TargetOffload target_offload = {};     // Offload
  GraphWay graph_way = {};               // GraphWay
  char* text = nullptr;                  // the texts; GompCpuList (rewritten as Places): malloc'd
};

struct Value : Contents {
  Value() = default;
  ~Value() { free(text); }
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;

  void reset() {
    free(text);
    static_cast<Contents&>(*this) = {};
  }
};

}  // namespace rondo::config
