// SPDX-License-Identifier: Apache-2.0
//
// os/places.hpp: OMP_PLACES texts on a described machine, good and bad ones.
#include "os/places.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "os/cpu_sets.hpp"
#include "os/topology.hpp"

namespace rondo::os {
namespace {

// "{0,1}{2,3}"
std::string in_braces(const PlaceList& places) {
  std::string text;
  for (unsigned i = 0; i < places.count(); ++i) {
    text += "{";
    const char* separator = "";
    for (unsigned cpu = places[i].first(); cpu != CpuSet::kNone; cpu = places[i].next(cpu)) {
      text += separator + std::to_string(cpu);
      separator = ",";
    }
    text += "}";
  }
  return text;
}

class GoodPlaces : public testing::TestWithParam<Case> {};

// 2 packages, each one node with 2 L3 of 2 cores of 2 hardware threads: 16 processors.
TEST_P(GoodPlaces, MeanWhatTheSpecificationSays) {
  Machine machine;
  machine.read("pack:2 numa:1 l3:2 core:2 pu:2");
  ASSERT_EQ(machine.n_cpus(), 16u);
  EXPECT_EQ(problem_with_places(GetParam().text), nullptr) << problem_with_places(GetParam().text);
  EXPECT_EQ(in_braces(make_places(GetParam().text, machine, first_cpus(16))), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Texts, GoodPlaces,
    testing::Values(
        Case{"threads(3)", "{0}{1}{2}"}, Case{"cores", "{0,1}{2,3}{4,5}{6,7}{8,9}{10,11}{12,13}{14,15}"},
        Case{" CORES ( 2 ) ", "{0,1}{2,3}"}, Case{"ll_caches", "{0,1,2,3}{4,5,6,7}{8,9,10,11}{12,13,14,15}"},
        Case{"sockets", "{0,1,2,3,4,5,6,7}{8,9,10,11,12,13,14,15}"},
        Case{"numa_domains", "{0,1,2,3,4,5,6,7}{8,9,10,11,12,13,14,15}"}, Case{"Sockets(1)", "{0,1,2,3,4,5,6,7}"},
        Case{"cores(9999)", "{0,1}{2,3}{4,5}{6,7}{8,9}{10,11}{12,13}{14,15}"}, Case{"{0}", "{0}"},
        Case{"{0,1},{2,3}", "{0,1}{2,3}"}, Case{"{0:4}", "{0,1,2,3}"}, Case{"{0:4:2}", "{0,2,4,6}"},
        Case{"{6:4:-2}", "{0,2,4,6}"}, Case{"{0:2}:3:4", "{0,1}{4,5}{8,9}"}, Case{"{0:2}:3", "{0,1}{1,2}{2,3}"},
        Case{"{8:2}:3:-4", "{8,9}{4,5}{0,1}"}, Case{"{0:8,!3,!4}", "{0,1,2,5,6,7}"}, Case{"{0}:4,!{2}", "{0}{1}{3}"},
        Case{"{!3,0:4}", "{0,1,2}"}, Case{"0,3,7", "{0}{3}{7}"}, Case{"4:3:2", "{4}{6}{8}"},
        Case{" { 0 , 1 } : 2 : 2 ", "{0,1}{2,3}"}, Case{"{3,3,3}", "{3}"}, Case{"{0:4},{0:4}", "{0,1,2,3}{0,1,2,3}"}));

class BadPlaces : public testing::TestWithParam<const char*> {};

TEST_P(BadPlaces, AreRefusedWithAReason) {
  const char* problem = problem_with_places(GetParam());
  ASSERT_NE(problem, nullptr) << GetParam();
  EXPECT_GT(std::string(problem).size(), 10u);
  const Machine machine;
  EXPECT_EQ(make_places(GetParam(), machine, first_cpus(4)).count(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Texts, BadPlaces,
                         testing::Values("", "  ", "core", "cores(", "cores()", "cores(0)", "cores(-1)", "cores(2",
                                         "cores(2)x", "cores,threads", "{", "{}", "{0", "{0,}", "{0},", "{a}", "{-1}",
                                         "{0:0}", "{0:-1}", "{0:x}", "{0:2:}", "{0:2:x}", "{0}:0", "{0}:", "{0}:2:x",
                                         "{0}}", "!{5},{5}", "{0,1},!{1}", "{0} {1}", "{0};{1}", "!", "!{", "{!}",
                                         "{0:3:-1}", "{0}:2:-1", "{0}:99999", "{0}:99999999999999999999",
                                         "threads(99999999999)", "0-3"));

TEST(Places, UnavailableProcessorsAreLeftOut) {
  Machine machine;
  machine.read("core:4 pu:2");
  testing::internal::CaptureStderr();
  EXPECT_EQ(in_braces(make_places("{0:4},{6:2},{100}", machine, first_cpus(3))), "{0,1,2}");
  EXPECT_EQ(in_braces(make_places("{4}", machine, first_cpus(3))), "");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("rondo: the places '{0:4},{6:2},{100}'"), std::string::npos) << said;
  EXPECT_EQ(said.find('\n'), said.size() - 1) << "said once:\n" << said;
}

TEST(Places, NamesCoverAvailableProcessorsSilently) {
  Machine machine;
  machine.read("pack:2 core:2 pu:2");
  testing::internal::CaptureStderr();
  EXPECT_EQ(in_braces(make_places("cores", machine, first_cpus(3))), "{0,1}{2}");
  EXPECT_EQ(in_braces(make_places("sockets", machine, first_cpus(3))), "{0,1,2}");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Places, PlaceOfAProcessor) {
  Machine machine;
  machine.read("core:4 pu:2");
  const PlaceList places = make_places("cores", machine, first_cpus(8));
  EXPECT_EQ(places.place_of(0), 0u);
  EXPECT_EQ(places.place_of(7), 3u);
  EXPECT_EQ(places.place_of(8), CpuSet::kNone);
}

TEST(Places, MovingKeepsTheList) {
  Machine machine;
  machine.read("core:4 pu:2");
  PlaceList a = make_places("cores", machine, first_cpus(8));
  PlaceList b(std::move(a));
  EXPECT_EQ(b.count(), 4u);
  PlaceList c;
  c = std::move(b);
  EXPECT_EQ(in_braces(c), "{0,1}{2,3}{4,5}{6,7}");
}

TEST(Places, ThisMachineHasThreads) { EXPECT_EQ(make_places("threads").count(), process_cpus().count()); }

}  // namespace
}  // namespace rondo::os
