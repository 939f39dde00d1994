// SPDX-License-Identifier: Apache-2.0
#include "region/taskiter/loop.hpp"

#include "base/message.hpp"
#include "region/site_text.hpp"
#include "sched/run/domain.hpp"
#include "sched/settings.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::region {

using graph::Event;
using graph::NodeIndex;
using graph::Reason;
using graph::RecordTable;
using sched::Worker;

RecordTable& table_of(const TaskiterLoop& loop) { return RecordTable::of(loop.site.records, loop.site.module); }

void attach_recording(Worker& worker, TaskiterLoop& loop) {
  loop.recording = worker.slab.make<Recording>(*loop.recorder);
  sched::domain_of_current(worker).execution = loop.recording;
}

void attach_validation(Worker& worker, TaskiterLoop& loop, NodeIndex begin, NodeIndex end, NodeIndex first_validated,
                       graph::Recorder* otherwise) {
  loop.validation =
      worker.slab.make<Validation>(*loop.instance, begin, end, loop.accesses(), first_validated, otherwise);
  sched::domain_of_current(worker).execution = loop.validation;
}

void attach_recapture(Worker& worker, TaskiterLoop& loop, NodeIndex begin, NodeIndex end) {
  loop.recapture = worker.slab.make<Recapture>(*loop.instance, begin, end);
  sched::domain_of_current(worker).execution = loop.recapture;
}

namespace {
template <class Mode>
void end_mode(Worker& worker, Mode*& mode) {
  if (mode == nullptr) return;
  sched::domain_of_current(worker).execution = nullptr;
  worker.slab.destroy(mode);
  mode = nullptr;
}
}  // namespace

void detach(Worker& worker, TaskiterLoop& loop) {
  end_mode(worker, loop.recording);
  end_mode(worker, loop.validation);
  end_mode(worker, loop.recapture);
}

bool wait_for_round(Worker& worker) {
  if (sched::domain_of_current(worker).has_detached || sched::settings.suspends) return false;
  sched::taskwait(worker);
  return true;
}

void explain(const TaskiterLoop& loop, const char* what, const char* reason) {
  if (!RecordTable::of(loop.site.records, loop.site.module).is_first_message()) return;
  SiteText site(loop.site.file, loop.site.line);
  base::warn("the taskiter loop %s %s: %s; its tasks run as ordinary tasks (said once)", site.text(), what, reason);
}

void note(const TaskiterLoop& loop, Event event, uint64_t n) {
  if (loop.history != nullptr) loop.history->count(event, n);
}

void note(const TaskiterLoop& loop, Reason reason, const char* text) {
  if (loop.history != nullptr) loop.history->set_reason(reason, text);
}

void note_refusal(const TaskiterLoop& loop, const char* reason) {
  note(loop, Event::Refused);
  note(loop, Reason::Refused, reason);
}

}  // namespace rondo::region
