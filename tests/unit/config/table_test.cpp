// SPDX-License-Identifier: Apache-2.0
//
// The table of settings holds together: what the code that walks it takes for granted.
#include "config/table.hpp"

#include <cstring>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "config/format.hpp"
#include "config/parse.hpp"

namespace rondo::config {
namespace {

TEST(Table, NamesAndVariablesAreUnique) {
  std::set<std::string> names;
  std::set<std::string> variables;
  for (const Row& row : kRows) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_GT(strlen(row.text), 10u) << row.name;
    for (const Spelling& spelling : row.spellings) {
      if (spelling.variable != nullptr) EXPECT_TRUE(variables.insert(spelling.variable).second) << spelling.variable;
    }
  }
  for (const Unsupported& unsupported : unsupported_variables()) {
    EXPECT_TRUE(variables.insert(unsupported.variable).second) << unsupported.variable;
  }
}

TEST(Table, OurSpellingComesFirstThenTheStandards) {
  for (const Row& row : kRows) {
    EXPECT_EQ(strncmp(row.spellings[0].variable, "RONDO_", 6), 0) << row.name;
    for (unsigned i = 1; i < kMaxSpellings && row.spellings[i].variable != nullptr; ++i) {
      const bool is_standard = strncmp(row.spellings[i].variable, "OMP_", 4) == 0;
      EXPECT_TRUE(!is_standard || i == 1) << row.spellings[i].variable;
      EXPECT_NE(row.spellings[i].type, Type::None);
    }
  }
}

TEST(Table, DefaultsAreWellFormedAndReadBack) {
  for (const Row& row : kRows) {
    if (row.fallback == nullptr) continue;
    Value value;
    ASSERT_TRUE(parse(row.spellings[0].type, row, row.fallback, &value)) << row.name;
    Text text;
    add_value(row, value, &text);
    EXPECT_STREQ(text.c_str(), row.fallback) << row.name;
  }
}

}  // namespace
}  // namespace rondo::config
