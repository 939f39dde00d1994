// SPDX-License-Identifier: Apache-2.0
//
// The generated statements around a construct: declarations, and calls of include/rondo/directive.h and
// src/abi/rondo/directive_fortran.cpp.
//
// A construct is put into a BLOCK that declares everything that it needs: the functions, its site (SAVE) and its
// frame. So nothing has to be declared elsewhere, nested constructs hide each other's variables, and there is no
// conflict with the program's names (none of these begins with `rondo_`). C names are bound by BIND(C), which no
// option for underscores changes.
#pragma once

#include <string>
#include <vector>

#include "edit.hpp"

namespace rondo::fortran {

using Lines = std::vector<Line>;

inline Line statement_of(std::string text) { return std::move(Line().text(std::move(text))); }

// `block`, the declarations for calls of any kind, and a site and a frame for a construct that has them.
enum class Storage { None, Construct };
void open_block(Lines& lines, Storage storage);
void close_block(Lines& lines);

// Arguments `file` and `line` of a call: where the row stands. The name ends with a NUL character.
void add_place(Line& line, const Row& row);

}  // namespace rondo::fortran
