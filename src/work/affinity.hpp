// SPDX-License-Identifier: Apache-2.0
//
// The line of text that describes where a thread runs (OMP_AFFINITY_FORMAT).
#pragma once

#include <cstddef>

#include "config/options.hpp"
#include "config/text.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::work {

// Sets affinity-format-var. Other threads must not display meanwhile.
const char* affinity_format();
void set_affinity_format(const char* format);

// If `format` is nullptr or empty, affinity_format() is used. The line goes where the program's own runtime writes
// it: standard error for libgomp, standard output for libomp.
void add_affinity(const sched::Worker& worker, const char* format, config::Text& out);
void display_affinity(const sched::Worker& worker, const char* format);

// The display that a setting asks for when a region begins; with KMP_AFFINITY=verbose it goes to standard error for
// both runtimes.
void announce_affinity(const sched::Worker& worker);

// Copies text as the omp_ routines do: as much as fits into the buffer, with a final zero byte; returns the whole
// length.
size_t copy_text(const char* text, char* buffer, size_t bytes);

}  // namespace rondo::work
