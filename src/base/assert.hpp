// SPDX-License-Identifier: Apache-2.0
//
// RONDO_ASSERT(condition) states what the code relies on. Builds with RONDO_CHECK >= 1 (presets dev, asan, tsan) test
// it and stop with the condition and its place. Release builds drop it altogether: it is deliberately not turned into
// an optimiser assumption, because a wrong assertion must not become wrong code.
#pragma once

#include "base/message.hpp"

#ifndef RONDO_CHECK
#define RONDO_CHECK 0
#endif

#if RONDO_CHECK >= 1
#define RONDO_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::rondo::base::assertion_failed(#condition, __FILE__, __LINE__))
#else
// sizeof does not evaluate, yet it compiles the condition, so that release builds keep it valid and use its
// variables.
#define RONDO_ASSERT(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
