// SPDX-License-Identifier: Apache-2.0
//
// What the wrappers understand of a command line, response files included. What comes of it: tests/delivery.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "wrappers/request.hpp"
#include "wrappers/response.hpp"

namespace {

using namespace rondo::wrappers;
using Strings = std::vector<std::string>;

TEST(WrapperRequest, TellsCompilingFromLinking) {
  Request both = read_request({"-O2", "a.c", "-o", "a"});
  EXPECT_TRUE(both.compiles && both.links);
  Request compiles = read_request({"-c", "a.c", "-MF", "a.d"});
  EXPECT_TRUE(compiles.compiles && !compiles.links);
  Request links = read_request({"a.o", "b.so.1.2", "libc.a", "-o", "out.c"});
  EXPECT_TRUE(!links.compiles && links.links);
  Request asks = read_request({"--version"});
  EXPECT_TRUE(!asks.compiles && !asks.links);
  Request typed = read_request({"-x", "c", "-", "-fno-openmp"});
  EXPECT_TRUE(typed.compiles && typed.refuses_openmp);
}

TEST(WrapperRequest, PluginsAreTakenForOursByTheNameOfTheirFile) {
  for (const char* option :
       {"-fplugin=librondo-gcc12.so", "-fplugin=/opt/lib/librondo-clang19.so", "-fplugin=librondo-gcc12"})
    EXPECT_TRUE(read_request({option, "a.c"}).has_plugin) << option;
  for (const char* option : {"-I/opt/librondo-0.1/include", "-Dwhat=librondo-", "-fplugin=/opt/librondo-0.1/other.so"})
    EXPECT_FALSE(read_request({option, "a.c"}).has_plugin) << option;
}

TEST(WrapperRequest, PrecompiledHeadersAreNotLinked) {
  for (const Strings& arguments : {Strings{"a.h"}, Strings{"a.hpp", "-o", "a.hpp.gch"},
                                   Strings{"-x", "c-header", "a.h"}, Strings{"-xc++-header", "a.inc"}}) {
    Request request = read_request(arguments);
    EXPECT_TRUE(request.compiles && !request.links) << arguments.back();
  }
  EXPECT_TRUE(read_request({"-x", "c", "a.h"}).links);
  EXPECT_TRUE(read_request({"-x", "c-header", "a.h", "-x", "none", "b.o"}).links);
}

TEST(WrapperRequest, WhatFollowsTheEndOfOptionsIsAnInput) {
  EXPECT_TRUE(read_request({"--", "-c"}).links);
  EXPECT_EQ(end_of_options({"-o", "a", "--", "a.c"}), 2u);
  EXPECT_EQ(end_of_options({"a.c"}), 1u);
}

TEST(WrapperResponse, WordsAreThoseOfTheCompilers) {
  EXPECT_EQ(words_of_response(" -c\t'a b'\n\"c 'd\"e f\\ g '' \\\\ \"h\\\"\""),
            (Strings{"-c", "a b", "c 'de", "f g", "", "\\", "h\""}));
  EXPECT_EQ(words_of_response(" \n"), Strings{});
}

class Responses : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "rondo-response-XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ + "/" + name) << content;
    return "@" + folder_ + "/" + name;
  }

  std::string folder_;
};

TEST_F(Responses, CountAsWhatTheyHold) {
  std::string inner = write("inner", "-static -fno-openmp");
  std::string outer = write("outer", inner + "\n-c a.c");
  EXPECT_EQ(expanded({"-O2", outer, "b.c"}), (Strings{"-O2", "-static", "-fno-openmp", "-c", "a.c", "b.c"}));
  Request request = read_request({outer});
  EXPECT_TRUE(request.compiles && request.is_static && request.refuses_openmp);
  EXPECT_FALSE(request.links);
  EXPECT_EQ(end_of_options({"a.c", write("end", "-O1 -- b.c"), "c.c"}), 1u);
}

TEST_F(Responses, ThatCannotBeReadStayArguments) {
  EXPECT_EQ(expanded({"@" + folder_, "@/no/such/file"}), (Strings{"@" + folder_, "@/no/such/file"}));
  write("self", "-c @" + folder_ + "/self");
  EXPECT_FALSE(expanded({"@" + folder_ + "/self"}).empty());  // comes to an end
}

}  // namespace
