// SPDX-License-Identifier: Apache-2.0
//
// Takes down the tasks of a region in creation order, while they are created and run by ordinary means. It only
// copies what it is told; compile() works out the dependences between them afterwards.
#pragma once

#include <span>

#include "base/pod_vector.hpp"
#include "graph/record/kept_blocks.hpp"
#include "graph/record/notes.hpp"
#include "graph/record/padding.hpp"
#include "graph/record/recorded_events.hpp"
#include "graph/record/saved_objects.hpp"
#include "graph/record/task_hints.hpp"
#include "task/kmp_block.hpp"

namespace rondo::graph {

class CapturedAddresses;
class KeptTasks;

// The properties that decide how to replay; their meaning is that of the same names in Graph. Complete: the region
// has created no task that is not recorded.
struct Traits {
  bool is_trivial, can_skip_code, has_groups, is_data_invariant, has_waits, has_dependences, has_saved_bytes,
      is_complete, has_events;
};

// A recording with so many edges, or dependences, of so many nodes is refused: memory for them may not be there.
// docs/limits.md
constexpr bool is_too_dense(uint64_t n_edges, uint64_t n_nodes) { return n_edges > (uint64_t{1} << 24) + 64 * n_nodes; }
inline constexpr const char* kNoMemory = "there is no memory for its graph; raise the limit (`ulimit -v`, memory.max)";
inline constexpr const char* kTooDense = "its tasks have too many dependences (more than 2^24, and 64 a task)";
// The graph's join would wait for the event, which the taskgroup does not.
inline constexpr const char* kEventBeforeGroup =
    "it creates a detachable task before a taskgroup, and does not wait for it";

// Where captured data begins in a block: behind the words that the runtime itself uses.
inline uint32_t data_offset(const task::TaskSpec& spec) {
  return (spec.flags & task::kKmp) != 0 ? uint32_t{sizeof(task::KmpBlock)} : 0;
}

class Recorder {
 public:
  // `keeps_data`: also copy the captured data of trivial tasks, for pure replays. `clears_blocks`: the bytes between
  // captured variables are to be zero, so that the copies of two encounters can be compared.
  explicit Recorder(bool keeps_data, bool clears_blocks = false)
      : keeps_data_(keeps_data), clears_blocks_(clears_blocks) {}

  // Called before the task can run. `block` is the compiler's block, filled. `hints`: what was said of the task.
  void add_task(const task::TaskSpec& spec, const void* block, std::span<const depend::Dependence> dependences,
                const TaskHints& hints = {});

  // The same for a task without an event, of which nothing is said, where blocks are not cleared; if nothing but its
  // data and the addresses of its dependences distinguishes it from one that was added not long ago. False: it does
  // not, or there is no room, and add_task() is to be called.
  [[gnu::always_inline]] bool repeat(const task::TaskSpec& spec, const void* block,
                                     std::span<const depend::Dependence> dependences) {
    if (reason_ == nullptr) {
      if (!notes.repeat(spec, {copy, keeps_data_, reducing_group()}, dependences)) return false;
      if (keeps_data_) pristine.add_another(block, spec.block_bytes, data_offset(spec) / sizeof(uint64_t));
      is_data_invariant_ = false;  // something may have been said of the other one
    }
    n_met++;
    ends_with_wait_ = false;
    return true;
  }

  // Called before add_task() of a detachable task that is created in `group` (or nullptr): its event as the program
  // has it.
  void announce_event(uintptr_t event, const task::TaskGroup* group) { events_.announce(event, group); }
  bool has_events() const { return events_.has_some(); }
  // Nothing has waited for the events that were announced last.
  bool has_pending_events() const { return events_.has_pending(); }
  // The control code waits for all of its children; it ends `group`.
  void end_wait() { events_.forget_pending(); }
  void end_group_of(const task::TaskGroup* group) {
    if (!events_.end_group(group)) give_up(kEventBeforeGroup);
  }
  // All tasks have been added: a task that captures the event of another one needs the control code.
  void finish_events();

