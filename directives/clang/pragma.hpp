// SPDX-License-Identifier: Apache-2.0
//
// Takes `#pragma omp` over from clang's parser: what is OpenMP's goes on to it as it would have; what is ours is
// lowered first.
#pragma once

#include "clang/Sema/Sema.h"

namespace rondo::directives {

// Before the first token is lexed, after the parser has installed its own handler.
void take_over_openmp(clang::Sema& sema);

}  // namespace rondo::directives
