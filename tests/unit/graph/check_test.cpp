// SPDX-License-Identifier: Apache-2.0
//
// graph/inspect/check.hpp and graph/record/padding.hpp: a drift of each kind is found where it is, and nothing is
// found where a replay would be right.
#include "graph/inspect/check.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "depend/oracle.hpp"
#include "graph/bodies.hpp"
#include "graph/inspect/describe.hpp"
#include "graph/record/captured_addresses.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using depend::Dependence;
using depend::Kind;

// One encounter, taken down.
class Encountered {
 public:
  explicit Encountered(bool keeps_data = true) : recorder_(keeps_data, true) {}

  Encountered& task(std::vector<Dependence> dependences = {}, std::vector<int32_t> captured = {1, 2, 3, 4},
                    task::GompEntry entry = gomp_body, uint16_t flags = 0) {
    task::TaskSpec spec = {};
    spec.entry.gomp = entry;
    spec.block_bytes = static_cast<uint32_t>(captured.size() * sizeof(int32_t));
    spec.flags = flags;
    spec.is_trivial = true;
    recorder_.padding.observe(spec.entry, 2 * recorder_.notes.size(), scratch_, sizeof scratch_, 1);
    recorder_.add_task(spec, captured.data(), dependences);
    return *this;
  }
  Encountered& wait(task::Depth depth = task::Depth::Children) {
    recorder_.add_join({}, depth);
    return *this;
  }
  const Recorder& recorder() const { return recorder_; }

 private:
  Recorder recorder_;
  char scratch_[8] = {};
};

Findings compare(const Encountered& recorded, const Encountered& current, bool compares_data = true) {
  Transcript* kept = keep(recorded.recorder());
  Findings findings = compare(*kept, view(current.recorder()), compares_data);
  free_transcript(kept);
  return findings;
}

// The only kind found; a test that expects one wants no other.
std::string kinds(const Findings& findings) {
  std::string result;
  for (uint32_t drift = 0; drift < kDrifts; drift++) {
    if (findings.of[drift].n_places != 0) result += std::string(name_of(static_cast<Drift>(drift))) + " ";
  }
  return result;
}

TEST(Check, TheSameAgainIsNoFinding) {
  EXPECT_EQ(kinds(compare(Encountered(), Encountered())), "");
  Encountered recorded;
  Encountered current;
  for (Encountered* encounter : {&recorded, &current}) {
    encounter->task({{8, Kind::Out}}).task({{8, Kind::In}}).wait().task();
  }
  EXPECT_EQ(kinds(compare(recorded, current)), "");
}

TEST(Check, FewerAndMoreTasks) {
  Encountered two;
  two.task().task();
  Encountered three;
  three.task().task().task();
  Findings findings = compare(three, two);
  EXPECT_EQ(kinds(findings), "number ");
  EXPECT_EQ(findings[Drift::Number].recorded, 3u);
  EXPECT_EQ(findings[Drift::Number].current, 2u);
  EXPECT_EQ(findings[Drift::Number].node, 2u);
  EXPECT_EQ(kinds(compare(two, three)), "number ");
  EXPECT_TRUE(findings.has_other_shape());
}

TEST(Check, BodySizeAndFlags) {
  Encountered recorded;
  recorded.task().task().task();
  Encountered bodies;
  bodies.task().task({}, {1, 2, 3, 4}, other_gomp_body).task({}, {1, 2, 3, 4}, other_gomp_body);
  Findings findings = compare(recorded, bodies);
  EXPECT_EQ(kinds(findings), "shape ");
  EXPECT_EQ(findings[Drift::Shape].node, 1u);
  EXPECT_EQ(findings[Drift::Shape].n_places, 2u);
  EXPECT_STREQ(findings[Drift::Shape].reason, "another body");
  EXPECT_EQ(findings[Drift::Shape].recorded, reinterpret_cast<uintptr_t>(gomp_body));
  EXPECT_EQ(findings[Drift::Shape].body, reinterpret_cast<const void*>(gomp_body));
  EXPECT_EQ(findings[Drift::Shape].current, reinterpret_cast<uintptr_t>(other_gomp_body));
  Encountered sizes;
  sizes.task().task().task({}, {1, 2, 3});
  EXPECT_STREQ(compare(recorded, sizes)[Drift::Shape].reason, "captured data of another size");
  Encountered flags;
  flags.task({}, {1, 2, 3, 4}, gomp_body, task::kUntied).task().task();
  EXPECT_STREQ(compare(recorded, flags)[Drift::Shape].reason, "other clauses");
}

