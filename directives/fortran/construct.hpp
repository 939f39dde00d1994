// SPDX-License-Identifier: Apache-2.0
//
// Which statements belong to which construct, as far as the rewriting needs it: regions, loops and tasks of OpenMP,
// do loops (whose end is a taskiter's end) and BLOCK (which may end a directive's construct without an END
// directive).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "diagnostic.hpp"
#include "statement.hpp"

namespace rondo::fortran {

enum class DirectiveName { Taskgraph, Taskiter, Task, Taskloop, Taskwait, Other };

struct DirectiveHead {
  DirectiveName name = DirectiveName::Other;
  bool is_end = false;
  std::size_t clauses = 0;  // index of the token behind the name
};

// The kind of a directive statement.
DirectiveHead head_of(const Statement& statement);

enum class ConstructKind { Taskgraph, Taskiter, Task, Taskloop, Loop, Block };

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Construct {
  ConstructKind kind = ConstructKind::Block;
  std::size_t parent = kNone;
  std::size_t first = 0;         // statement: the directive, or what opens the loop or block
  std::size_t body = 0;          // first statement of the body; of taskiter and taskloop: the loop's first
  std::size_t last = kNone;      // last statement: END directive, END DO, END BLOCK
  bool has_end_directive = false;
  std::string label;  // of `do 10 ...`
};

// A construct around statements.
struct Program {
  std::vector<Statement> statements;
  std::vector<Construct> constructs;       // outer ones before inner ones
  std::vector<std::size_t> construct_of;   // of each statement: the innermost around it; its own if it opens one
  std::vector<DirectiveHead> heads;        // of each statement; Other for code

  // The construct that the statement opens, or kNone.
  std::size_t opened_by(std::size_t statement) const;
};

Program find_constructs(std::vector<Statement> statements, Diagnostics& diagnostics);

// Index of the first token of a code statement behind `name:`.
std::size_t behind_name(const Statement& statement);

}  // namespace rondo::fortran
