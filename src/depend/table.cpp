// SPDX-License-Identifier: Apache-2.0
#include "depend/table.hpp"

#include <bit>
#include <new>

#include "depend/stream.hpp"
#include "task/reserve.hpp"

namespace rondo::depend {

namespace {
constexpr uint32_t kPruneFrom = 64;  // docs/tuning.md: shorter sets are not worth a walk

template <class Memory>
void drop(Access<DepNode>* set, Memory& memory) {
  while (set != nullptr) {
    Access<DepNode>* next = set->next;  // the access lies in the node
    unname(*set->node, memory);
    set = next;
  }
}

static_assert(sizeof(Entry<DepNode>) == 32);  // two of them in a cache line

// Adds the lock of a mutexinoutset dependence to those of the node, in address order and once.
void add_exclusion(DepNode& node, Exclusion* lock, task::Slab& slab) {
  if (!node.has_exclusions()) {
    void* memory = slab.allocate(sizeof(Exclusions) + node.own().n_accesses * sizeof(Exclusion*));
    node.rest().exclusions = new (memory) Exclusions{0, 0, nullptr};
    node.task_word |= DepNode::kExcluding;
  }
  Exclusions& exclusions = *node.rest().exclusions;
  Exclusion** locks = exclusions.locks();
  uint32_t position = exclusions.n_total;
  for (uint32_t i = 0; i < exclusions.n_total; i++) {
    if (locks[i] == lock) return;
  }
  for (; position > 0 && locks[position - 1] > lock; position--) locks[position] = locks[position - 1];
  locks[position] = lock;
  exclusions.n_total++;
  lock->retain();
}
}  // namespace

Exclusion* Table::exclusion_of(uintptr_t address, task::Slab& slab) {
  if (locks_ == nullptr) locks_ = slab.make<Locks>(slab);
  locks_->set_memory(slab);
  if (!locks_->reserve(1, [](Lock& other) { return other.exclusion == nullptr; })) task::note_scarcity();
  Lock& lock = locks_->find_or_add(address);
  if (lock.exclusion == nullptr) lock.exclusion = new (slab.allocate(sizeof(Exclusion))) Exclusion;
  return lock.exclusion;
}

void Table::drop_exclusion_of(uintptr_t address, task::Slab& slab) {
  Lock* lock = locks_ == nullptr ? nullptr : locks_->find(address);
  if (lock == nullptr || lock->exclusion == nullptr) return;
  lock->exclusion->drop(slab);
  lock->exclusion = nullptr;
}

// There is no entry any more.
void Table::drop_locks(task::Slab& slab) {
  if (locks_ == nullptr) [[likely]]
    return;
  locks_->set_memory(slab);
  slab.destroy(locks_);
  locks_ = nullptr;
}

bool Table::is_retired(const Entry<DepNode>& entry) {
  for (Set sets[] = {entry.last, entry.previous}; Set set : sets) {
    for (; set != nullptr; set = set->next) {
      if (!set->node->is_retired()) return false;
    }
  }
  return true;
}

bool Table::drop_if_retired(Entry<DepNode>& entry, task::Slab& slab) {
  if (!is_retired(entry)) return false;
  task::Slab::InOrder in_order{slab};
  drop(entry.last, in_order);
  drop(entry.previous, in_order);
  drop_exclusion(entry, slab);
  return true;
}

// Amortised: the set must double before it is walked again. Memory stays linear in the outstanding accesses.
void Table::prune(Entry<DepNode>& entry, task::Slab& slab) {
  Set kept = nullptr;
  uint32_t n_kept = 0;
  for (Set access = entry.last; access != nullptr;) {
    Set next = access->next;
    if (access->node->is_retired()) {
      unname(*access->node, slab);
    } else {
      access->next = kept;
      kept = access;
      n_kept++;
    }
    access = next;
  }
  entry.last = kept;
  entry.n_last = n_kept;
  entry.n_doublings = n_kept == 0 ? 0 : static_cast<uint8_t>(std::bit_width((2 * n_kept - 1) / kPruneFrom));
}

// There is one.
uint32_t Table::connect_to_all_memory(DepNode& node, task::Slab& slab) {
  if (!all_memory_->is_retired()) return connect(*all_memory_, node, slab);
  unname(*all_memory_, slab);
  all_memory_ = nullptr;
  return 0;
}

uint32_t Table::enter_all_memory(DepNode& node, task::Slab& slab) {
  uint32_t n_edges = 0;
  map_.for_each([&](Entry<DepNode>& entry) {
    for (Set set = entry.last; set != nullptr; set = set->next) n_edges += connect(*set->node, node, slab);
    drop(entry.last, slab);
    drop(entry.previous, slab);
    drop_exclusion(entry, slab);
  });
  map_.clear();
  if (all_memory_ != nullptr) unname(*all_memory_, slab);
  all_memory_ = &node;
  node.own().n_named++;
  return n_edges;
}

// Creators that find memory scarce enter no more (sched/create/create.cpp).
[[gnu::always_inline]] inline void Table::make_room(uint32_t n_addresses, task::Slab& slab) {
  const bool has_room = map_.reserve(n_addresses, [&](Entry<DepNode>& stale) { return drop_if_retired(stale, slab); });
  if (!has_room) [[unlikely]]
    task::note_scarcity();
}

[[gnu::always_inline]] inline uint32_t Table::enter_one(DepNode& node, Access<DepNode>* access, Entry<DepNode>& entry,
                                                        Kind kind, task::Slab& slab) {
  uint32_t n_edges = 0;
  if (entry.n_last >= kPruneFrom && entry.n_last >= kPruneFrom << entry.n_doublings) [[unlikely]]
    prune(entry, slab);
  if (kind != Kind::MutexInOutSet) drop_exclusion(entry, slab);
  access->node = &node;
  depend::enter(
      entry, access, kind, [&](DepNode* before) { n_edges += connect(*before, node, slab); },
      [&](Set set) { drop(set, slab); });
  if (kind == Kind::MutexInOutSet) [[unlikely]]
    add_exclusion(node, exclusion_of(entry.address, slab), slab);
  return n_edges;
}

uint32_t Table::enter_now(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab) {
  map_.set_memory(slab);
  uint32_t n_edges = all_memory_ == nullptr ? 0 : connect_to_all_memory(node, slab);
  for (const Dependence& dependence : dependences) {
    if (dependence.address == kAllMemory) [[unlikely]]
      return n_edges + enter_all_memory(node, slab);
  }
  const auto n = static_cast<uint32_t>(dependences.size());
  make_room(n, slab);
  if (map_.is_large()) [[unlikely]]
    steps_.fetch_next(map_, dependences);
  // All at once: a later access of the same task may supersede an earlier one, but does not detach the node.
  node.own().n_named += n;
  Access<DepNode>* access = node.accesses();
  for (const Dependence& dependence : dependences) {
    n_edges += enter_one(node, access++, map_.find_or_add(dependence.address), dependence.kind, slab);
  }
  return n_edges;
}

uint32_t Table::enter_watched(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab) {
  if (stream_ == nullptr) return show(node, dependences, slab);
  if (stream_->expects(dependences)) [[likely]] {
    n_until_watched_ = 1;
    return stream_->forecast(*this, node, slab);
  }
  if (!stream_->is_searching()) return show(node, dependences, slab);
  n_until_watched_ = 1;
  return stream_->search(dependences) ? look_for_period(node, dependences, slab) : enter_now(node, dependences, slab);
}

[[gnu::noinline]] uint32_t Table::look_for_period(DepNode& node, std::span<const Dependence> dependences,
                                                  task::Slab& slab) {
  stream_->look_for_period(slab);
  n_until_watched_ = stream_->n_until_next();
  return enter_now(node, dependences, slab);
}

// A function of its own, so that forecasts have fewer registers to save.
[[gnu::noinline]] uint32_t Table::show(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab) {
  if (stream_ == nullptr && !begin_stream(dependences)) return enter_now(node, dependences, slab);
  const uint32_t n_edges = stream_->expects(dependences) ? stream_->forecast(*this, node, slab)
                                                         : stream_->enter(*this, node, dependences, slab);
  n_until_watched_ = stream_->n_until_next();
  return n_edges;
}

// With the first creation, or when there are enough of them. False: nothing is to be watched yet, or for long.
bool Table::begin_stream(std::span<const Dependence> dependences) {
  if (process.longest_period == 0) return false;
  if (first_token_ != 0) {
    stream_ = Stream::make();
    return stream_ != nullptr;
  }
  first_token_ = Stream::token_of_first(dependences);
  stream_ = Stream::take(first_token_);
  n_until_watched_ = stream_ == nullptr ? kUnwatched : stream_->n_until_next();
  return stream_ != nullptr && stream_->is_watching();
}

void Table::enter_linked(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab) {
  map_.set_memory(slab);
  Access<DepNode>* access = node.accesses();
  node.own().n_named += static_cast<uint32_t>(dependences.size());
  for (const Dependence& dependence : dependences) {
    make_room(1, slab);
    Entry<DepNode>& entry = map_.find_or_add(dependence.address);
    drop_exclusion(entry, slab);  // of the stream's kinds none is mutexinoutset
    access->node = &node;
    depend::enter(entry, access++, dependence.kind, [](DepNode*) {}, [&](Set set) { drop(set, slab); });
  }
}

bool Table::is_free(std::span<const Dependence> dependences) {
  bool is_free = all_memory_ == nullptr || all_memory_->is_retired();
  for (const Dependence& dependence : dependences) {
    const Entry<DepNode>* entry = map_.find(dependence.address);
    if (entry == nullptr) continue;
    depend::consult(*entry, dependence.kind, [&](const DepNode* before) { is_free &= before->is_retired(); });
  }
  return is_free;
}

bool Table::forget_if_over(task::Slab& slab) {
  if (all_memory_ != nullptr && !all_memory_->is_retired()) return false;
  if (map_.size() != 0 && !map_.all_of([](const Entry<DepNode>& entry) { return is_retired(entry); })) return false;
  clear(slab);
  return true;
}

void Table::settle_stream(task::Slab& slab) {
  if (!stream_->is_ahead()) return;
  stream_->settle(*this, slab);
  n_until_watched_ = stream_->n_until_next();
}

uint32_t Table::consult(DepNode& node, std::span<const Dependence> dependences, task::Slab& slab) {
  settle(slab);
  uint32_t n_edges = 0;
  for_each_predecessor(dependences, [&](DepNode& before) { n_edges += connect(before, node, slab); });
  return n_edges;
}

// Each access is visited as often as it is entered, and once more: retired ones are dropped.
bool Table::drop_if_free(Entry<DepNode>& entry, Kind kind, task::Slab& slab) {
  bool is_free = true;
  depend::consult(entry, kind, [&](const DepNode* predecessor) { is_free = is_free && predecessor->is_retired(); });
  if (!is_free) return false;
  if (joins(entry, kind)) {
    drop(entry.previous, slab);
  } else {
    drop(entry.last, slab);  // which comes after all of `previous`
    drop(entry.previous, slab);
    entry.last = nullptr;
    entry.n_last = 0;
  }
  entry.previous = nullptr;
  return true;
}

bool Table::drop_if_free(std::span<const Dependence> dependences, task::Slab& slab) {
  settle(slab);
  return drop_if_free_now(dependences, slab);
}

bool Table::passes_watched(std::span<const Dependence> dependences, task::Slab& slab) {
  if (!stream_->is_watching()) return drop_if_free_now(dependences, slab);
  const bool passes = stream_->passes(*this, dependences, slab);
  n_until_watched_ = stream_->n_until_next();
  return passes;
}

bool Table::drop_if_free_now(std::span<const Dependence> dependences, task::Slab& slab) {
  if (all_memory_ != nullptr && !all_memory_->is_retired()) return false;
  if (map_.size() == 0) return true;
  for (const Dependence& dependence : dependences) {
    bool is_free_there = true;
    if (dependence.address == kAllMemory) {
      map_.for_each(
          [&](Entry<DepNode>& entry) { is_free_there = is_free_there && drop_if_free(entry, Kind::Out, slab); });
    } else if (Entry<DepNode>* entry = map_.find(dependence.address)) {
      is_free_there = drop_if_free(*entry, dependence.kind, slab);
    }
    if (!is_free_there) return false;
  }
  return true;
}

void Table::forget(task::Slab& slab) {
  if (!map_.is_sparse()) clear(slab);
}

bool Table::forget_retired(task::Slab& slab) {
  settle(slab);
  map_.set_memory(slab);
  map_.shrink([&](Entry<DepNode>& entry) { return drop_if_retired(entry, slab); });
  if (all_memory_ != nullptr && all_memory_->is_retired()) {
    unname(*all_memory_, slab);
    all_memory_ = nullptr;
  }
  if (map_.size() == 0) drop_locks(slab);
  return map_.size() == 0 && all_memory_ == nullptr;
}

void Table::release(task::Slab& slab) {
  if (stream_ != nullptr) {
    stream_->end(slab);
    Stream::keep_for_next(first_token_, stream_);
    stream_ = nullptr;
  }
  clear(slab);
}

template <class Memory>
void Table::drop_all(task::Slab& slab, Memory& memory) {
  map_.for_each([&](Entry<DepNode>& entry) {
    drop(entry.last, memory);
    drop(entry.previous, memory);
    drop_exclusion(entry, slab);
  });
}

// A large map has its entries in no order that the nodes know, so the next tasks would get nodes here and there.
void Table::clear(task::Slab& slab) {
  map_.set_memory(slab);
  task::Slab::InOrder in_order{slab};
  map_.is_large() ? drop_all(slab, in_order) : drop_all(slab, slab);
  map_.clear();
  drop_locks(slab);
  if (all_memory_ != nullptr) unname(*all_memory_, slab);
  all_memory_ = nullptr;
}

}  // namespace rondo::depend