TEST(Check, WaitsAtOtherPlaces) {
  Encountered recorded;
  recorded.task().wait().task();
  Encountered later;
  later.task().task().wait();
  EXPECT_EQ(kinds(compare(recorded, later)), "wait ");
  EXPECT_EQ(compare(recorded, later)[Drift::Wait].node, 1u);
  Encountered deeper;
  deeper.task().wait(task::Depth::Descendants).task();
  EXPECT_EQ(kinds(compare(recorded, deeper)), "wait ");
}

TEST(Check, OtherAddressesInTheSamePatternAreNoFinding) {
  Encountered recorded;
  recorded.task({{8, Kind::Out}}).task({{16, Kind::Out}}).task({{8, Kind::In}, {16, Kind::In}});
  Encountered swapped;
  swapped.task({{16, Kind::Out}}).task({{8, Kind::Out}}).task({{16, Kind::In}, {8, Kind::In}});
  EXPECT_EQ(kinds(compare(recorded, swapped)), "");
}

TEST(Check, AnOrderThatTheRecordLacks) {
  Encountered recorded;
  recorded.task({{8, Kind::Out}}).task({{16, Kind::Out}}).task({{8, Kind::In}});
  Encountered current;
  current.task({{8, Kind::Out}}).task({{16, Kind::Out}}).task({{16, Kind::In}});
  Findings findings = compare(recorded, current);
  EXPECT_EQ(kinds(findings), "order ");
  EXPECT_EQ(findings[Drift::Order].node, 2u);
  EXPECT_EQ(findings[Drift::Order].earlier, 1u);
  EXPECT_FALSE(findings.has_other_shape()) << "a re-capture would not notice";
}

TEST(Check, TwoAddressesThatHaveBecomeOne) {
  Encountered recorded;
  recorded.task({{8, Kind::Out}}).task({{16, Kind::Out}});
  Encountered current;
  current.task({{8, Kind::Out}}).task({{8, Kind::Out}});
  EXPECT_EQ(kinds(compare(recorded, current)), "order ");
  EXPECT_EQ(kinds(compare(current, recorded)), "") << "a replay that orders more than is asked for is right";
}

TEST(Check, KindsCountWhereTheyOrder) {
  Encountered readers;
  readers.task({{8, Kind::In}}).task({{8, Kind::In}});
  Encountered writers;
  writers.task({{8, Kind::Out}}).task({{8, Kind::Out}});
  EXPECT_EQ(kinds(compare(readers, writers)), "order ");
  EXPECT_EQ(kinds(compare(writers, readers)), "");
}

TEST(Check, AllMemoryIsNotRenamed) {
  Encountered recorded;
  recorded.task({{8, Kind::Out}}).task({{16, Kind::Out}});
  Encountered current;
  current.task({{8, Kind::Out}}).task({{depend::kAllMemory, Kind::Out}});
  EXPECT_EQ(kinds(compare(recorded, current)), "order ");
}

// Ways through hundreds of nodes: there where the record has them, and the number of those that it lacks.
TEST(Check, OrdersOverALongWay) {
  constexpr uint32_t kTasks = 300;
  constexpr uintptr_t kShared = 8 * kTasks;
  Encountered chain;
  Encountered ends;
  for (uint32_t task = 0; task < kTasks; task++) {
    chain.task({{8, Kind::Out}});
    // All behind the first, none behind another.
    ends.task({{kShared, task == 0 ? Kind::Out : Kind::In}});
  }
  EXPECT_EQ(kinds(compare(chain, ends)), "");
  Encountered halves;
  for (uint32_t task = 0; task < kTasks; task++) halves.task({{task < kTasks / 2 ? 8u : 16u, Kind::Out}});
  Findings findings = compare(halves, ends);
  EXPECT_EQ(kinds(findings), "order ");
  EXPECT_EQ(findings[Drift::Order].n_places, kTasks / 2);
  EXPECT_EQ(findings[Drift::Order].node, kTasks / 2);
  EXPECT_EQ(findings[Drift::Order].earlier, 0u);
}

test::Relation order_of(const std::vector<test::Dependences>& program) {
  test::Relation before(program.size());
  for (size_t later = 0; later < program.size(); later++) {
    for (size_t earlier = 0; earlier < later; earlier++) {
      before[later].set(earlier, test::must_wait(program[later], program[earlier]));
    }
  }
  test::close_transitively(before);
  return before;
}

