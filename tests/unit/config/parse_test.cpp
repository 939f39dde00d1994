// SPDX-License-Identifier: Apache-2.0
//
// config/parse.hpp, type by type: what is accepted and what it means, and what is refused.
#include "config/parse.hpp"
#include "config/problem.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "config/format.hpp"

namespace rondo::config {
namespace {

// A row for numbers between 1 and 100, and sizes from 16K.
constexpr Row kNumbers{.id = Id::NumThreads, .lowest = 1, .highest = 100};
constexpr Row kSizes{.id = Id::StackSize, .lowest = 16384, .highest = uint64_t{1} << 40};

const Row& range_of(Type type) { return type == Type::Kilobytes || type == Type::Bytes ? kSizes : kNumbers; }

// The value in a form tests can compare.
std::string meaning(Type type, const Value& value) {
  Text text;
  switch (type) {
    case Type::Flag:
    case Type::Checks:
      return value.flag ? "true" : "false";
    case Type::NumberList:
      add_list(value, &text);
      return text.c_str();
    case Type::Schedule:
      add_schedule(value.schedule, &text);
      return text.c_str();
    case Type::WaitPolicy:
    case Type::KmpLibrary:
      return name_of(value.wait_policy);
    case Type::BindList:
      add_bind_list(value, &text);
      return text.c_str();
    case Type::DisplayMode:
      return std::to_string(static_cast<int>(value.display_mode));
    case Type::Offload:
      return name_of(value.target_offload);
    case Type::GraphWay:
      return name_of(value.graph_way);
    case Type::LoopOrder:
    case Type::KmpForceMonotonic:
      return name_of(value.loop_order);
    case Type::Mechanisms:
      add_mechanisms(value.number, &text);
      return text.c_str();
    case Type::Places:
    case Type::GompCpuList:
    case Type::Text:
      return value.text;
    default:
      return value.number == kForever ? "for ever" : std::to_string(value.number);
  }
}

struct Good {
  Type type;
  const char* text;
  const char* meaning;
};

class GoodValue : public testing::TestWithParam<Good> {};

TEST_P(GoodValue, IsUnderstood) {
  const Good& good = GetParam();
  Value value;
  ASSERT_TRUE(parse(good.type, range_of(good.type), good.text, &value)) << good.text;
  EXPECT_EQ(meaning(good.type, value), good.meaning) << good.text;
}

INSTANTIATE_TEST_SUITE_P(Flags, GoodValue,
                         testing::Values(Good{Type::Flag, "true", "true"}, Good{Type::Flag, "TRUE", "true"},
                                         Good{Type::Flag, " Yes ", "true"}, Good{Type::Flag, "on", "true"},
                                         Good{Type::Flag, "1", "true"}, Good{Type::Flag, "false", "false"},
                                         Good{Type::Flag, "NO", "false"}, Good{Type::Flag, "off", "false"},
                                         Good{Type::Flag, "0", "false"}, Good{Type::Flag, "t", "true"},
                                         Good{Type::Flag, "Enabled", "true"}, Good{Type::Flag, ".TRUE.", "true"},
                                         Good{Type::Flag, "disabled", "false"}, Good{Type::Flag, ".f.", "false"}));

INSTANTIATE_TEST_SUITE_P(Numbers, GoodValue,
                         testing::Values(Good{Type::Number, "1", "1"}, Good{Type::Number, " 100\t", "100"},
                                         Good{Type::Number, "007", "7"}, Good{Type::NumberList, "4", "4"},
                                         Good{Type::NumberList, "4,2,1", "4,2,1"},
                                         Good{Type::NumberList, " 4 , 2 ", "4,2"},
                                         Good{Type::NumberList, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
                                              "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"}));

INSTANTIATE_TEST_SUITE_P(
    Sizes, GoodValue,
    testing::Values(Good{Type::Kilobytes, "3000", "3072000"}, Good{Type::Kilobytes, "16384B", "16384"},
                    Good{Type::Kilobytes, "64k", "65536"}, Good{Type::Kilobytes, "16M", "16777216"},
                    Good{Type::Kilobytes, " 16 m ", "16777216"}, Good{Type::Kilobytes, "2G", "2147483648"},
                    Good{Type::Kilobytes, "1T", "1099511627776"}, Good{Type::Bytes, "3000000", "3000000"},
                    Good{Type::Bytes, "4m", "4194304"}));

INSTANTIATE_TEST_SUITE_P(Schedules, GoodValue,
                         testing::Values(Good{Type::Schedule, "static", "static"},
                                         Good{Type::Schedule, "DYNAMIC,4", "dynamic,4"},
                                         Good{Type::Schedule, " guided , 16 ", "guided,16"},
                                         Good{Type::Schedule, "auto", "auto"}, Good{Type::Schedule, "auto,3", "auto"},
                                         Good{Type::Schedule, "dynamic,0", "dynamic"},
                                         Good{Type::Schedule, "monotonic:dynamic,4", "monotonic:dynamic,4"},
                                         Good{Type::Schedule, "NonMonotonic : static , 3", "nonmonotonic:static,3"},
                                         Good{Type::Schedule, "dynamic,2147483647", "dynamic,2147483647"}));

INSTANTIATE_TEST_SUITE_P(
    Waiting, GoodValue,
    testing::Values(Good{Type::WaitPolicy, "ACTIVE", "active"}, Good{Type::WaitPolicy, "passive", "passive"},
                    Good{Type::KmpLibrary, "turnaround", "active"}, Good{Type::KmpLibrary, "throughput", "default"},
                    Good{Type::Microseconds, "0", "0"}, Good{Type::Microseconds, "200", "200000"},
                    Good{Type::Microseconds, "200us", "200000"}, Good{Type::Microseconds, "3ms", "3000000"},
                    Good{Type::Microseconds, "Infinite", "for ever"},
                    Good{Type::Microseconds, "99999999999999999999999", "for ever"},
                    Good{Type::KmpBlocktime, "200", "200000000"}, Good{Type::KmpBlocktime, "5us", "5000"},
                    Good{Type::KmpBlocktime, "200ms", "200000000"}, Good{Type::KmpBlocktime, "infinite", "for ever"},
                    Good{Type::KmpBlocktime, "2147483646", "2147483646000000"},
                    Good{Type::KmpBlocktime, "2147483647", "for ever"},
                    Good{Type::Microseconds, "2147483647000", "for ever"},
                    Good{Type::GompSpinCount, "300000", "3000000"}, Good{Type::GompSpinCount, "3M", "30000000"},
                    Good{Type::GompSpinCount, "2k", "20000"}, Good{Type::GompSpinCount, "infinity", "for ever"},
                    Good{Type::GompSpinCount, "INFINITE", "for ever"}));

INSTANTIATE_TEST_SUITE_P(Binding, GoodValue,
                         testing::Values(Good{Type::BindList, "true", "true"}, Good{Type::BindList, "FALSE", "false"},
                                         Good{Type::BindList, "spread", "spread"},
                                         Good{Type::BindList, "master", "primary"},
                                         Good{Type::BindList, "spread, close ,primary", "spread,close,primary"},
                                         Good{Type::Places, "cores(2)", "cores(2)"},
                                         Good{Type::GompCpuList, "3", "{3}:1:1"},
                                         Good{Type::GompCpuList, "0 3 1-2 4-15:2", "{0}:1:1,{3}:1:1,{1}:2:1,{4}:6:2"},
                                         Good{Type::GompCpuList, "0,3", "{0}:1:1,{3}:1:1"}));

INSTANTIATE_TEST_SUITE_P(
    Words, GoodValue,
    testing::Values(Good{Type::DisplayMode, "true", "1"}, Good{Type::DisplayMode, "VERBOSE", "2"},
                    Good{Type::DisplayMode, "0", "0"}, Good{Type::Offload, "Mandatory", "mandatory"},
                    Good{Type::Offload, "disabled", "disabled"}, Good{Type::Offload, "default", "default"},
                    Good{Type::Checks, "graph", "true"}, Good{Type::Checks, "None", "false"},
                    Good{Type::GraphWay, "Auto", "auto"}, Good{Type::GraphWay, "spread", "spread"},
                    Good{Type::GraphWay, "Alone", "alone"}, Good{Type::GraphWay, "PLAIN", "plain"},
                    Good{Type::LoopOrder, "Compiler", "compiler"},
                    Good{Type::LoopOrder, "nonmonotonic", "nonmonotonic"},
                    Good{Type::KmpForceMonotonic, "TRUE", "monotonic"}, Good{Type::KmpForceMonotonic, "0", "compiler"},
                    Good{Type::Mechanisms, "None", "none"}, Good{Type::Mechanisms, "Shares , rows", "rows,shares"},
                    Good{Type::Text, " any thing ", " any thing "}));

struct Bad {
  Type type;
  const char* text;
};

class BadValue : public testing::TestWithParam<Bad> {};

TEST_P(BadValue, IsRefusedWithAReason) {
  const Bad& bad = GetParam();
  Value value;
  EXPECT_FALSE(parse(bad.type, range_of(bad.type), bad.text, &value)) << bad.text;
  char problem[160];
  describe_problem(bad.type, range_of(bad.type), bad.text, problem, sizeof problem);
  const std::string words = problem;
  EXPECT_TRUE(words.starts_with("is ") || words.starts_with("has ") || words.starts_with("names ")) << words;
  EXPECT_NE(words, "is not understood");
  EXPECT_LT(words.size(), sizeof problem - 1) << "cut: " << words;
}

INSTANTIATE_TEST_SUITE_P(Flags, BadValue,
                         testing::Values(Bad{Type::Flag, ""}, Bad{Type::Flag, "2"}, Bad{Type::Flag, "tru"},
                                         Bad{Type::Flag, "true false"}, Bad{Type::Flag, "true,"}, Bad{Type::Flag, "10"},
                                         Bad{Type::Flag, ".true"}, Bad{Type::Flag, "true."}, Bad{Type::Flag, ".on."}));

INSTANTIATE_TEST_SUITE_P(Numbers, BadValue,
                         testing::Values(Bad{Type::Number, ""}, Bad{Type::Number, "0"}, Bad{Type::Number, "101"},
                                         Bad{Type::Number, "-1"}, Bad{Type::Number, "+1"}, Bad{Type::Number, "abc"},
                                         Bad{Type::Number, "1x"}, Bad{Type::Number, "1 2"}, Bad{Type::Number, "1.5"},
                                         Bad{Type::Number, "0x10"}, Bad{Type::Number, "18446744073709551617"},
                                         Bad{Type::NumberList, "abc"}, Bad{Type::NumberList, "0"},
                                         Bad{Type::NumberList, "99999999"}, Bad{Type::NumberList, "4,"},
                                         Bad{Type::NumberList, ",4"}, Bad{Type::NumberList, "4,,2"},
                                         Bad{Type::NumberList, "4,0"}, Bad{Type::NumberList, "4;2"},
                                         Bad{Type::NumberList, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"}));

INSTANTIATE_TEST_SUITE_P(Sizes, BadValue,
                         testing::Values(Bad{Type::Kilobytes, "1"}, Bad{Type::Kilobytes, "M"},
                                         Bad{Type::Kilobytes, "16X"}, Bad{Type::Kilobytes, "16MB"},
                                         Bad{Type::Kilobytes, "16M 2"}, Bad{Type::Kilobytes, "-16M"},
                                         Bad{Type::Kilobytes, "99999999999999T"}, Bad{Type::Kilobytes, "1000B"},
                                         Bad{Type::Bytes, "100"}));

INSTANTIATE_TEST_SUITE_P(Schedules, BadValue,
                         testing::Values(Bad{Type::Schedule, ""}, Bad{Type::Schedule, "dynamik"},
                                         Bad{Type::Schedule, "dynamic,"}, Bad{Type::Schedule, "dynamic,-4"},
                                         Bad{Type::Schedule, "dynamic,2147483648"}, Bad{Type::Schedule, "dynamic 4"},
                                         Bad{Type::Schedule, "monotonic"}, Bad{Type::Schedule, "monotonic:"},
                                         Bad{Type::Schedule, "monotonic dynamic"}, Bad{Type::Schedule, "mono:dynamic"},
                                         Bad{Type::Schedule, "static,4,4"}, Bad{Type::Schedule, ",4"}));

INSTANTIATE_TEST_SUITE_P(
    Others, BadValue,
    testing::Values(Bad{Type::WaitPolicy, "busy"}, Bad{Type::KmpLibrary, "parallel"}, Bad{Type::Microseconds, "-1"},
                    Bad{Type::Microseconds, "soon"}, Bad{Type::Microseconds, "3s"}, Bad{Type::KmpBlocktime, "200s"},
                    Bad{Type::KmpBlocktime, "infinitely"}, Bad{Type::GompSpinCount, "3x"},
                    Bad{Type::BindList, "close,true"}, Bad{Type::BindList, "near"}, Bad{Type::BindList, "close,"},
                    Bad{Type::Places, "core"}, Bad{Type::Places, "{0"}, Bad{Type::GompCpuList, "a"},
                    Bad{Type::GompCpuList, "3-1"}, Bad{Type::GompCpuList, "1-"}, Bad{Type::GompCpuList, "1-4:0"},
                    Bad{Type::GompCpuList, "0-99999999999"}, Bad{Type::DisplayMode, "all"}, Bad{Type::Offload, "host"},
                    Bad{Type::Checks, "graphs"}, Bad{Type::Mechanisms, "columns"}, Bad{Type::Mechanisms, "rows,"},
                    Bad{Type::Mechanisms, "none,rows"}));

}  // namespace
}  // namespace rondo::config
