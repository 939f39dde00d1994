// SPDX-License-Identifier: Apache-2.0
//
// target and its data constructs as gcc calls them. The compiler passes an array with the address of each variable,
// one with their sizes and one with how they are mapped; the region's function takes the array of addresses. On the
// host, mapping changes nothing; what remains is a task that copies its firstprivate variables, and its dependences.
#include <cstring>

#include "abi/api.hpp"
#include "abi/gomp/block.hpp"
#include "abi/gomp/depend.hpp"
#include "sched/create/create.hpp"
#include "work/target.hpp"

namespace rondo::gomp {

using sched::Worker;
using work::TargetRegion;

namespace {

using Body = void (*)(void* addresses);

constexpr unsigned kNoWait = 1;

// The kind of a variable: the low byte says how it is mapped, the high byte is the binary logarithm of its alignment.
constexpr uint16_t kHow = 0xff;
constexpr uint16_t kFirstPrivate = 0x0c;  // the address of the value; a small one may stand in place of its address

// Limits on the numbers of teams and threads: a list of words that ends with a zero. A value that does not fit into
// its word follows in the next one.
constexpr uintptr_t kLimitKind = 0xff00;
constexpr uintptr_t kThreadLimit = 0x200;
constexpr uintptr_t kValueFollows = 0x80;
constexpr unsigned kValueShift = 16;

uint32_t thread_limit_of(void* const* limits) {
  uint32_t thread_limit = 0;
  for (; limits != nullptr && *limits != nullptr; limits++) {
    auto word = reinterpret_cast<uintptr_t>(*limits);
    auto value = static_cast<intptr_t>(word) >> kValueShift;
    if ((word & kValueFollows) != 0) value = reinterpret_cast<intptr_t>(*++limits);
    if ((word & kLimitKind) == kThreadLimit && value > 0) thread_limit = static_cast<uint32_t>(value);
  }
  return thread_limit;
}

// The variables of a construct, as the compiler passes them.
struct Variables {
  size_t n;
  void** addresses;
  const size_t* sizes;
  const uint16_t* kinds;

  bool is_first_private(size_t i) const { return (kinds[i] & kHow) == kFirstPrivate && addresses[i] != nullptr; }
  size_t alignment(size_t i) const { return size_t{1} << (kinds[i] >> 8); }
};

// The block of a target task: this struct, then the addresses, then the copies of firstprivate variables.
struct TargetBlock {
  Body body;
  uint32_t thread_limit;

  void** addresses() { return reinterpret_cast<void**>(this + 1); }
};

void run_target(void* data) {
  auto& block = *static_cast<TargetBlock*>(data);
  Worker& worker = team::this_worker();
  TargetRegion region(worker);
  work::limit_threads(worker, block.thread_limit);
  if (task::Observed* task = task::observed_of(*worker.current)) [[unlikely]]
    task->leave(__builtin_frame_address(0));
  block.body(block.addresses());
}

// Calls visit(i, offset) for each firstprivate variable with the place of its copy in the block, whose start is
// aligned for all of them; returns the size of the whole.
template <class Visit>
size_t lay_out(const Variables& variables, Visit visit) {
  size_t offset = sizeof(TargetBlock) + variables.n * sizeof(void*);
  for (size_t i = 0; i < variables.n; i++) {
    if (!variables.is_first_private(i)) continue;
    offset = base::round_up(offset, variables.alignment(i));
    visit(i, offset);
    offset += variables.sizes[i];
  }
  return offset;
}

// The block points into itself, so it is never copied as bytes (`is_trivial`).
void launch(Worker& worker, TargetBlock head, const Variables& variables, unsigned flags, void** depend) {
  size_t alignment = 1;
  size_t bytes = lay_out(variables, [&](size_t i, size_t) {
    if (variables.alignment(i) > alignment) alignment = variables.alignment(i);
  });
  task::TaskSpec spec = spec_of({run_target, nullptr, nullptr, bytes, alignment}, 0, 0);
  spec.is_trivial = false;
  if (ompt::is_on()) sched::observe(worker, spec, ompt::kTargetTask);
  task::Task* task = sched::allocate(worker, spec);
  task->data = aligned(task->data, alignment);
  auto* block = static_cast<char*>(task->data);
  std::memcpy(block, &head, sizeof head);
  void** addresses = reinterpret_cast<TargetBlock*>(block)->addresses();
  if (variables.n != 0) std::memcpy(addresses, variables.addresses, variables.n * sizeof(void*));
  lay_out(variables, [&](size_t i, size_t offset) {
    std::memcpy(block + offset, variables.addresses[i], variables.sizes[i]);
    addresses[i] = block + offset;
  });
  abi::DependenceList list(worker, depend == nullptr ? 0 : count_dependences(depend));
  if (depend != nullptr) unpack(list.items(), depend);
  if (ompt::is_on()) sched::note_creation(worker, *task, (flags & kNoWait) == 0, list.view());
  sched::submit(worker, *task, list.view(), (flags & kNoWait) != 0);
}

// A construct that moves data: only its place in the order of tasks matters.
void order_only(int device, unsigned flags, void** depend,
                sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)}) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker, call);
  work::accept_device(worker, device);
  if (depend == nullptr) return;
  abi::DependenceList list(worker, count_dependences(depend));
  unpack(list.items(), depend);
  task::TaskSpec spec = spec_of({[](void*) {}, nullptr, nullptr, 0, 1}, 0, 0);
  if (ompt::is_on()) sched::observe(worker, spec, ompt::kTargetTask);
  task::Task& task = *sched::allocate(worker, spec);
  if (ompt::is_on()) sched::note_creation(worker, task, (flags & kNoWait) == 0, list.view());
  sched::submit(worker, task, list.view(), (flags & kNoWait) != 0);
}

}  // namespace

