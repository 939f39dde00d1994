// SPDX-License-Identifier: Apache-2.0
//
// A program's block cut into segments, one after the other in one task and on the same cells: some are ordinary
// tasks, others regions, blocks with a pattern, or loops. Nobody waits between them beyond what the program says. So
// the tasks of each depend on those of the others, which may still run, in this encounter or the one before.
#pragma once

#include <rondo.h>

#include "interpreter.hpp"

namespace random_tasks {

enum class SegmentForm : std::uint8_t { Ordinary, Region, PureRegion, Open, PureOpen, Pattern, Loop };

struct Segment {
  std::vector<Step> steps;
  SegmentForm form = SegmentForm::Ordinary;
  Value id = 0;
  std::uint32_t n_times = 1;  // Loop

  // A replay without the block, and an iteration, have the data of the recording.
  bool keeps_argument() const {
    return form == SegmentForm::PureRegion || form == SegmentForm::PureOpen || form == SegmentForm::Loop;
  }
  Value argument(Value seed, std::uint64_t encounter) const {
    return mix(mix(seed, id), keeps_argument() ? 99 : encounter);
  }
};

inline bool waits(const std::vector<Step>& steps) {
  for (const Step& step : steps)
    if (step.kind != StepKind::Spawn) return true;
  return false;
}

// Whoever skips the code of a region that it does not wait for skips its waits, too. A task that overlaps itself
// would overlap the next iteration's in a loop.
inline std::vector<Segment> cut(const Program& program, Value seed, bool has_loops) {
  Random random(mix(seed, 815));
  std::vector<Segment> segments;
  const std::vector<Step>& steps = program.tasks[0].body;
  for (std::size_t i = 0; i < steps.size();) {
    Segment segment;
    const std::size_t n = random.between(1, 12);
    for (; i < steps.size() && segment.steps.size() < n; i++) segment.steps.push_back(steps[i]);
    segment.id = segments.size();
    segment.form = static_cast<SegmentForm>(random.below(has_loops ? 7 : 6));
    if (segment.form == SegmentForm::PureOpen && waits(segment.steps)) segment.form = SegmentForm::Open;
    if (segment.form == SegmentForm::Loop) segment.n_times = random.between(2, 4);
    segments.push_back(static_cast<Segment&&>(segment));
  }
  return segments;
}

template <How kHow>
void run_segment(const Program& program, Data& data, const Segment& segment, Value argument) {
  Interpreter<kHow>(program, data).run_part(segment.steps, argument);
}

inline void run_in_form(const Program& program, Data& data, const Segment& segment, Value seed,
                        std::uint64_t encounter) {
  const Value argument = segment.argument(seed, encounter);
  const bool is_first = encounter == 0;
  const auto run = [&] { run_segment<How::Parallel>(program, data, segment, argument); };
  char tag[48];
  switch (segment.form) {
    case SegmentForm::Ordinary:
      return run();
    case SegmentForm::Region:
      RONDO_TASKGRAPH(rondo_graph_id(segment.id), rondo_graph_reset(is_first)) { run(); }
      return;
    case SegmentForm::PureRegion:
      RONDO_TASKGRAPH(rondo_graph_id(segment.id), rondo_graph_reset(is_first), rondo_same_data()) { run(); }
      return;
    case SegmentForm::Open:
      RONDO_TASKGRAPH(rondo_graph_id(segment.id), rondo_graph_reset(is_first), rondo_nogroup()) { run(); }
      return;
    case SegmentForm::PureOpen:
      RONDO_TASKGRAPH(rondo_graph_id(segment.id), rondo_graph_reset(is_first), rondo_nogroup(), rondo_same_data()) {
        run();
      }
      return;
    case SegmentForm::Pattern:
      std::snprintf(tag, sizeof tag, "segment %llu of %llu", static_cast<unsigned long long>(segment.id),
                    static_cast<unsigned long long>(seed));
      RONDO_DEP_PATTERN(tag) { run(); }
      return;
    case SegmentForm::Loop:
      RONDO_TASKITER(t, segment.n_times, rondo_inline()) { run(); }
      return;
  }
}

inline void run_siblings(const Program& program, Data& data, const std::vector<Segment>& segments, Value seed,
                         std::uint64_t encounter) {
  for (const Segment& segment : segments) run_in_form(program, data, segment, seed, encounter);
  data.first_call += program.tasks.size();
}

inline void expect_siblings(const Program& program, Data& data, const std::vector<Segment>& segments, Value seed,
                            std::uint64_t encounter) {
  for (const Segment& segment : segments)
    for (std::uint32_t i = 0; i < segment.n_times; i++)
      run_segment<How::Serial>(program, data, segment, segment.argument(seed, encounter));
}

}  // namespace random_tasks
