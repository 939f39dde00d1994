// SPDX-License-Identifier: Apache-2.0
#include "team/binding.hpp"

#include <new>

#include "base/message.hpp"
#include "os/thread.hpp"
#include "os/topology.hpp"
#include "team/face.hpp"
#include "team/process.hpp"
#include "team/runtime.hpp"

namespace rondo::team {

namespace {

void read_places() {
  const config::Options& settings = options();
  auto& list = *new (process.places_storage) os::PlaceList;
  const char* text = settings.places;
  if (text == nullptr && may_bind(settings)) text = config::kPlacesOfBinding;
  if (text == nullptr) return;
  list = os::make_places(text);
  if (list.count() != 0) return;
  base::warn("none of the places '%s' may be used by this process, so threads are not bound; see `rondo info`", text);
}

// The place from which a thread starts that no region has given a place. The initial thread: the first one; threads
// of the program: where they are, so that several of them do not meet on one place.
uint32_t start_place(const sched::Worker& worker) {
  if (worker.bound_place != kNoPlace) return worker.bound_place;
  if (os::is_initial_thread()) return 0;
  uint32_t here = places().place_of(os::current_cpu());
  return here == os::CpuSet::kNone ? 0 : here;
}

}  // namespace

const os::PlaceList& places() {
  process.places_once.run(read_places);
  return *reinterpret_cast<os::PlaceList*>(process.places_storage);
}

config::ProcBind proc_bind(const sched::Worker& worker) {
  const Team& team = team_of(worker);
  auto policy = team.level == 0 ? options().proc_bind[0] : team.proc_bind;
  return policy == config::ProcBind::True ? process.true_means : policy;
}

void begin_binding(const config::Options& options) {
  const config::Dialect dialect = dialect_of_program();
  process.inherits_clause = dialect == config::Dialect::Libgomp;
  const bool spreads = dialect == config::Dialect::Libomp && !options.binds_in_order;
  process.true_means = spreads ? config::ProcBind::Spread : config::ProcBind::True;
}

namespace {

void take_place(const sched::Worker& worker, Member& member) {
  if (member.binding.place == kNoPlace) member.binding = {start_place(worker), 0, places().count()};
}

}  // namespace

void take_place(sched::Worker& worker) {
  if (places().count() == 0) return;
  Member& member = member_of(worker);
  take_place(worker, member);
  bind(worker, member.binding.place);
}

uint32_t place_number(sched::Worker& worker) {
  if (!worker.is_bound() && may_bind(options()) && member_of(worker).binding.place == kNoPlace) take_place(worker);
  return worker.bound_place;
}

void leave_place(sched::Worker& worker) {
  if (may_bind(options()) && places().count() != 0) take_place(worker, member_of(worker));
  worker.bound_place = kNoPlace;
}

void assign_places(sched::Worker& worker, Member& outer, Team& team) {
  auto clause = static_cast<config::ProcBind>(outer.pushed.proc_bind);
  outer.pushed.proc_bind = 0;
  const config::Options& settings = options();
  const config::ProcBind inherited = proc_bind(worker);
  const config::ProcBind policy = clause != config::ProcBind::False ? clause : inherited;
  const bool is_listed = team.level < settings.proc_bind_listed;
  team.proc_bind = is_listed ? settings.proc_bind[team.level] : process.inherits_clause ? policy : inherited;
  if (team.n_slots == 1) {  // not active: it binds no thread
    team.member(0)->binding = outer.binding;
    return;
  }
  if (places().count() == 0) return;
  take_place(worker, outer);
  for (uint32_t i = 0; i < team.n_slots; i++) {
    team.member(i)->binding = binding_of(policy, outer.binding, i, team.n_slots);
  }
  bind(worker, team.member(0)->binding.place);
}

void bind(sched::Worker& worker, uint32_t place) {
  if (worker.bound_place == place) return;
  if (os::bind_thread(places()[place])) {
    worker.bound_place = place;
  } else {
    base::warn_once(
        "the system refuses to bind a thread to place %u, so threads may run elsewhere; check the process's "
        "cpuset, or leave OMP_PROC_BIND and OMP_PLACES out",
        place);
  }
}

void unbind(sched::Worker& worker) {
  if (worker.bound_place == kNoPlace) return;
  os::unbind_thread();
  worker.bound_place = kNoPlace;
}

}  // namespace rondo::team
