// SPDX-License-Identifier: Apache-2.0
//
// The clauses of a directive statement, by the lowering library that the C and C++ shells use, too.
#pragma once

#include "construct.hpp"
#include "diagnostic.hpp"
#include "lowering/clause.hpp"
#include "statement.hpp"

namespace rondo::fortran {

using directives::Clause;
using directives::Clauses;
using directives::find;

// Positions in the clauses are indexes of the statement's tokens. Reports clauses that the directive must not have.
Clauses parse_clauses(const Statement& statement, const DirectiveHead& head, Diagnostics& diagnostics);

// The same tokens for the library, with the same indexes.
directives::Tokens translated(const Tokens& tokens);

// The library's findings, in the words of Fortran and at its places.
void hand_over(const directives::Diagnostics& found, const Statement& statement, Diagnostics& diagnostics);

}  // namespace rondo::fortran
