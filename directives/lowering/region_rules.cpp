// SPDX-License-Identifier: Apache-2.0
#include "region_rules.hpp"

#include <algorithm>

namespace rondo::directives {

namespace {

constexpr const char* kWaits = "is not allowed there by OpenMP 6.0; Rondo records it as a wait for the tasks before it";
constexpr const char* kMayBeSkipped = "is not executed by an encounter that replays the region without its code";
constexpr const char* kNeedsTeam = "needs all threads of the team, but one encounters the region";
constexpr const char* kNoTask = "creates no task that could be recorded; put it around the region or into a task";
constexpr const char* kNotRecorded = "cannot be recorded by Rondo; the region runs as ordinary tasks";

constexpr RegionRule kRules[] = {
    {"taskgraph", Severity::Error, "must not be nested directly; put it into a task, or use one region"},
    {"parallel", Severity::Error, kNoTask},
    {"teams", Severity::Error, kNoTask},
    {"for", Severity::Error, kNeedsTeam},
    {"do", Severity::Error, kNeedsTeam},
    {"sections", Severity::Error, kNeedsTeam},
    {"section", Severity::Error, kNeedsTeam},
    {"single", Severity::Error, kNeedsTeam},
    {"workshare", Severity::Error, kNeedsTeam},
    {"scope", Severity::Error, kNeedsTeam},
    {"loop", Severity::Error, kNeedsTeam},
    {"distribute", Severity::Error, kNeedsTeam},
    {"barrier", Severity::Error, kNeedsTeam},
    {"masked", Severity::Error, kNoTask},
    {"master", Severity::Error, kNoTask},
    {"critical", Severity::Error, kNoTask},
    {"ordered", Severity::Error, kNoTask},
    {"target", Severity::Warning, kNotRecorded, true},
    {"taskgroup", Severity::Warning, kWaits},
    {"taskwait", Severity::Warning, kWaits},
    {"taskyield", Severity::Warning, kMayBeSkipped},
    {"atomic", Severity::Warning, kMayBeSkipped},
    {"cancel", Severity::Warning, kMayBeSkipped},
    {"cancellation", Severity::Warning, kMayBeSkipped},
    {"depobj", Severity::Warning, kMayBeSkipped},
    {"flush", Severity::Warning, kMayBeSkipped},
    {"interop", Severity::Warning, kMayBeSkipped},
    {"simd", Severity::Warning, kMayBeSkipped},
};

}  // namespace

const RegionRule* region_rule(std::string_view word) {
  auto rule = std::find_if(std::begin(kRules), std::end(kRules),
                           [&](const RegionRule& candidate) { return candidate.word == word; });
  return rule == std::end(kRules) ? nullptr : rule;
}

}  // namespace rondo::directives
