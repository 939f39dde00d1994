// SPDX-License-Identifier: Apache-2.0
//
// The restrictions of OpenMP 6.0 section 14.3 and of the taskiter paper that can be checked in the source: constructs
// that a region must not have, and statements that leave a region or a loop. The same rules as
// directives/lowering/check.hpp, for Fortran's statements.
#pragma once

#include "construct.hpp"
#include "diagnostic.hpp"

namespace rondo::fortran {

void check(const Program& program, Diagnostics& diagnostics);

// Part of the region creates tasks that cannot be recorded, so the region has to run as ordinary tasks.
bool forbids_record(const Program& program, std::size_t region);

// The taskgraph region that the statement belongs to: lexically around it, and no task between them; or kNone.
std::size_t region_around(const Program& program, std::size_t statement);

}  // namespace rondo::fortran
