// SPDX-License-Identifier: Apache-2.0
//
// Takes `#pragma omp` over from clang's parser: directives of OpenMP go on to the parser unchanged; directives of
// ours are lowered first.
#pragma once

#include "clang/Sema/Sema.h"

namespace rondo::directives {

// Before the first token is lexed, after the parser has installed its own handler. Only one watcher can see a unit's
// tokens: if clang itself is that watcher (for coverage), it is unknown whether a directive stands in a function.
void take_over_openmp(clang::Sema& sema, bool may_watch_tokens);

}  // namespace rondo::directives
