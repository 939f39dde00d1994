// SPDX-License-Identifier: Apache-2.0
//
// The operations that the explored program calls. While a program is set up and checked they act at once.
#include "explorer.hpp"

#include <cstring>
#include <tuple>

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

const char* name_of(MemoryModel memory) {
  switch (memory) {
    case MemoryModel::Sequential:
      return "sequential";
    case MemoryModel::TotalStoreOrder:
      return "TSO";
    case MemoryModel::Weak:
      return "C11";
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

namespace {

bool is_same(Site a, Site b) { return a.line == b.line && a.column == b.column && std::strcmp(a.file, b.file) == 0; }

// Notes the order, and says whether it is to be left out.
bool is_left_out(Site site, Weakening weakening, const char* operation) {
  const Options& options = g_search->options();
  if (options.orders != nullptr) options.orders->try_emplace({site, weakening}, operation);
  return options.weakened.weakening == weakening && is_same(options.weakened.site, site);
}

Order left_of(Order order, Site site, const char* operation) {
  const bool acquires = order == Order::Acquire || order == Order::AcqRel;
  const bool releases = order == Order::Release || order == Order::AcqRel;
  const bool still_acquires = acquires && !is_left_out(site, Weakening::Acquire, operation);
  const bool still_releases = releases && !is_left_out(site, Weakening::Release, operation);
  if (still_acquires) return still_releases ? Order::AcqRel : Order::Acquire;
  return still_releases ? Order::Release : Order::Relaxed;
}

void announce_fence(Kind kind) {
  if (machine().needs_step(kind, self())) g_search->announce({kind});
}

}  // namespace

bool operator<(const OrderAt& a, const OrderAt& b) {
  if (const int files = std::strcmp(a.site.file, b.site.file); files != 0) return files < 0;
  return std::tie(a.site.line, a.site.column, a.weakening) < std::tie(b.site.line, b.site.column, b.weakening);
}

uint64_t load(Word word, Order order, Site site) {
  if (!is_explored()) return read_memory(word);
  order = left_of(order, site, "load");
  const Way way = g_search->announce(machine().access(Kind::Load, word.address));
  const uint64_t value = machine().load(self(), word, order, way);
  g_search->note_value(value);
  return value;
}

void store(Word word, uint64_t value, Order order, Site site) {
  if (!is_explored()) return write_memory(word, value);
  order = left_of(order, site, "store");
  const Way way = g_search->announce(machine().store_of(word.address));
  machine().store(self(), word, value, order, way);
  g_search->note_value(value);
}

uint64_t modify(Word word, Rmw operation, uint64_t operand, Order order, Site site) {
  if (!is_explored()) {
    const uint64_t found = read_memory(word);
    write_memory(word, combine(operation, found, operand));
    return found;
  }
  if (is_broken(splits(operation))) {
    const uint64_t found = load(word, order, site);
    store(word, cut(word, combine(operation, found, operand)), order, site);
    return found;
  }
  order = left_of(order, site, "read-modify-write");
  const Way way = g_search->announce(machine().access(Kind::Modify, word.address));
  auto change = [&](uint64_t found, uint64_t& desired, Order&) {
    desired = cut(word, combine(operation, found, operand));
    return true;
  };
  const uint64_t found = machine().modify(self(), word, order, way, change);
  g_search->note_value(cut(word, combine(operation, found, operand)));
  return found;
}

bool compare_exchange(Word word, uint64_t& expected, uint64_t desired, Order on_success, Order on_failure, Site site) {
  const uint64_t wanted = expected;
  if (!is_explored()) {
    expected = read_memory(word);
    if (expected == wanted) write_memory(word, desired);
    return expected == wanted;
  }
  if (is_broken(Mutation::SplitCas)) {
    expected = load(word, on_failure, site);
    if (expected == wanted) store(word, desired, on_success, site);
    return expected == wanted;
  }
  on_success = left_of(on_success, site, "compare-and-swap");
  on_failure = left_of(on_failure, site, "compare-and-swap");
  Operation operation = machine().access(Kind::Modify, word.address);
  operation.is_conditional = true;
  operation.expected = wanted;
  const Way way = g_search->announce(operation);
  auto change = [&](uint64_t found, uint64_t& written, Order& order) {
    written = desired;
    if (found != wanted) order = on_failure;
    return found == wanted;
  };
  expected = machine().modify(self(), word, on_success, way, change);
  g_search->note_value(expected == wanted ? desired : expected);
  return expected == wanted;
}

void fence(Site site) {
  if (!is_explored() || is_broken(Mutation::NoFence)) return;
  if (is_left_out(site, Weakening::Fence, "fence")) return;
  announce_fence(Kind::Fence);
  machine().fence(self());
}

void light_fence(Site site) {
  if (!is_explored() || is_left_out(site, Weakening::Fence, "light fence")) return;
  announce_fence(Kind::LightFence);
  machine().light_fence(self());
}

void heavy_fence(Site site) {
  if (!is_explored() || is_broken(Mutation::NoHeavyFence)) return;
  if (is_left_out(site, Weakening::Fence, "heavy fence")) return;
  g_search->announce({Kind::HeavyBegin});
  machine().begin_heavy_fence(self());
  g_search->announce({Kind::HeavyEnd});
  machine().end_heavy_fence(self());
  announce_fence(Kind::Fence);  // the call itself is a full fence of the calling thread, at its beginning and its end
  machine().fence(self());
}

// ---- Everything else ----------------------------------------------------------------------------------------

void note_read(const void* address, size_t bytes) {
  if (is_explored()) g_search->note_read(address, bytes);
}

void note_write(const void* address, size_t bytes) {
  if (is_explored()) g_search->note_write(address, bytes);
}

void futex_wait(const uint32_t* word, uint32_t expected, uint32_t bits) {
  Operation operation = machine().access(Kind::FutexWait, word);
  operation.expected = expected;
  const Way way = g_search->announce(operation);
  if (machine().futex_wait(self(), {const_cast<uint32_t*>(word), sizeof *word}, {expected, bits}, way))
    g_search->announce(machine().access(Kind::FutexResume, word));
}

void futex_wake(const uint32_t* word, int n_waiters, uint32_t bits) {
  if (!is_explored()) return;
  g_search->announce(machine().access(Kind::FutexWake, word));
  machine().futex_wake(self(), word, {n_waiters, bits});
}

void pause() {
  if (!is_explored()) fail("a spin loop outside of the explored threads");
  const Way way = g_search->announce(machine().pause_of(self()));
  machine().pause(self(), way);
}

// Each step takes a tenth of a microsecond (substitutes.cpp:ticks_per_us). A value that came from another thread was
// made earlier, and a schedule's time does not depend on the order of independent steps.
uint64_t ticks() {
  constexpr uint64_t kTicksPerStep = 100;
  return is_explored() ? kTicksPerStep * (g_search->n_steps_before() + 1) : 0;
}

uint32_t current_thread() { return self(); }

}  // namespace rondo::model