  // The control code waits here for the predecessors that a task with these dependences would have; without
  // dependences, for everything created so far; with Depth::Descendants, for their descendants, too.
  void add_join(std::span<const depend::Dependence> dependences, task::Depth depth);

  // The control code begins a taskgroup that reduces, and ends the one begun last: a join for all descendants, behind
  // which the copies are combined.
  void begin_group(task::Reductions::Items items);
  void end_group();

  // The end of an iteration whose successor has to be decided on: behind the predecessors of a task with these
  // dependences or, without any, behind the whole iteration.
  void add_condition(std::span<const depend::Dependence> dependences);

  // The control code does something in each encounter that no node stands for: replays execute it.
  void require_code() { requires_code_ = true; }

  // Replays do not need what the tasks captured.
  void forget_data() { has_all_data_ = false; }

  // The control code creates a task that is not part of the record.
  void note_unrecorded_task() { has_unrecorded_tasks_ = true; }
  bool has_unrecorded_tasks() const { return has_unrecorded_tasks_; }

  // Recording cannot go on; the first reason counts. What comes is counted all the same.
  void give_up(const char* reason) {
    if (reason_ == nullptr) reason_ = reason;
  }
  const char* reason() const { return reason_; }
  bool keeps_data() const { return keeps_data_; }
  bool clears_blocks() const { return clears_blocks_; }

  // All data that the tasks captured is kept: a replay may skip the control code.
  bool can_skip_code() const { return has_all_data_ && !requires_code_; }
  Traits traits() const {
    // Data-invariant: it was announced of every task that nothing of its data is to be refreshed.
    const bool is_data_invariant = can_skip_code() && is_data_invariant_ && has_hints_;
    return {is_trivial_,       can_skip_code(),
            has_groups_,       is_data_invariant,
            has_waits_,        notes.n_dependences() != 0,
            saved.size() != 0, !has_unrecorded_tasks_,
            has_events()};
  }

  // The control code waits for some of its tasks only.
  bool has_partial_waits() const { return has_partial_waits_; }

  // The control code has created nothing since it waited last for whatever it had created in its block, or taskgroup.
  bool ends_with_wait() const { return ends_with_wait_; }

  uint16_t copy = 0;  // the iteration of the loop that is being recorded,
  KeptTasks* tasks = nullptr;  // and those of its tasks for which the same ones of the next round may have to wait
  // Tasks and waits so far: in a recording, of which there is a note; of a loop that is only watched, of its round.
  uint32_t n_met = 0;
  Notes notes;
  KeptBlocks pristine;
  base::PodVector<SavedBytes> saved;
  SavedObjects objects;
  ReducingGroups groups;
  Padding padding;  // only if blocks are cleared
  CapturedAddresses* addresses = nullptr;  // check mode of a loop: of the round before

 private:
  void add(const Shape& shape, std::span<const depend::Dependence> dependences);
  bool keep(const task::TaskSpec& spec, const void* block, const TaskHints& hints);
  uint32_t take_event_out(const task::TaskSpec& spec);
  uint32_t end_of_saved(size_t first, uint32_t begin) const;
  // What pure replays need.
  uint32_t reducing_group() const { return group_ == kNoGroup || !can_skip_code() ? uint32_t{kNoGroup} : group_; }

  bool keeps_data_;
  bool is_trivial_ = true;
  bool has_groups_ = false;
  bool has_waits_ = false;
  bool has_partial_waits_ = false;
  uint32_t group_ = kNoGroup;  // the group that the control code is in
  bool has_all_data_ = true;  // hence all tasks are trivial
  bool is_data_invariant_ = true;
  bool has_hints_ = false;
  bool requires_code_ = false;
  bool has_unrecorded_tasks_ = false;
  bool clears_blocks_;
  bool ends_with_wait_ = false;
  RecordedEvents events_;
  const char* reason_ = nullptr;
};

// A recorder that outlives its encounter; memory from the C library.
Recorder* make_recorder(bool keeps_data, bool clears_blocks);
void free_recorder(Recorder* recorder);

}  // namespace rondo::graph
