// SPDX-License-Identifier: Apache-2.0
//
// The handler's data about its thread lies at the low end of the thread's alternate stack, where sigaltstack finds
// it. So it needs no thread-local variable, no table and no lock.
#include "os/stack.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <new>
#include <utility>

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/bits.hpp"
#include "os/pages.hpp"
#include "os/process.hpp"

// The loader's: where the initial stack begins.
extern "C" void* __libc_stack_end;  // NOLINT(readability-identifier-naming)

namespace rondo::os {

struct Watched {
  const Watched* self = this;  // tells our alternate stacks from others
  const StackBounds* bounds;
  StackBounds own;
  size_t bytes;  // of the alternate stack
  StackOwner owner;
};

namespace {

const Watched* find() {
  stack_t alternate = {};
  if (sigaltstack(nullptr, &alternate) != 0 || (alternate.ss_flags & SS_DISABLE) != 0) return nullptr;
  const auto* watched = static_cast<const Watched*>(alternate.ss_sp);
  return alternate.ss_size > sizeof(Watched) && watched->self == watched ? watched : nullptr;
}

void on_fault(int signal, siginfo_t* info, void*) {
  const int saved_errno = errno;
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  const Watched* watched = info->si_code > 0 ? find() : nullptr;
  if (watched != nullptr) {
    const StackBounds& stack = *watched->bounds;
    const bool is_overflow = address < stack.low.load_acquire() && address >= stack.guard.load_relaxed();
    if (is_overflow) process.say_overflow(watched->owner, stack.bytes.load_relaxed());
  }
  // The instruction runs again and faults again; a signal that was sent by a process or thread is sent again.
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  if (info->si_code <= 0) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
  errno = saved_errno;
}

void set(StackBounds& bounds, size_t bytes, uintptr_t guard, uintptr_t low) {
  bounds.bytes.store_relaxed(bytes);
  bounds.guard.store_relaxed(guard);
  bounds.low.store_release(low);
}

// The initial thread's stack grows downwards as far as the limit allows. The C library would read the list of all
// mappings to find its end. That end need not be exact here: within the limit no other memory faults.
bool measure_initial(StackBounds& bounds) {
  rlimit limit = {};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  constexpr size_t kGap = size_t{1} << 20;  // the kernel keeps this free below the stack
  const uintptr_t low = reinterpret_cast<uintptr_t>(__libc_stack_end) - limit.rlim_cur;
  set(bounds, limit.rlim_cur, low - kGap, low + limit.rlim_cur / 4);
  return true;
}

// The initial thread of a child of fork() may be one of the parent's other threads: it has kept the stack it had.
bool is_on_initial_stack() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
  const uintptr_t begin = reinterpret_cast<uintptr_t>(__libc_stack_end);
  return begin - reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < limit.rlim_cur;
}

bool measure_own(StackOwner owner, StackBounds& bounds) {
  return owner == StackOwner::Process ? measure_initial(bounds) : measure_stack(pthread_self(), bounds);
}

size_t alternate_bytes() {
  constexpr size_t kForMessages = 32768;  // formatting a line takes some kilobytes
  const long least = sysconf(_SC_SIGSTKSZ);
  return base::round_up(std::max(kForMessages, static_cast<size_t>(least > 0 ? least : 0)), page_bytes());
}

}  // namespace

bool measure_stack(pthread_t thread, StackBounds& bounds) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(thread, &attributes) != 0) return false;
  void* low = nullptr;
  size_t bytes = 0;
  size_t guard_bytes = 0;
  const bool is_known = pthread_attr_getstack(&attributes, &low, &bytes) == 0 &&
                        pthread_attr_getguardsize(&attributes, &guard_bytes) == 0;
  pthread_attr_destroy(&attributes);
  const auto end = reinterpret_cast<uintptr_t>(low);
  if (is_known) set(bounds, bytes, end - std::max(guard_bytes, page_bytes()), end);
  return is_known;
}

StackRange callers_stack() {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  StackBounds own;
  if (!measure_stack(pthread_self(), own)) return {begin, begin};
  const uintptr_t low = own.low.load_relaxed();
  const uintptr_t end = low + own.bytes.load_relaxed();
  const bool is_here = begin >= low && begin < end;
  return {begin, is_here ? end : begin};
}

void watch_stacks(void (*say)(StackOwner owner, size_t bytes)) {
  struct sigaction action = {};
  if (sigaction(SIGSEGV, nullptr, &action) != 0) return;
  if ((action.sa_flags & SA_SIGINFO) != 0 || action.sa_handler != SIG_DFL) return;
  process.say_overflow = say;
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
}

StackWatch::~StackWatch() {
  if (watched_ != nullptr) unmap_pages(watched_, watched_->bytes);
}

void StackWatch::begin(StackOwner owner, const StackBounds* known) {
  if (process.say_overflow == nullptr) return;
  if (owner == StackOwner::Process && !is_on_initial_stack()) owner = StackOwner::Program;
  const int saved_errno = errno;
  stack_t alternate = {};
  if (sigaltstack(nullptr, &alternate) == 0 && (alternate.ss_flags & SS_DISABLE) != 0) {
    const size_t bytes = watched_ != nullptr ? watched_->bytes : alternate_bytes();
    if (watched_ == nullptr) watched_ = static_cast<Watched*>(map_pages(bytes, 4096));
    if (watched_ != nullptr) {
      new (watched_)
          Watched{.bounds = known != nullptr ? known : &watched_->own, .own = {}, .bytes = bytes, .owner = owner};
      const bool is_known = known != nullptr || measure_own(owner, watched_->own);
      alternate = {.ss_sp = watched_, .ss_flags = 0, .ss_size = bytes};
      is_on_ = is_known && sigaltstack(&alternate, nullptr) == 0;
    }
  }
  errno = saved_errno;
}

void StackWatch::end() {
  if (!std::exchange(is_on_, false)) return;
  stack_t alternate = {};
  if (sigaltstack(nullptr, &alternate) != 0) return;
  if (alternate.ss_sp != watched_ || (alternate.ss_flags & SS_DISABLE) != 0) return;  // replaced by the program's own
  alternate.ss_flags = SS_DISABLE;
  if (sigaltstack(&alternate, nullptr) != 0) watched_ = nullptr;  // the thread's for good
}

}  // namespace rondo::os
