// SPDX-License-Identifier: Apache-2.0
#include "abi/kmpc/microtask.hpp"

#include <iterator>
#include <utility>

#include "abi/observed.hpp"
#include "base/message.hpp"

namespace rondo::kmpc {

namespace {

template <size_t>
using Argument = void*;

// The outlined function takes a fixed list of arguments, so it is called in that way, although its type here is
// variadic. The call is no sibling call: a tool finds this function's frame above that of the program.
template <size_t... kIndices>
[[clang::no_sanitize("undefined")]] void call_with(Microtask function, int32_t* gtid, int32_t* thread_num,
                                                   void* const* captures, void** frame) {
  *frame = __builtin_frame_address(0);
  using Function = void (*)(int32_t*, int32_t*, Argument<kIndices>...);
  reinterpret_cast<Function>(function)(gtid, thread_num, captures[kIndices]...);
  asm volatile("");
}

template <size_t... kIndices>
constexpr MicrotaskCaller make_caller(std::index_sequence<kIndices...>) {
  return call_with<kIndices...>;
}

// In the calling conventions of all supported platforms, a function may be called with more arguments than it takes.
// So a few numbers of arguments serve all captures.
struct Arity {
  uint32_t n;
  MicrotaskCaller caller;
};
template <size_t kN>
constexpr Arity kArity = {kN, make_caller(std::make_index_sequence<kN>())};
constexpr Arity kArities[] = {kArity<4>,  kArity<8>,   kArity<16>,  kArity<32>,
                              kArity<64>, kArity<128>, kArity<256>, kArity<512>};

const Arity& arity_for(uint32_t n_captures) {
  for (const Arity& arity : kArities) {
    if (n_captures <= arity.n) return arity;
  }
  base::fatal("a parallel region captures %u variables and Rondo passes at most %u; put some of them into a struct",
              n_captures, std::rbegin(kArities)->n);
}

}  // namespace

MicrotaskCall::MicrotaskCall(sched::Worker& worker, Microtask function, int32_t n_captures, va_list captures)
    : function_(function), worker_(worker) {
  auto n = static_cast<uint32_t>(n_captures);
  const Arity& arity = arity_for(n);
  caller_ = arity.caller;
  if (arity.n > kInline) captures_ = static_cast<void**>(worker.slab.allocate(arity.n * sizeof(void*)));
  for (uint32_t i = 0; i < n; i++) captures_[i] = va_arg(captures, void*);
  for (uint32_t i = n; i < arity.n; i++) captures_[i] = nullptr;
}

MicrotaskCall::MicrotaskCall(sched::Worker& worker, Microtask function, void* capture)
    : function_(function), caller_(kArities[0].caller), inline_{capture}, worker_(worker) {}

MicrotaskCall::~MicrotaskCall() {
  if (captures_ != inline_) worker_.slab.release(captures_);
}

team::RegionBody MicrotaskCall::body() { return {ompt::is_on() ? call_observed : call_region, this}; }

void MicrotaskCall::call(const sched::Worker& worker, uint32_t thread_num, void** frame) const {
  auto gtid = static_cast<int32_t>(worker.id);
  auto number = static_cast<int32_t>(thread_num);
  caller_(function_, &gtid, &number, captures_, frame);
}

void MicrotaskCall::call_region(void* context, sched::Worker& worker, uint32_t thread_num) {
  void* frame;
  static_cast<MicrotaskCall*>(context)->call(worker, thread_num, &frame);
}

void MicrotaskCall::call_observed(void* context, sched::Worker& worker, uint32_t thread_num) {
  const auto& region = *static_cast<const MicrotaskCall*>(context);
  abi::Left left(worker, nullptr, reinterpret_cast<const void*>(region.function_));
  region.call(worker, thread_num, left.frame());
}

}  // namespace rondo::kmpc
