// SPDX-License-Identifier: Apache-2.0
//
// The clauses of our directives, and our clauses on OpenMP's: the lists of them, and mistakes in their use.
#pragma once

#include "clause.hpp"
#include "outline.hpp"

namespace rondo::directives {

// Those of a directive of ours, in every language: which there are, and what they rule out. Positions are the line's.
void check_taskgraph_clauses(const Clauses& clauses, Diagnostics& diagnostics);
void check_taskiter_clauses(Line line, const Clauses& clauses, Diagnostics& diagnostics);

void check_own_clauses(const Tokens& tokens, const Outline& outline, Diagnostics& diagnostics);

// Of `replayable` on a taskwait without dependences.
inline constexpr const char* kWaitsForAll =
    "'replayable' is a clause of taskwait only together with 'depend'; without, it waits for all tasks";

// Items of all clauses `name`, and those of all firstprivate(saved: ...), in the order of the clauses.
std::size_t count_items(Line line, const Clauses& clauses, const char* name);
std::vector<TokenRange> saved_items(Line line, const Clauses& clauses);
void check_saved_items(Line line, const Clauses& clauses, Diagnostics& diagnostics);

// The condition of a loop declares a variable.
bool is_declaration(const Tokens& tokens, TokenRange condition);

}  // namespace rondo::directives
