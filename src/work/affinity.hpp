// SPDX-License-Identifier: Apache-2.0
//
// The line of text that describes where a thread runs (OMP_AFFINITY_FORMAT).
#pragma once

#include <cstddef>

#include "config/options.hpp"
#include "config/text.hpp"
#include "sched/worker.hpp"

namespace rondo::work {

// affinity-format-var. Other threads must not display meanwhile.
const char* affinity_format();
void set_affinity_format(const char* format);

// `format` nullptr or empty: affinity_format(). Displayed where the program's own runtime does: libgomp on standard
// error, libomp on standard output.
void add_affinity(const sched::Worker& worker, const char* format, config::Text& out);
void display_affinity(const sched::Worker& worker, const char* format);

// What a setting asks for when a region begins; KMP_AFFINITY=verbose speaks on standard error everywhere.
void announce_affinity(const sched::Worker& worker);

// As the omp_ routines hand text out: what fits into the buffer, with a final zero byte; returns the whole length.
size_t copy_text(const char* text, char* buffer, size_t bytes);

}  // namespace rondo::work