// Over random pairs of programs: an order finding exactly if the specification's order of the current program is not
// part of that of the recorded one.
TEST(Check, OrderAgreesWithTheOracle) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    base::Rng rng(static_cast<uint32_t>(seed));
    uint32_t n_drifts = 0;
    for (int round = 0; round < 100; round++) {
      uint32_t n = 2 + rng.below(8);
      std::vector<test::Dependences> programs[2];
      Encountered encounters[2];
      for (uint32_t task = 0; task < n; task++) {
        test::Dependences dependences;
        for (uint32_t i = 0; i < 1 + rng.below(2); i++) {
          dependences.push_back({8 * (i * 4 + 1 + rng.below(3)), rng.below(2) == 0 ? Kind::In : Kind::Out});
        }
        for (int side = 0; side < 2; side++) {
          if (side == 1 && rng.below(4) == 0) dependences[0] = {8 * (1 + rng.below(3)), Kind::Out};
          programs[side].push_back(dependences);
          encounters[side].task(dependences);
        }
      }
      test::Relation recorded = order_of(programs[0]);
      test::Relation current = order_of(programs[1]);
      bool lacks = false;
      for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) lacks |= current[i][j] && !recorded[i][j];
      }
      EXPECT_EQ(kinds(compare(encounters[0], encounters[1])), lacks ? "order " : "");
      n_drifts += lacks ? 1 : 0;
    }
    EXPECT_GT(n_drifts, 10u);
    EXPECT_LT(n_drifts, 90u);
  }
}

TEST(Check, StaleCaptures) {
  Encountered recorded;
  recorded.task({}, {1, 2, 3, 4}).task({}, {1, 2, 3, 4});
  Encountered current;
  current.task({}, {1, 2, 3, 4}).task({}, {1, 2, -7, 4});
  Findings findings = compare(recorded, current);
  EXPECT_EQ(kinds(findings), "data ");
  const Finding& finding = findings[Drift::Data];
  EXPECT_EQ(finding.node, 1u);
  EXPECT_EQ(finding.offset, 8u);
  EXPECT_EQ(finding.n_bytes, 4u);
  EXPECT_EQ(finding.recorded, 3u);
  EXPECT_EQ(static_cast<int32_t>(finding.current), -7);
  char text[400];
  describe(Subject::Region, Spelling::Header, Drift::Data, finding, text, sizeof text);
  EXPECT_NE(std::string(text).find("captures -7 (recorded: 3) at byte 8 of the data of task 1"), std::string::npos)
      << text;
  EXPECT_EQ(kinds(compare(recorded, current, false)), "") << "a re-capture refreshes them";
  Encountered pointers;
  pointers.task({}, {1, 2, 3, 4}).task({}, {9, 9, 3, 4});
  EXPECT_EQ(compare(recorded, pointers)[Drift::Data].n_bytes, 8u);
}

TEST(Check, TheHeadOfAKmpBlockIsTheRuntimes) {
  std::vector<int32_t> block(12, 5);
  Encountered recorded;
  recorded.task({}, block, gomp_body, task::kKmp);
  block[0] = 6;
  Encountered head;
  head.task({}, block, gomp_body, task::kKmp);
  EXPECT_EQ(kinds(compare(recorded, head)), "");
  block[10] = 6;
  Encountered privates;
  privates.task({}, block, gomp_body, task::kKmp);
  EXPECT_EQ(compare(recorded, privates)[Drift::Data].offset, 40u);
}

TEST(Check, WithoutDataNoneIsCompared) {
  Encountered recorded(false);
  recorded.task({}, {1});
  Encountered current;
  current.task({}, {2});
  EXPECT_EQ(kinds(compare(recorded, current)), "");
}

TEST(Check, EachKindHasANameAndARemedy) {
  const auto kinds_of = [](Subject subject) -> std::vector<Drift> {
    if (subject == Subject::Pattern) return {Drift::Misfit};
    std::vector<Drift> kinds = {Drift::Number, Drift::Shape, Drift::Wait, Drift::Order, Drift::Data, Drift::Refusal};
    if (subject == Subject::Loop) kinds.push_back(Drift::Variable);
    return kinds;
  };
  for (const Subject subject : {Subject::Region, Subject::Loop, Subject::Pattern}) {
    for (const Drift drift : kinds_of(subject)) {
      Finding finding;
      finding.n_places = 1;
      finding.reason = "why";
      char text[400];
      for (const Spelling spelling : {Spelling::Header, Spelling::Directive}) {
        describe(subject, spelling, drift, finding, text, sizeof text);
        EXPECT_NE(std::string(text).find("; "), std::string::npos) << text;
        EXPECT_LT(std::strlen(text), sizeof text - 1);
        if (spelling == Spelling::Directive) EXPECT_EQ(std::string(text).find("rondo_"), std::string::npos) << text;
      }
    }
  }
  EXPECT_EQ(subject_of("taskiter"), Subject::Loop);
  EXPECT_EQ(subject_of("taskgraph"), Subject::Region);
  EXPECT_EQ(subject_of("dep_pattern"), Subject::Pattern);
}

