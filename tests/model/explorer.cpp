// SPDX-License-Identifier: Apache-2.0
//
// The operations that the explored program calls. While a program is set up and checked they act at once.
#include "explorer.hpp"

#include "search.hpp"

namespace rondo::model {

namespace {

bool is_broken(Mutation mutation) { return g_search->options().mutation == mutation; }
bool is_explored() { return g_search != nullptr && g_search->is_in_thread(); }
Machine& machine() { return g_search->machine(); }
uint32_t self() { return g_search->current(); }

uint64_t combine(Rmw operation, uint64_t found, uint64_t operand) {
  switch (operation) {
    case Rmw::Exchange:
      return operand;
    case Rmw::Add:
      return found + operand;
    case Rmw::Or:
      return found | operand;
    case Rmw::And:
      return found & operand;
  }
  return 0;
}

Mutation splits(Rmw operation) {
  switch (operation) {
    case Rmw::Exchange:
      return Mutation::SplitExchange;
    case Rmw::Add:
      return Mutation::SplitAdd;
    default:
      return Mutation::SplitOr;
  }
}

// Values are compared and stored in the width of their word.
uint64_t cut(Word word, uint64_t value) {
  return word.bytes == sizeof value ? value : value & ((uint64_t{1} << (8 * word.bytes)) - 1);
}

}  // namespace

const char* name_of(Mutation mutation) {
  switch (mutation) {
    case Mutation::None:
      return "none";
    case Mutation::NoFence:
      return "NoFence";
    case Mutation::NoHeavyFence:
      return "NoHeavyFence";
    case Mutation::SplitCas:
      return "SplitCas";
    case Mutation::SplitExchange:
      return "SplitExchange";
    case Mutation::SplitAdd:
      return "SplitAdd";
    case Mutation::SplitOr:
      return "SplitOr";
    case Mutation::ReleaseIsRelaxed:
      return "ReleaseIsRelaxed";
    case Mutation::AcquireIsRelaxed:
      return "AcquireIsRelaxed";
  }
  return "?";
}

std::ostream& operator<<(std::ostream& out, const Result& result) {
  out << result.n_schedules << " schedules run, " << result.n_cut << " cut";
  if (result.failed) out << "; " << result.failure;
  return out;
}

Result explore(const std::function<void(Execution&)>& program, const Options& options) {
  return Search(program, options).run();
}

Execution::~Execution() {
  for (auto object = objects_.rbegin(); object != objects_.rend(); ++object) object->second(object->first);
}

void check(bool condition, const char* what) {
  if (!condition) fail(what);
}

void fail(const std::string& what) { g_search->fail(what); }
void name(const void* address, const char* text) { g_search->name(address, text); }
void* allocate(size_t bytes) { return g_search->allocate(bytes); }
void release(void* block) { g_search->release(block); }
size_t n_allocated() { return g_search->n_allocated(); }

// ---- Atomic words -------------------------------------------------------------------------------------------

uint64_t load(Word word, Order order) {
  if (!is_explored()) return read_memory(word);
  g_search->announce(machine().access(Kind::Load, word.address));
  const uint64_t value = machine().load(self(), word, order);
  g_search->note_value(value);
  return value;
}

void store(Word word, uint64_t value, Order order) {
  if (!is_explored()) return write_memory(word, value);
  g_search->announce(machine().access(g_search->options().store_buffers ? Kind::Store : Kind::Write, word.address));
  machine().store(self(), word, value, order);
  g_search->note_value(value);
}

uint64_t modify(Word word, Rmw operation, uint64_t operand, Order order) {
  if (!is_explored()) {
    const uint64_t found = read_memory(word);
    write_memory(word, combine(operation, found, operand));
    return found;
  }
  if (is_broken(splits(operation))) {
    const uint64_t found = load(word, order);
    store(word, cut(word, combine(operation, found, operand)), order);
    return found;
  }
  g_search->announce(machine().access(Kind::Modify, word.address));
  auto change = [&](uint64_t found, uint64_t& desired, Order&) {
    desired = combine(operation, found, operand);
    return true;
  };
  const uint64_t found = machine().modify(self(), word, order, change);
  g_search->note_value(cut(word, combine(operation, found, operand)));
  return found;
}

bool compare_exchange(Word word, uint64_t& expected, uint64_t desired, Order on_success, Order on_failure) {
  const uint64_t wanted = expected;
  if (!is_explored()) {
    expected = read_memory(word);
    if (expected == wanted) write_memory(word, desired);
    return expected == wanted;
  }
  if (is_broken(Mutation::SplitCas)) {
    expected = load(word, on_failure);
    if (expected == wanted) store(word, desired, on_success);
    return expected == wanted;
  }
  g_search->announce(machine().access(Kind::Modify, word.address));
  auto change = [&](uint64_t found, uint64_t& written, Order& order) {
    written = desired;
    if (found != wanted) order = on_failure;
    return found == wanted;
  };
  expected = machine().modify(self(), word, on_success, change);
  g_search->note_value(expected == wanted ? desired : expected);
  return expected == wanted;
}

void fence() {
  if (!is_explored() || is_broken(Mutation::NoFence)) return;
  if (machine().has_stores(self())) g_search->announce({Kind::Fence});
  machine().fence(self());
}

// ---- Everything else ----------------------------------------------------------------------------------------

void note_read(const void* address, size_t bytes) {
  if (is_explored()) g_search->note_read(address, bytes);
}

void note_write(const void* address, size_t bytes) {
  if (is_explored()) g_search->note_write(address, bytes);
}

void heavy_fence() {
  if (!is_explored() || is_broken(Mutation::NoHeavyFence)) return;
  g_search->announce({Kind::HeavyBegin});
  machine().begin_heavy_fence(self());
  g_search->announce({Kind::HeavyEnd});
}

void futex_wait(const uint32_t* word, uint32_t expected) {
  g_search->announce(machine().access(Kind::FutexWait, word));
  if (machine().futex_wait(self(), word, expected)) g_search->announce(machine().access(Kind::FutexResume, word));
}

void futex_wake(const uint32_t* word, int n_waiters) {
  if (!is_explored()) return;
  g_search->announce(machine().access(Kind::FutexWake, word));
  machine().futex_wake(word, n_waiters);
}

void pause() {
  if (!is_explored()) fail("a spin loop outside of the explored threads");
  g_search->announce(machine().pause_of(self()));
  machine().pause(self());
}

uint32_t current_thread() { return self(); }

}  // namespace rondo::model
