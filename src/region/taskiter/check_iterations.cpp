// SPDX-License-Identifier: Apache-2.0
#include "region/taskiter/check_iterations.hpp"

#include "graph/inspect/check.hpp"
#include "os/stack.hpp"
#include "region/taskiter/first_iterations.hpp"
#include "region/taskiter/plain_rounds.hpp"
#include "region/watch.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::region {

using graph::Drift;
using graph::Findings;
using graph::Recorder;
using sched::Worker;

using Phase = TaskiterLoop::Phase;

namespace {

void begin_round(Worker& worker, TaskiterLoop& loop) {
  loop.recorder = worker.slab.make<Recorder>(!loop.clauses.update, true);
  loop.recorder->tasks = &loop.kept_tasks;
  if (loop.check->compares_data) loop.recorder->addresses = &loop.check->addresses;
  attach_recording(worker, loop);
}

void end_round(Worker& worker, TaskiterLoop& loop) {
  detach(worker, loop);
  worker.slab.destroy(loop.recorder);
  loop.recorder = nullptr;
}

// It is not checked any more.
void check_no_more(Worker& worker, TaskiterLoop& loop) {
  end_round(worker, loop);
  loop.phase = Phase::Plain;
  watch_plain(worker, loop);
}

// False: no graph would be made of the loop.
bool keep_first(Worker& worker, TaskiterLoop& loop) {
  const Recorder& recorder = *loop.recorder;
  const char* reason = recorder.reason();
  if (reason == nullptr && recorder.notes.size() == 0) reason = "its body creates no task";
  if (reason != nullptr) {
    note_refusal(loop, reason);
    if (recorder.reason() != nullptr) explain(loop, "cannot be made a cyclic graph", reason);
    return false;
  }
  loop.check->compares_data = !runs_code(worker, loop);
  loop.check->first = graph::keep(recorder);
  return true;
}

void compare_round(TaskiterLoop& loop) {
  const Recorder& recorder = *loop.recorder;
  const LoopCheck& check = *loop.check;
  Findings findings = {};
  if (recorder.reason() == nullptr) {
    findings = graph::compare_rounds(*check.first, graph::view(recorder), check.compares_data);
  } else {
    findings[Drift::Refusal].n_places = 1;
    findings[Drift::Refusal].reason = recorder.reason();
  }
  if (check.compares_data) check.addresses.add_to(findings);
  watch_check(*loop.history, findings);
}

// All its iterations have been executed. A round is compared when its tasks are over. That may be behind the loop, if
// one of them or of their siblings waits for an event.
void finish_round(Worker& worker, TaskiterLoop& loop) {
  loop.recording->hints.take();
  LoopCheck& check = *loop.check;
  if (sched::domain_of_current(worker).has_detached) {
    if (check.first != nullptr || keep_first(worker, loop)) note(loop, graph::Event::PlainTask);
    return check_no_more(worker, loop);
  }
  sched::domain_of_current(worker).execution = nullptr;  // this wait is not part of the loop
  sched::taskwait(worker);
  if (check.first != nullptr) {
    compare_round(loop);
  } else if (!keep_first(worker, loop)) {
    loop.phase = Phase::Plain;
  }
  const os::StackRange stack = os::callers_stack();
  if (check.compares_data) check.addresses.note(*loop.recorder, stack.begin, stack.end);
  end_round(worker, loop);
}

bool is_whole_round(const TaskiterLoop& loop) { return loop.n_begun % loop.clauses.unroll == 0; }

}  // namespace

void begin_checks(Worker& worker, TaskiterLoop& loop) {
  loop.check = worker.slab.make<LoopCheck>();
  loop.phase = Phase::Checking;
}

void begin_checked(Worker& worker, TaskiterLoop& loop) {
  if (!is_whole_round(loop)) return;
  if (loop.recorder != nullptr) finish_round(worker, loop);
  if (loop.phase == Phase::Checking) begin_round(worker, loop);
}

void drop_checked(Worker& worker, TaskiterLoop& loop) {
  note(loop, graph::Event::LeftEarly);
  if (loop.recorder != nullptr) end_round(worker, loop);
}

void end_checks(Worker& worker, TaskiterLoop& loop) {
  if (loop.check == nullptr) return;
  if (loop.phase == Phase::Checking && loop.recorder != nullptr) {
    is_whole_round(loop) && loop.n_begun != 0 ? finish_round(worker, loop) : end_round(worker, loop);
  }
  graph::free_transcript(loop.check->first);
  worker.slab.destroy(loop.check);
  loop.check = nullptr;
}

}  // namespace rondo::region
