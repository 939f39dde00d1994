// SPDX-License-Identifier: Apache-2.0
#include "sched/idle/find.hpp"

#include "graph/replay/instance.hpp"
#include "ompt/process.hpp"
#include "sched/idle/park.hpp"
#include "sched/idle/poll.hpp"
#include "sched/settings.hpp"
#include "trace/process.hpp"

namespace rondo::sched {

using detail::is_allowed;

namespace {

const task::Domain& parent_of(Work work) {
  return work.is_node() ? work.node()->instance->domain : *work.task()->parent;
}

// A node that may not be run here goes to the worker that started its replay, which waits for it or will: otherwise
// two replays that were dealt to each other's workers could pass their nodes round for ever.
bool forward(Worker& worker, Work work) {
  if (!work.is_node()) return false;
  uint32_t home = work.node()->instance->master_slot;
  if (home == worker.slot->index) return false;
  Arena& arena = *worker.slot->arena;
  arena.slots[home]->node_mailbox.push(work.node());
  announce_work(arena, worker.slot->index);
  return true;
}

// Where only one node is wanted.
Work first_of(Worker& worker, Work work) {
  if (!work.is_batch()) return work;
  queue(worker, Work::batch(work.node()->next));
  return Work(work.node());
}

Work next_own(WorkDeque& deque) { return Work::from_word(settings.oldest_first ? deque.steal() : deque.take()); }

// The next own work that is allowed, behind `work`, which is not. The work before it goes back into the deque: it was
// released or stolen meanwhile, and others may run it.
Work take_allowed(Worker& worker, Work work, const task::Domain* within) {
  WorkDeque& deque = worker.slot->deque;
  Work aside;
  do {
    work = first_of(worker, work);
    if (!forward(worker, work)) {
      work.link(aside);
      aside = work;
    }
    work = next_own(deque);
  } while (work && !is_allowed(work, within));
  while (aside) {
    const Work next = aside.next();
    queue(worker, aside);
    aside = next;
  }
  return work;
}

Work take_own(Worker& worker, const task::Domain* within) {
  Work work = next_own(worker.slot->deque);
  return !work || is_allowed(work, within) ? work : take_allowed(worker, work, within);
}

// A mailbox is moved to the own deque in such an order that the first work posted is taken first.
bool open_mailbox(Worker& worker, Slot& slot) {
  task::Task* task = slot.mailbox.take_all();
  bool found = task != nullptr;
  while (task != nullptr) {
    task::Task* next = task->next;
    enqueue(*worker.slot, Work(task));
    worker.owes_announcement |= next != nullptr;  // one of several will be taken
    task = next;
  }
  return found;
}

// Nodes with short bodies come in batches: taking each by itself would take longer than running it.
bool open_node_mailbox(Worker& worker, Slot& slot) {
  graph::NodeState* node = slot.node_mailbox.take_all();
  bool found = node != nullptr;
  while (node != nullptr) {
    const graph::Instance* instance = node->instance;
    if (node->is_proxy) {
      graph::NodeState& proxy = *node;
      node = node->next;
      enqueue(*worker.slot, Work::range(proxy));
      worker.owes_announcement |= node != nullptr;
      continue;
    }
    graph::NodeState* batch = nullptr;
    auto fits = [&] { return node != nullptr && node->instance == instance && !node->is_proxy; };
    for (uint32_t n = instance->batch_length; n > 0 && fits(); n--) {
      graph::NodeState* next = node->next;
      node->next = batch;
      batch = node;
      node = next;
    }
    enqueue(*worker.slot, Work::batch(batch));
    worker.owes_announcement |= node != nullptr;
  }
  return found;
}

bool open_mailboxes(Worker& worker, Slot& slot, bool nodes_too) {
  bool found = open_mailbox(worker, slot);
  if (!nodes_too || !open_node_mailbox(worker, slot)) return found;
  worker.owes_announcement |= found;  // one of the two will be taken
  return true;
}

// Work that was stolen but may not run here goes back to where it came from. In the thief's own deque each further
// look would find it again, with the next stolen work on top.
void give_back(Worker& worker, Slot& victim, Work work) {
  work.is_node() ? victim.node_mailbox.push(work.node()) : victim.mailbox.push(work.task());
  worker.owes_announcement = true;
}

Work steal_from(Worker& worker, Slot& victim, const task::Domain* within, bool is_patient) {
  // A look before the steal, because a steal executes a fence, and most looks of an idle worker find nothing.
  const Work oldest = Work::from_word(victim.deque.peek_oldest());
  Work work;
  if (oldest && (is_patient || !oldest.is_placed())) work = Work::from_word(victim.deque.steal());
  if (!oldest) victim.deque.withdraw_trust();
  // A wait that may not run everything leaves a mailbox to others for a while: it would have to keep the work that it
  // finds there.
  bool opens = within == nullptr || is_patient;
  if (!work && opens && open_mailboxes(worker, victim, is_patient)) {
    work = Work::from_word(worker.slot->deque.take());
  }
  if (!work || is_allowed(work, within)) return work;
  work = first_of(worker, work);
  if (!forward(worker, work)) give_back(worker, victim, work);
  return Work();
}

void note_steals(const Worker& thief, const Slot& victim, uint32_t n) {
  const Worker* from = victim.worker.load_acquire();  // [S1]
  if (!trace::is_on() || from == nullptr) return;
  // Nodes lie in a slot's mailbox before the slot's thread has begun.
  const uint32_t number = from->ring_number.load_relaxed();
  for (; number != 0 && n > 0; n--) thief.record.ring->note(trace::Kind::Steal, 0, number - 1);
}

// Tasks that travel with the one that was just stolen: `n_most`, and a fair share at most. Returns how many. The
// oldest will run first, because its lines have had the longest time to come.
uint32_t steal_more(Worker& worker, Slot& victim, uint32_t n_most) {
  const int64_t n_share = victim.deque.size_hint() / worker.slot->arena->n_slots;
  Work stolen[StealBackoff::kMostAtOnce];
  uint32_t n = 0;
  while (n < n_most && n < n_share) {
    const Work work = Work::from_word(victim.deque.steal());
    if (!work) break;
    stolen[n++] = work;
    if (work.is_node()) break;  // it may have a place
    task::Slab::fetch_lines(work.task());
  }
  for (uint32_t i = n; i > 0; i--) queue(worker, stolen[i - 1]);
  return n;
}

// What a thief of tasks takes besides the first. A wait that may not run everything would have to keep the others.
uint32_t steal_company(Worker& worker, Slot& victim, const task::Domain* within) {
  const uint32_t n_at_once = worker.steal_backoff.n_at_once();
  return n_at_once == 1 || within != nullptr ? 0 : steal_more(worker, victim, n_at_once - 1);
}

// A worker that is about to sleep looks everywhere. docs/tuning.md: large arena.
constexpr uint32_t kLooksInLargeArena = 64;

Work steal(Worker& worker, const task::Domain* within, bool is_patient) {
  Arena& arena = *worker.slot->arena;
  if (arena.n_slots == 1) return Work();
  const uint32_t last_victim = worker.first_victim < arena.n_slots ? worker.first_victim : 0;
  if (!worker.steal_backoff.is_due(arena.n_slots, arena.slots[last_victim]->deque)) return Work();
  const bool is_large = arena.is_large.load_relaxed();
  if (is_large && is_looked_in_vain(arena)) return Work();
  const uint32_t n_looks = is_large ? kLooksInLargeArena : arena.n_slots;
  uint32_t victim = last_victim;
  for (uint32_t i = 0; i < n_looks; i++) {
    if (victim != worker.slot->index) {
      if (Work work = steal_from(worker, *arena.slots[victim], within, is_patient)) {
        worker.first_victim = victim;
        Slot& from = *arena.slots[victim];
        const uint32_t n_more = work.is_node() ? 0 : steal_company(worker, from, within);
        if (ompt::is_on()) [[unlikely]]
          note_steals(worker, from, 1 + n_more);
        if (!work.is_placed()) worker.steal_backoff.note_theft(from.deque.motion(), 1 + n_more);
        // Of the workers that sleep because of one vain look only this one was woken; it wakes the next.
        if (is_large && !from.deque.looks_empty()) announce_work(arena, worker.slot->index);
        return work;
      }
    }
    if (++victim == arena.n_slots) victim = 0;
  }
  worker.first_victim = worker.rng.below(arena.n_slots);
  return Work();
}

Work find_prioritised(Worker& worker, const task::Domain* within) {
  const Work work = worker.slot->arena->prioritised.take();
  if (!work || is_allowed(work, within)) return work;
  if (!forward(worker, work)) queue(worker, work);
  return Work();
}

Work find_own(Worker& worker, Work refused, const task::Domain* within) {
  if (!worker.slot->arena->prioritised.is_empty()) {
    if (Work work = find_prioritised(worker, within)) {
      if (refused) queue(worker, refused);
      return work;
    }
  }
  if (Work work = refused ? take_allowed(worker, refused, within) : take_own(worker, within)) return work;
  return open_mailboxes(worker, *worker.slot, true) ? take_own(worker, within) : Work();
}

}  // namespace

namespace {
int16_t priority_of(Work work) {
  if (settings.max_task_priority == 0) return 0;
  if (!work.is_node()) return work.task()->priority;
  return work.node()->slot == graph::NodeState::kPrioritised ? graph::priority_of(*work.node()) : int16_t{0};
}
}  // namespace

void queue_successor(Worker& worker, Work work) {
  const int16_t priority = priority_of(work);
  if (priority <= 0) return queue(worker, work);
  worker.slot->arena->prioritised.push(work, priority, settings.max_task_priority);
  worker.owes_announcement = true;
}

Work find_on_top(Worker& worker, const task::Domain* within) {
  Slot& slot = *worker.slot;
  if (!slot.arena->prioritised.is_empty()) {
    if (Work work = find_prioritised(worker, within)) return work;
  }
  Work work = next_own(slot.deque);
  if (!work && open_mailboxes(worker, slot, true)) work = next_own(slot.deque);
  if (!work || is_allowed(work, within)) return work;
  queue(worker, work);
  return Work();
}

Work find_own_work(Worker& worker, const task::Domain* within) {
  Work work = find_own(worker, Work(), within);
  announce_owed(worker);
  return work;
}

namespace detail {

bool is_below(Work work, const task::Domain& ancestor) {
  bool is_free = !work.is_node() && work.task()->has(task::kUnconstrained);
  return is_free || parent_of(work).is_descendant_of(ancestor);
}

Work find_further(Worker& worker, Work refused, const task::Domain* within, bool is_patient) {
  poll_if_due(worker, kBusyPause_ns);
  Work work = find_own(worker, refused, within);
  if (!work) work = steal(worker, within, is_patient);
  if (!work && poll_if_due(worker, kIdlePause_ns)) work = find_own(worker, Work(), within);
  if (work) announce_owed(worker);
  return work;
}

}  // namespace detail

}  // namespace rondo::sched
