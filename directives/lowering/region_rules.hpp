// SPDX-License-Identifier: Apache-2.0
//
// The directives that may stand in a taskgraph region beside task and taskloop (OpenMP 6.0 section 14.3): one table
// for the directives of all languages.
#pragma once

#include <string_view>

#include "diagnostic.hpp"

namespace rondo::directives {

// A rule is named by its deciding word. An error is for a construct that the runtime cannot execute in a region,
// whose code may run at any encounter or at none. A warning is for one that it can record or tolerate.
struct RegionRule {
  std::string_view word;
  Severity severity;
  const char* text;
  bool forbids_record = false;  // it creates a task that Rondo does not record: the region runs as ordinary tasks
};

// nullptr: the word decides nothing.
const RegionRule* region_rule(std::string_view word);

// ---- Of task and taskloop, which may stand there -----------------------------------------------------------------

// On a taskloop, which OpenMP 6.0 wants to have a nogroup clause even if it is not replayable.
inline constexpr const char* kWantsNogroup =
    "taskloop in a taskgraph region should say nogroup (OpenMP 6.0); Rondo records its end as a wait";
inline constexpr const char* kIsDetachable = "a detachable task in a taskgraph region must say ";
inline constexpr const char* kIsUndeferred = "an undeferred task in a taskgraph region must say ";

// On a taskgraph in the body of a task that is certainly final.
inline constexpr const char* kInFinalTask =
    "a taskgraph region in a final task (OpenMP 6.0 does not allow it) is not recorded, and its tasks are undeferred";

}  // namespace rondo::directives
