// SPDX-License-Identifier: Apache-2.0
//
// The meaning of a pragma's line: which directive it is, ours or OpenMP's, and what follows for the statement behind
// it.
#pragma once

#include <span>

#include "token.hpp"

namespace rondo::directives {

using Line = std::span<const Token>;  // between PragmaBegin and PragmaEnd

enum class Directive {
  Taskgraph,
  Taskiter,
  Task,      // also every combination with taskloop
  Taskwait,
  Other,
};

Directive directive_of(Line line);

// Number of tokens that name the directive; what follows are clauses.
std::size_t name_length(Line line);

// "taskgraph", "masked taskloop simd", ...
std::string name_of(Line line);

// No statement belongs to it.
bool is_standalone(Line line);

// The statement is executed by other tasks than the one that encounters the directive.
bool moves_statement(Line line);

// It may be part of a record: task, taskloop, and taskwait if it has dependences.
bool is_recordable(Line line);

// It has a clause of ours: replayable, dep_pattern, firstprivate(saved: ...).
bool has_own_clause(Line line);

}  // namespace rondo::directives
