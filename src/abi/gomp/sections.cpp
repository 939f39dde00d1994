// SPDX-License-Identifier: Apache-2.0
//
// sections as gcc calls them: a loop over the sections' numbers, which begin with 1; the number 0 means that none is
// left.
#include "abi/api.hpp"
#include "abi/gomp/loop.hpp"
#include "abi/gomp/parallel.hpp"
#include "abi/observed.hpp"
#include "work/cancel.hpp"
#include "work/construct.hpp"

namespace rondo::gomp {

namespace {

LoopSpec sections_spec(unsigned n_sections) {
  LoopSpec spec = scheduled(counted_spec(n_sections), Schedule::Dynamic);
  spec.is_sections = true;
  return spec;
}

unsigned next_section(const void* caller) {
  sched::Worker& worker = team::this_worker();
  work::Chunk chunk;
  if (!work::next_chunk(worker, chunk)) return 0;
  if (ompt::is_on()) [[unlikely]]
    abi::note_section(worker, caller);
  return static_cast<unsigned>(chunk.first) + 1;
}

unsigned start_sections(unsigned n_sections, const void* caller) {
  sched::Worker& worker = team::this_worker();
  const LoopSpec spec = sections_spec(n_sections);
  if (ompt::is_on()) [[unlikely]]
    note_loop(spec, caller);
  work::begin_loop(worker, spec);
  return next_section(caller);
}

}  // namespace

RONDO_API unsigned GOMP_sections_next() { return next_section(__builtin_return_address(0)); }

RONDO_API unsigned GOMP_sections_start(unsigned n_sections) {
  return start_sections(n_sections, __builtin_return_address(0));
}

RONDO_API unsigned GOMP_sections2_start(unsigned n_sections, uintptr_t* reductions, void** memory) {
  begin_extras(reductions, memory);
  return start_sections(n_sections, __builtin_return_address(0));
}

namespace {

void leave_sections() {
  sched::Worker& worker = team::this_worker();
  work::end_loop(worker);
  work::end_shared_memory(worker, team::member_of(worker).shared_memory);
}

}  // namespace

RONDO_API void GOMP_sections_end() {
  end_construct();
  leave_sections();
}
RONDO_API void GOMP_sections_end_nowait() {
  end_construct_nowait();
  leave_sections();
}
RONDO_API bool GOMP_sections_end_cancel() {
  bool is_region_cancelled = end_construct();
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
