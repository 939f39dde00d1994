// SPDX-License-Identifier: Apache-2.0
//
// The rules of OpenMP 6.0 section 14.3 for the data of a task that is to be recorded, as far as the source makes them
// certain: variables that live in the region's block only, and variables that a dependence is written with.
#pragma once

#include <string>
#include <vector>

#include "clause.hpp"
#include "construct.hpp"

namespace rondo::directives {

using Names = std::vector<std::string>;

bool has(const Names& names, const std::string& name);

// `declared`: variables declared in the region around the task. Positions are those of the line.
void check_data(Line line, const Clauses& clauses, const Names& declared, Diagnostics& diagnostics);

// C and C++, whose items may be any lvalue: an item of `affinity` is a variable or what a variable points to.
void check_affinity(Line line, const Clauses& clauses, Diagnostics& diagnostics);

}  // namespace rondo::directives
