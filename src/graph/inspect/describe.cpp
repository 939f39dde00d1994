// SPDX-License-Identifier: Apache-2.0
#include "graph/inspect/describe.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace rondo::graph {

namespace {

// Eight bytes are likely an address, fewer a number.
void add_values(const Finding& finding, char* out, size_t out_bytes) {
  if (finding.n_bytes == 8) {
    snprintf(out, out_bytes, "0x%" PRIx64 " (recorded: 0x%" PRIx64 ")", finding.current, finding.recorded);
  } else {
    snprintf(out, out_bytes, "%" PRId32 " (recorded: %" PRId32 ")", static_cast<int32_t>(finding.current),
             static_cast<int32_t>(finding.recorded));
  }
}

// The words that a user writes, for a graph id and so on.
struct Words {
  const char* id;
  const char* reset;
  const char* same_data;
  const char* if_clause;
};
constexpr Words kHeaderWords = {"rondo_graph_id", "rondo_graph_reset", "rondo_same_data()", "rondo_if"};
constexpr Words kDirectiveWords = {"the clause graph_id", "the clause graph_reset", "the clause recurrent",
                                   "the clause if"};

void describe_of_region(const Words& words, Drift drift, const Finding& finding, char* out, size_t out_bytes) {
  char values[80];
  switch (drift) {
    case Drift::Number:
      snprintf(out, out_bytes,
               "creates %" PRIu64 " tasks and waits where %" PRIu64
               " were recorded; give each shape a graph id of its own (%s)",
               finding.current, finding.recorded, words.id);
      return;
    case Drift::Shape:
      snprintf(out, out_bytes, "creates task %u with %s than was recorded; give each shape a graph id of its own (%s)",
               finding.node, finding.reason, words.id);
      return;
    case Drift::Wait:
      snprintf(out, out_bytes,
               "waits at other places than were recorded, first as its step %u; give each shape a graph id of its own "
               "(%s)",
               finding.node, words.id);
      return;
    case Drift::Order:
      snprintf(out, out_bytes,
               "makes task %u wait for task %u, which the record does not order: a replay may run them at the same "
               "time; give each pattern of dependences a graph id of its own, or reset the record (%s)",
               finding.node, finding.earlier, words.reset);
      return;
    case Drift::Data:
      add_values(finding, values, sizeof values);
      snprintf(
          out, out_bytes,
          "captures %s at byte %u of the data of task %u: a pure replay uses the recorded value; drop %s, or reset "
          "the record (%s)",
          values, finding.offset, finding.node, words.same_data, words.reset);
      return;
    case Drift::Refusal:
      snprintf(out, out_bytes, "can no longer be recorded: %s; keep it out of the region, or use %s for it",
               finding.reason, words.if_clause);
      return;
    case Drift::Variable:
    case Drift::Misfit:
      snprintf(out, out_bytes, "differs");
      return;
  }
}

void describe_of_loop(Drift drift, const Finding& finding, char* out, size_t out_bytes) {
  constexpr const char* kPeriod =
      "its graph repeats what was recorded; say with unroll how many iterations make a period";
  char values[80];
  switch (drift) {
    case Drift::Number:
      snprintf(out, out_bytes,
               "creates %" PRIu64 " tasks and waits in a later iteration where %" PRIu64 " were recorded: %s",
               finding.current, finding.recorded, kPeriod);
      return;
    case Drift::Shape:
      snprintf(out, out_bytes, "creates task %u with %s in a later iteration than was recorded: %s", finding.node,
               finding.reason, kPeriod);
      return;
    case Drift::Wait:
      snprintf(out, out_bytes, "waits at other places in a later iteration, first as its step %u: %s", finding.node,
               kPeriod);
      return;
    case Drift::Order:
      snprintf(out, out_bytes, "gives task %u other dependences in a later iteration than were recorded: %s",
               finding.node, kPeriod);
      return;
    case Drift::Data:
      add_values(finding, values, sizeof values);
      snprintf(out, out_bytes,
               "captures %s at byte %u of the data of task %u in a later iteration, which uses the recorded value; add "
               "update, or let a task compute it",
               values, finding.offset, finding.node);
      return;
    case Drift::Variable:
      snprintf(out, out_bytes,
               "changes, outside of tasks, a variable that task %u captures by reference: its code runs for the "
               "recorded iterations only; add update, or let a task change it",
               finding.node);
      return;
    case Drift::Refusal:
    case Drift::Misfit:
      snprintf(out, out_bytes, "cannot be recorded in a later iteration: %s; keep it out of the loop", finding.reason);
      return;
  }
}

}  // namespace

void describe(Subject subject, Spelling spelling, Drift drift, const Finding& finding, char* out, size_t out_bytes) {
  switch (subject) {
    case Subject::Region:
      return describe_of_region(spelling == Spelling::Directive ? kDirectiveWords : kHeaderWords, drift, finding, out,
                                out_bytes);
    case Subject::Loop:
      return describe_of_loop(drift, finding, out, out_bytes);
    case Subject::Pattern:
      snprintf(out, out_bytes, "does not fit the pattern: %s; give each pattern of dependences a tag of its own",
               finding.reason);
      return;
  }
}

const char* name_of(Drift drift) {
  constexpr const char* kNames[kDrifts] = {"number", "shape", "wait", "order", "data", "refusal", "variable", "misfit"};
  return kNames[static_cast<uint32_t>(drift)];
}

Subject subject_of(const char* construct) {
  if (std::strcmp(construct, "taskiter") == 0) return Subject::Loop;
  return std::strcmp(construct, "dep_pattern") == 0 ? Subject::Pattern : Subject::Region;
}

}  // namespace rondo::graph
