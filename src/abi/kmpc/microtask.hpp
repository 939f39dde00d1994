// SPDX-License-Identifier: Apache-2.0
//
// Calling an outlined function of a parallel or teams region: f(&gtid, &thread_num, captures...), with as many
// further arguments of pointer size as the region captures.
#pragma once

#include <cstdarg>
#include <cstdint>

#include "base/bits.hpp"
#include "sched/worker/worker.hpp"
#include "team/team.hpp"

namespace rondo::kmpc {

using Microtask = void (*)(int32_t* gtid, int32_t* thread_num, ...);

// Calls a microtask with one particular number of captures. `frame`: where a tool reads the frame from which the
// program's code has been called.
using MicrotaskCaller = void (*)(Microtask function, int32_t* gtid, int32_t* thread_num, void* const* captures,
                                 void** frame);

// The captures of one region, on the stack of the thread that forks it.
class MicrotaskCall {
 public:
  MicrotaskCall(sched::Worker& worker, Microtask function, int32_t n_captures, va_list captures);
  MicrotaskCall(sched::Worker& worker, Microtask function, void* capture);
  MicrotaskCall(const MicrotaskCall&) = delete;
  MicrotaskCall& operator=(const MicrotaskCall&) = delete;
  ~MicrotaskCall();

  team::RegionBody body();
  team::RegionBody unobserved_body() { return {call_region, this}; }

 private:
  static constexpr uint32_t kInline = 16;
  static void call_region(void* context, sched::Worker& worker, uint32_t thread_num);
  static void call_observed(void* context, sched::Worker& worker, uint32_t thread_num);
  void call(const sched::Worker& worker, uint32_t thread_num, void** frame) const;

  // Every thread reads these; with few captures they lie in one cache line.
  alignas(base::kCacheLine) Microtask function_;
  MicrotaskCaller caller_;
  void** captures_ = inline_;  // filled up to the number that `caller_` passes
  void* inline_[kInline];
  sched::Worker& worker_;
};

}  // namespace rondo::kmpc
