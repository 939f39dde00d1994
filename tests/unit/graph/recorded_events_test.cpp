// SPDX-License-Identifier: Apache-2.0
//
// Detachable tasks in a recording: whether the control code is needed to give a task its event, and which taskgroups
// would wait for too much.
#include "graph/record/recorder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace rondo::graph {
namespace {

constexpr uintptr_t kEvent = 0x7f0000001040, kOther = 0x7f0000002080;
using Block = std::array<uintptr_t, 4>;

task::TaskSpec spec_of(uint32_t flags) {
  return {.entry = {},
          .block_bytes = sizeof(Block),
          .shareds_offset = 0,
          .flags = flags,
          .priority = 0,
          .is_trivial = true};
}

void add_detachable(Recorder& recorder, const Block& block, uintptr_t event, const task::TaskGroup* group = nullptr) {
  recorder.announce_event(event, group);
  recorder.add_task(spec_of(task::kDetachable), block.data(), {});
}

TEST(RecordedEvents, TheTaskItselfHasItsEvent) {
  Recorder recorder(true);
  add_detachable(recorder, {1, kEvent, 2, 3}, kEvent);
  recorder.finish_events();
  EXPECT_TRUE(recorder.has_events());
  EXPECT_TRUE(recorder.can_skip_code());
  EXPECT_EQ((*recorder.notes.begin()).shape.event_offset, sizeof(uintptr_t));
  uintptr_t kept;
  std::memcpy(&kept, recorder.pristine.data() + sizeof(uintptr_t), sizeof kept);
  EXPECT_EQ(kept, 0u);
}

TEST(RecordedEvents, TheCodeGivesItAway) {
  Recorder nowhere(true);
  add_detachable(nowhere, {1, 2, 3, 4}, kEvent);
  EXPECT_FALSE(nowhere.can_skip_code());
  Recorder twice(true);
  add_detachable(twice, {kEvent, 2, kEvent, 4}, kEvent);
  EXPECT_FALSE(twice.can_skip_code());
}

TEST(RecordedEvents, AnotherTaskHasIt) {
  for (const bool is_before : {false, true}) {
    Recorder recorder(true);
    const Block other = {5, 6, kEvent, 7};
    if (is_before) recorder.add_task(spec_of(0), other.data(), {});
    add_detachable(recorder, {kEvent, 1, 2, 3}, kEvent);
    add_detachable(recorder, {kOther, 1, 2, 3}, kOther);
    if (!is_before) recorder.add_task(spec_of(0), other.data(), {});
    EXPECT_TRUE(recorder.can_skip_code());
    recorder.finish_events();
    EXPECT_FALSE(recorder.can_skip_code());
  }
}

TEST(RecordedEvents, ATaskgroupWaitsForItsOwnOnly) {
  task::TaskGroup outer, inner;
  Recorder inside(false);
  add_detachable(inside, {}, kEvent, &inner);
  inside.end_group_of(&inner);
  EXPECT_EQ(inside.reason(), nullptr);
  add_detachable(inside, {}, kOther, &outer);
  inside.end_group_of(&inner);
  EXPECT_EQ(inside.reason(), kEventBeforeGroup);

  Recorder waited_for(false);
  add_detachable(waited_for, {}, kEvent, &outer);
  waited_for.end_wait();
  waited_for.end_group_of(&inner);
  EXPECT_EQ(waited_for.reason(), nullptr);

  Recorder mixed(false);
  add_detachable(mixed, {}, kEvent, &outer);
  add_detachable(mixed, {}, kOther, &inner);
  mixed.end_group_of(&inner);
  EXPECT_EQ(mixed.reason(), kEventBeforeGroup);
}

}  // namespace
}  // namespace rondo::graph