TEST(Check, RoundsOfALoopNameTheSameAddresses) {
  Encountered recorded;
  recorded.task({{8, Kind::In}, {16, Kind::Out}});
  Encountered swapped;
  swapped.task({{16, Kind::In}, {8, Kind::Out}});
  EXPECT_EQ(kinds(compare(recorded, swapped)), "") << "a region is ordered as before";
  EXPECT_EQ(kinds(compare_rounds(view(recorded.recorder()), view(swapped.recorder()), true)), "order ");
  EXPECT_EQ(kinds(compare_rounds(view(recorded.recorder()), view(recorded.recorder()), true)), "");
}

// The control code has changed one of the two variables that tasks refer to, before the first task of the next round.
TEST(CapturedAddresses, AreThoseOfVariablesThatTheCodeChanges) {
  struct Block {
    const int* variable;
  };
  int variables[2] = {1, 2};
  const auto begin = reinterpret_cast<uintptr_t>(variables);
  Recorder recorder(true);
  for (const int& variable : variables) {
    Block block = {&variable};
    task::TaskSpec spec = {};
    spec.entry.gomp = gomp_body;
    spec.block_bytes = sizeof block;
    spec.is_trivial = true;
    recorder.add_task(spec, &block, {});
  }
  const auto findings_after = [&](int number) {
    CapturedAddresses addresses;
    addresses.note(recorder, begin, begin + sizeof variables);
    variables[1] = number;
    addresses.look();
    variables[0]++;  // by a task
    addresses.look();
    Findings findings;
    addresses.add_to(findings);
    return findings;
  };
  EXPECT_EQ(kinds(findings_after(2)), "");
  const Findings findings = findings_after(3);
  EXPECT_EQ(kinds(findings), "variable ");
  EXPECT_EQ(findings[Drift::Variable].node, 1u);
  EXPECT_EQ(findings[Drift::Variable].n_places, 1u);
}

struct Source {
  void* pointer;
  int32_t number;
  char padding[4];
};

TEST(Padding, IsWhatTheCreatorDoesNotWrite) {
  task::TaskSpec spec = {};
  spec.entry.gomp = gomp_body;
  spec.block_bytes = sizeof(Source);
  Padding padding;
  Source source = {&source, 1, {'a', 'b', 'c', 'd'}};
  padding.observe(spec.entry, 0, &source, sizeof source, alignof(Source));
  EXPECT_EQ(padding.n_bytes(spec), 7u) << "not known yet: all that may be padding";
  for (int32_t i = 1; i < 4; i++) {
    source.number = i == 2 ? static_cast<int32_t>(0xC5C5C5C5) : i;  // looks like the mark
    padding.observe(spec.entry, static_cast<size_t>(i), &source, sizeof source, alignof(Source));
  }
  EXPECT_EQ(padding.n_bytes(spec), 4u);
  EXPECT_EQ(source.pointer, &source) << "only the end is marked";
}

TEST(Padding, DataUpToTheEndIsData) {
  task::TaskSpec spec = {};
  spec.entry.gomp = gomp_body;
  spec.block_bytes = sizeof(Source);
  Padding padding;
  Source source = {};
  for (size_t i = 0; i < 3; i++) {
    source = {&source, 1, {'a', 'b', 'c', 'd'}};
    padding.observe(spec.entry, i, &source, sizeof source, alignof(Source));
  }
  EXPECT_EQ(padding.n_bytes(spec), 0u);
}

TEST(Padding, NothingIsLearnedAcrossOtherCreationsOrPlaces) {
  task::TaskSpec spec = {};
  spec.entry.gomp = gomp_body;
  spec.block_bytes = sizeof(Source);
  Padding padding;
  Source sources[2] = {};
  padding.observe(spec.entry, 0, &sources[0], sizeof(Source), alignof(Source));
  padding.observe(spec.entry, 1, &sources[1], sizeof(Source), alignof(Source));
  padding.observe(spec.entry, 3, &sources[1], sizeof(Source), alignof(Source));
  EXPECT_EQ(padding.n_bytes(spec), 7u);
  spec.flags = task::kKmp;
  EXPECT_EQ(padding.n_bytes(spec), 0u) << "those blocks are cleared before they are filled";
}

TEST(Padding, CapturesWithoutGapsHaveNone) {
  task::TaskSpec spec = {};
  spec.entry.gomp = gomp_body;
  spec.block_bytes = 4;
  Padding padding;
  char bytes[4] = {};
  padding.observe(spec.entry, 0, bytes, sizeof bytes, 1);
  EXPECT_EQ(padding.n_bytes(spec), 0u);
}

}  // namespace
}  // namespace rondo::graph
