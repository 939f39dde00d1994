// SPDX-License-Identifier: Apache-2.0
//
// The findings of check mode (check.hpp) in words: for messages and reports.
#pragma once

#include "graph/inspect/check.hpp"

namespace rondo::graph {

// A finding as words that follow the name of the region: what differs, what a replay would do, what to do about it.
void describe(Subject subject, Spelling spelling, Drift drift, const Finding& finding, char* out, size_t out_bytes);

const char* name_of(Drift drift);

// Of the construct with this name.
Subject subject_of(const char* construct);

}  // namespace rondo::graph