// ---- Regions ------------------------------------------------------------------------------------------------

// gcc 4.9: no firstprivate variables, no nowait.
RONDO_API void GOMP_target(int device, Body body, const void*, size_t, void** addresses, size_t*, unsigned char*) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  work::accept_device(worker, device);
  TargetRegion region(worker);
  body(addresses);
}

RONDO_API void GOMP_target_ext(int device, Body body, size_t n, void** addresses, size_t* sizes, uint16_t* kinds,
                               unsigned flags, void** depend, void** limits) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  work::accept_device(worker, device);
  launch(worker, {body, thread_limit_of(limits)}, {n, addresses, sizes, kinds}, flags, depend);
}

// teams inside target. gcc 12 loops over the league; earlier versions leave the rest to the device, which on the host
// is a league of one.
RONDO_API void GOMP_teams(unsigned, unsigned thread_limit) {
  work::begin_next_team(team::this_worker(), {1, thread_limit}, true);
}
// Any number between the bounds may be chosen. Teams on the host run one after another, so this takes the smallest.
RONDO_API bool GOMP_teams4(unsigned lowest, unsigned highest, unsigned thread_limit, bool is_first) {
  return work::begin_next_team(team::this_worker(), {lowest != 0 ? lowest : highest, thread_limit}, is_first);
}

// ---- Data ---------------------------------------------------------------------------------------------------

RONDO_API void GOMP_target_data(int device, const void*, size_t, void**, size_t*, unsigned char*) {
  work::accept_device(team::this_worker(), device);
}
RONDO_API void GOMP_target_data_ext(int device, size_t, void**, size_t*, uint16_t*) {
  work::accept_device(team::this_worker(), device);
}
RONDO_API void GOMP_target_end_data() {}

RONDO_API void GOMP_target_update(int device, const void*, size_t, void**, size_t*, unsigned char*) {
  work::accept_device(team::this_worker(), device);
}
RONDO_API void GOMP_target_update_ext(int device, size_t, void**, size_t*, uint16_t*, unsigned flags, void** depend) {
  order_only(device, flags, depend);
}
RONDO_API void GOMP_target_enter_exit_data(int device, size_t, void**, size_t*, uint16_t*, unsigned flags,
                                           void** depend) {
  order_only(device, flags, depend);
}

// A pointer to a function, as the device knows it.
RONDO_API void* GOMP_target_map_indirect_ptr(void* function) { return function; }

// ---- Foreign runtimes ---------------------------------------------------------------------------------------

// The interop construct (gcc 15): for init and destroy gcc passes the addresses of the program's variables, for use
// their values. There is no foreign runtime on the host, so each object is empty: omp_interop_none.
RONDO_API void GOMP_interop(int device, int n_made, void*** made, const int*, const char* const*, int, void* const*,
                            int n_given_up, void*** given_up, unsigned flags, void** depend) {
  constexpr int kNoDeviceClause = -5;
  order_only(device == kNoDeviceClause ? work::kDefaultDevice : device, flags, depend);
  for (int i = 0; i < n_made; i++) *made[i] = nullptr;
  for (int i = 0; i < n_given_up; i++) *given_up[i] = nullptr;
}

// ---- Device code --------------------------------------------------------------------------------------------

// The code that the program carries for other devices is not needed.
RONDO_API void GOMP_offload_register_ver(unsigned, const void*, int, const void*) {}
RONDO_API void GOMP_offload_register(const void*, int, const void*) {}
RONDO_API void GOMP_offload_unregister_ver(unsigned, const void*, int, const void*) {}
RONDO_API void GOMP_offload_unregister(const void*, int, const void*) {}

}  // namespace rondo::gomp
