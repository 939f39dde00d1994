// SPDX-License-Identifier: Apache-2.0
//
// depend/access.hpp: the rules for one address, over every sequence of up to six accesses.
#include "depend/access.hpp"

#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "depend/oracle.hpp"

namespace rondo::depend {
namespace {

constexpr const char* kNames[] = {"in", "out", "mutexinoutset", "inoutset"};

struct TestNode {
  size_t index;
};

// One address through which a sequence of accesses goes.
class Sequence {
 public:
  explicit Sequence(const std::vector<Kind>& kinds) : before_(kinds.size()) {
    nodes_.resize(kinds.size());
    accesses_.resize(kinds.size());
    for (size_t i = 0; i < kinds.size(); i++) {
      nodes_[i].index = i;
      accesses_[i].node = &nodes_[i];
      depend::enter(
          entry_, &accesses_[i], kinds[i], [&](TestNode* node) { before_[i].set(node->index); },
          [&](Access<TestNode>* set) {
            for (; set != nullptr; set = set->next) {
              EXPECT_TRUE(dropped_.insert(set->node->index).second) << "dropped twice";
            }
          });
    }
  }

  test::Relation closure() const {
    test::Relation before = before_;
    test::close_transitively(before);
    return before;
  }

  std::set<size_t> consulted(Kind kind) const {
    std::set<size_t> found;
    depend::consult(entry_, kind, [&](TestNode* node) { found.insert(node->index); });
    return found;
  }

  // Every access is in a set of the entry or has been dropped.
  void expect_nothing_lost() const {
    std::set<size_t> known = dropped_;
    size_t n_last = 0;
    for (auto* access = entry_.last; access != nullptr; access = access->next, n_last++) {
      EXPECT_TRUE(known.insert(access->node->index).second);
    }
    EXPECT_EQ(n_last, entry_.n_last);
    for (auto* access = entry_.previous; access != nullptr; access = access->next) {
      EXPECT_TRUE(known.insert(access->node->index).second);
    }
    EXPECT_EQ(known.size(), nodes_.size());
  }

 private:
  Entry<TestNode> entry_ = {};
  std::vector<TestNode> nodes_;
  std::vector<Access<TestNode>> accesses_;
  std::set<size_t> dropped_;
  test::Relation before_;
};

std::string text_of(const std::vector<Kind>& kinds) {
  std::string text;
  for (Kind kind : kinds) text += std::string(kNames[static_cast<size_t>(kind)]) + " ";
  return text;
}

std::vector<test::Dependences> tasks_of(const std::vector<Kind>& kinds) {
  std::vector<test::Dependences> tasks;
  for (Kind kind : kinds) tasks.push_back({{8, kind}});
  return tasks;
}

template <class Check>
void for_all_sequences(Check check) {
  for (size_t length = 1; length <= 6; length++) {
    for (uint32_t code = 0; code < 1u << (2 * length); code++) {
      std::vector<Kind> kinds;
      for (size_t i = 0; i < length; i++) kinds.push_back(static_cast<Kind>(code >> (2 * i) & 3));
      check(kinds);
    }
  }
}

TEST(Access, OrdersExactlyWhatTheSpecificationOrders) {
  for_all_sequences([](const std::vector<Kind>& kinds) {
    Sequence sequence(kinds);
    ASSERT_EQ(sequence.closure(), test::oracle_of(tasks_of(kinds))) << text_of(kinds);
    sequence.expect_nothing_lost();
  });
}

// Consulting is as if one more task were entered; except that a task that takes part in no exclusion has to wait for
// the members of a mutexinoutset.
TEST(Access, ConsultingFindsWhatOneMoreTaskWouldWaitFor) {
  for_all_sequences([](const std::vector<Kind>& kinds) {
    if (kinds.size() > 5) return;
    const Sequence sequence(kinds);
    const test::Relation before = sequence.closure();
    for (Kind kind : {Kind::In, Kind::Out, Kind::MutexInOutSet, Kind::InOutSet}) {
      std::set<size_t> found = sequence.consulted(kind);
      for (size_t i : std::set<size_t>(found)) {
        for (size_t j = 0; j < i; j++) {
          if (before[i][j]) found.insert(j);
        }
      }
      std::set<size_t> expected;
      for (size_t i = 0; i < kinds.size(); i++) {
        if (!test::orders(kinds[i], kind) && kind != Kind::MutexInOutSet) continue;
        expected.insert(i);
        for (size_t j = 0; j < i; j++) {
          if (before[i][j]) expected.insert(j);
        }
      }
      ASSERT_EQ(found, expected) << text_of(kinds) << "then " << kNames[static_cast<size_t>(kind)];
    }
  });
}

}  // namespace
}  // namespace rondo::depend
