// SPDX-License-Identifier: Apache-2.0
//
// Takes `#pragma omp` over from clang's parser: what is OpenMP's goes on to it as it would have; what is ours is
// lowered first.
#pragma once

#include "clang/Sema/Sema.h"

namespace rondo::directives {

// Before the first token is lexed, after the parser has installed its own handler. A unit's tokens can be watched by
// one only: where clang does so itself (for coverage), it is not known whether a directive stands in a function.
void take_over_openmp(clang::Sema& sema, bool may_watch_tokens);

}  // namespace rondo::directives
