// SPDX-License-Identifier: Apache-2.0
//
// Marks an entry point of a face: C linkage, exported from librondo.
#pragma once

#include "base/architecture.hpp"  // RONDO_TAIL_CALL

#define RONDO_API extern "C" __attribute__((visibility("default")))
