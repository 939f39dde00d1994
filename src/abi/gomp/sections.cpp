// SPDX-License-Identifier: Apache-2.0
//
// sections as gcc calls them: a loop over the sections' numbers, which begin with 1; the number 0 means that none is
// left.
#include "abi/api.hpp"
#include "abi/gomp/loop.hpp"
#include "abi/gomp/parallel.hpp"
#include "work/cancel.hpp"
#include "work/construct.hpp"

namespace rondo::gomp {

namespace {

LoopSpec sections_spec(unsigned n_sections) {
  LoopSpec spec = scheduled(counted_spec(n_sections), Schedule::Dynamic);
  spec.is_sections = true;
  return spec;
}

}  // namespace

RONDO_API unsigned GOMP_sections_next() {
  work::Chunk chunk;
  return work::next_chunk(team::this_worker(), chunk) ? static_cast<unsigned>(chunk.first) + 1 : 0;
}

RONDO_API unsigned GOMP_sections_start(unsigned n_sections) {
  work::begin_loop(team::this_worker(), sections_spec(n_sections));
  return GOMP_sections_next();
}

RONDO_API unsigned GOMP_sections2_start(unsigned n_sections, uintptr_t* reductions, void** memory) {
  begin_extras(reductions, memory);
  return GOMP_sections_start(n_sections);
}

namespace {

void leave_sections() {
  sched::Worker& worker = team::this_worker();
  work::end_loop(worker);
  work::end_shared_memory(worker, team::member_of(worker).shared_memory);
}

}  // namespace

RONDO_API void GOMP_sections_end() {
  work::barrier(team::this_worker());
  leave_sections();
}
RONDO_API void GOMP_sections_end_nowait() { leave_sections(); }
RONDO_API bool GOMP_sections_end_cancel() {
  bool is_region_cancelled = work::barrier(team::this_worker());
  leave_sections();
  return is_region_cancelled;
}

RONDO_API void GOMP_parallel_sections(Body function, void* data, unsigned n_threads, unsigned n_sections,
                                      unsigned flags) {
  fork_loop(function, data, n_threads, sections_spec(n_sections), flags);
}
RONDO_API void GOMP_parallel_sections_start(Body function, void* data, unsigned n_threads, unsigned n_sections) {
  begin_fork_loop(function, data, n_threads, sections_spec(n_sections));
}

}  // namespace rondo::gomp
