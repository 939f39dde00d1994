// SPDX-License-Identifier: Apache-2.0
//
// os/kmp_affinity.hpp and os/hardware_subset.hpp on described machines, good texts and bad ones.
#include "os/kmp_affinity.hpp"

#include <string>

#include <gtest/gtest.h>

#include "os/cpu_sets.hpp"
#include "os/hardware_subset.hpp"
#include "os/places.hpp"

namespace rondo::os {
namespace {

std::string shown(const CpuSet& set) {
  std::string text;
  for (unsigned cpu = set.first(); cpu != CpuSet::kNone; cpu = set.next(cpu)) {
    text += (text.empty() ? "" : ",") + std::to_string(cpu);
  }
  return text;
}

// "0 1 2-3" is written "0|1|2,3".
std::string shown(const PlaceList& places) {
  std::string text;
  for (unsigned i = 0; i < places.count(); ++i) text += (i == 0 ? "" : "|") + shown(places[i]);
  return text;
}

class GoodAffinity : public testing::TestWithParam<Case> {};

// 2 packages of 2 cores of 2 hardware threads.
TEST_P(GoodAffinity, OrdersTheHardwareThreads) {
  Machine machine;
  machine.read("pack:2 l3:1 core:2 pu:2");
  ASSERT_EQ(machine.n_cpus(), 8u);
  EXPECT_EQ(shown(make_places(GetParam().text, machine, first_cpus(8))), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Texts, GoodAffinity,
    testing::Values(
        Case{"granularity=fine,compact", "0|1|2|3|4|5|6|7"}, Case{"compact,granularity=thread", "0|1|2|3|4|5|6|7"},
        Case{"granularity=fine,compact,1", "0|2|4|6|1|3|5|7"}, Case{"granularity=fine,compact,2", "0|4|2|6|1|5|3|7"},
        Case{"granularity=fine,compact,9", "0|4|2|6|1|5|3|7"}, Case{"granularity=fine,compact,0,3", "3|4|5|6|7|0|1|2"},
        Case{"granularity=fine,compact,0,11", "3|4|5|6|7|0|1|2"}, Case{"granularity=fine,scatter", "0|4|2|6|1|5|3|7"},
        Case{"granularity=fine,scatter,1", "0|2|4|6|1|3|5|7"}, Case{"granularity=fine,scatter,2", "0|1|2|3|4|5|6|7"},
        Case{"granularity=fine,physical", "0|2|4|6|1|3|5|7"}, Case{"granularity=fine,logical,2", "2|3|4|5|6|7|0|1"},
        Case{"compact", "0,1|0,1|2,3|2,3|4,5|4,5|6,7|6,7"}, Case{"noduplicates,compact", "0,1|2,3|4,5|6,7"},
        Case{"noduplicates , Granularity = Socket , SCATTER", "0,1,2,3|4,5,6,7"},
        Case{"granularity=ll_cache,noduplicates,balanced", "0,1,2,3|4,5,6,7"},
        Case{"verbose,nowarnings,respect,granularity=fine,balanced", "0|1|2|3|4|5|6|7"},
        Case{"granularity=fine,proclist=[3,0,{1,2},4-7:2],explicit", "3|0|1,2|4|6"},
        Case{"explicit,proclist=[5,0],granularity=fine,0,1", "0|5"}, Case{"explicit,proclist=[5]", "4,5"},
        Case{"granularity=fine,noreset,proclist=[5,1]", "5|1"}, Case{"none", "0,1,2,3,4,5,6,7"}));

TEST(KmpAffinity, KeepsToTheProcessorsOfTheProcess) {
  Machine machine;
  machine.read("pack:2 l3:1 core:2 pu:2");
  CpuSet some;
  for (const unsigned cpu : {1u, 4u, 5u}) some.add(cpu);
  EXPECT_EQ(shown(make_places("scatter,granularity=fine", machine, some)), "1|4|5");
  testing::internal::CaptureStderr();
  EXPECT_EQ(shown(make_places("explicit,granularity=fine,proclist=[0-5]", machine, some)), "1|4|5");
  EXPECT_EQ(shown(make_places("norespect,compact", machine, some)), "1|4,5|4,5");
  EXPECT_EQ(shown(make_places("reset,compact", machine, some)), "1|4,5|4,5");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("the proclist of KMP_AFFINITY names processors this process may not use"), std::string::npos);
  EXPECT_NE(said.find("norespect in KMP_AFFINITY is not followed"), std::string::npos);
  EXPECT_NE(said.find("rondo: reset in KMP_AFFINITY is not followed"), std::string::npos);
}

TEST(KmpAffinity, SaysWhatIsWrong) {
  for (const Case& bad : {Case{"near", "neither a type"}, Case{"compact,1,2,3", "more numbers than a permutation"},
                          Case{"physical,1,2", "more numbers than an offset"},
                          Case{"granularity=moon", "a granularity"}, Case{"explicit", "without proclist"},
                          Case{"explicit,proclist=[]", "a proclist"}, Case{"explicit,proclist=[2-1]", "a proclist"},
                          Case{"explicit,proclist=[{1]", "a proclist"}, Case{"compact;1", "comma"},
                          Case{"compact,", "neither a type"}, Case{"explicit,proclist=[0-99999999]", "a proclist"}}) {
    KmpAffinity affinity;
    const char* problem = affinity.parse(bad.text);
    ASSERT_NE(problem, nullptr) << bad.text;
    EXPECT_NE(std::string(problem).find(bad.expected), std::string::npos) << bad.text << ": " << problem;
  }
}

class GoodSubset : public testing::TestWithParam<Case> {};

// 2 packages, each with 2 L3 of 2 cores of 2 hardware threads.
TEST_P(GoodSubset, IsTheNamedPart) {
  Machine machine;
  machine.read("pack:2 numa:1 l3:2 core:2 pu:2");
  ASSERT_EQ(problem_with_subset(GetParam().text), nullptr) << GetParam().text;
  EXPECT_EQ(shown(hardware_subset(GetParam().text, machine, first_cpus(16))), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Texts, GoodSubset,
    testing::Values(Case{"1s", "0,1,2,3,4,5,6,7"}, Case{"1s@1", "8,9,10,11,12,13,14,15"}, Case{"1s,2c,1t", "0,2"},
                    Case{"1t,2C,1S", "0,2"}, Case{"2sx1cx2t", "0,1,8,9"}, Case{"1c", "0,1,8,9"},
                    Case{"1c@3", "6,7,14,15"}, Case{"1t@1", "1,3,5,7,9,11,13,15"}, Case{"1ll,1c", "0,1,8,9"},
                    Case{"1l3@1,1c,1t", "4,12"}, Case{"1numa_domain,3cores", "0,1,2,3,4,5,8,9,10,11,12,13"},
                    Case{"*s,*c@2,1t", "4,6,12,14"}, Case{" 1 socket @ 1 , 1 core ", "8,9"}, Case{":1c", "0,1"},
                    Case{":3t@1", "1,2,3"}, Case{":5c@2", "4,5,6,7,8,9,10,11,12,13"}, Case{":1s@1,1t", "8"},
                    Case{":1s,3t", "0,1,2"}, Case{":9c", ""}, Case{"3s", ""}, Case{"5c", ""}, Case{"1c@4", ""},
                    Case{"3t", ""}, Case{"1s@99999999999", ""}, Case{"2ll,3c", ""}));

TEST(HardwareSubset, CountsWhatTheProcessMayUse) {
  Machine machine;
  machine.read("pack:2 numa:1 l3:2 core:2 pu:2");
  CpuSet some;
  for (const unsigned cpu : {2u, 6u, 7u, 9u}) some.add(cpu);
  EXPECT_EQ(shown(hardware_subset("1c", machine, some)), "2,9");
  EXPECT_EQ(shown(hardware_subset("1s,2c,1t", machine, some)), "2,6");
  EXPECT_EQ(shown(hardware_subset("1s,3c", machine, some)), "");
}

TEST(HardwareSubset, SaysWhatIsWrong) {
  for (const char* text : {"foo", "0c", "c", "1", "1c,", "1c 2t", "1c@", "1c,2cores", "1c:intel_atom", "1die"}) {
    EXPECT_NE(problem_with_subset(text), nullptr) << text;
  }
}

}  // namespace
}  // namespace rondo::os
