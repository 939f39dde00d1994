// SPDX-License-Identifier: Apache-2.0
//
// task/deque.hpp: every word pushed is got exactly once, and what was written before its push can be read after.
#include "task/deque.hpp"

#include <string>

#include "harness.hpp"

namespace rondo::model {
namespace {

using task::Deque;

constexpr uint32_t kMaxWords = 8;

struct RingMemory : Memory {
  void discard(void* words, size_t bytes) {
    auto* word = static_cast<base::Atomic<uintptr_t>*>(words);
    for (size_t i = 0; i < bytes / sizeof *word; i++) word[i].store_relaxed(kMaxWords + 1);
  }
};

struct Shared {
  RingMemory memory;
  Deque<RingMemory, 2> deque{memory};
  int payload[kMaxWords + 1] = {};
  int n_got[kMaxWords + 1] = {};
  uintptr_t n_pushed = 0;

  void push() {
    payload[++n_pushed] = 1;
    deque.push(n_pushed);
  }
  void got(uintptr_t word) {
    if (word == 0) return;
    check(word <= kMaxWords, "got what nobody pushed");
    check(n_got[word]++ == 0, "got a word twice");
    check(payload[word] == 1, "got a word without what it stands for");
  }
};

// What the owner does, P (push), T (take) and D (discard), and how often each thief steals.
struct Script {
  const char* name;
  std::string owner;
  std::vector<int> thieves;
};

Program program_of(const Script& script) {
  return [script](Execution& execution) {
    auto& shared = execution.make<Shared>();
    execution.thread([&shared, &script] {
      for (char action : script.owner) {
        if (action == 'P') {
          shared.push();
        } else if (action == 'T') {
          shared.got(shared.deque.take());
        } else {
          shared.deque.discard_words();
        }
      }
    });
    for (int n_steals : script.thieves) {
      execution.thread([&shared, n_steals] {
        for (int i = 0; i < n_steals; i++) shared.got(shared.deque.steal());
      });
    }
    execution.at_end([&shared] {
      while (uintptr_t word = shared.deque.take()) shared.got(word);
      for (uintptr_t word = 1; word <= shared.n_pushed; word++) check(shared.n_got[word] == 1, "lost a word");
    });
  };
}

const Script kScripts[] = {
    {"deque: owner and thief meet", "PPTT", {2}},        {"deque: three want the last word", "PT", {1, 1}},
    {"deque: growth under a thief", "PPPT", {2}},        {"deque: slots used again", "PPTPT", {2}},
    {"deque: discarded under a thief", "PTDP", {2}},     {"deque: discarded after growth", "PPPTDTDP", {2}},
    {"deque: growth under two thieves", "PPPT", {1, 1}}, {"deque: everything under two thieves", "PPPTTPT", {2, 1}},
};

// A hint comes from a ring that is there, whatever it is worth.
void peek(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.thread([&shared] {
    for (int i = 0; i < 3; i++) shared.push();
  });
  execution.thread([&shared] { (void)shared.deque.peek_oldest(); });
}

TEST(Deque, EveryWordIsGotOnce) {
  for (const Script& script : kScripts) expect_holds(script.name, program_of(script));
  expect_holds("deque: a look during growth", peek);
}

TEST(Deque, NeedsItsFencesAndItsCas) {
  expect_breaks("deque, two words", program_of(kScripts[0]), {Mutation::NoFence, Mutation::SplitCas});
  expect_breaks("deque, last word", program_of(kScripts[1]), {Mutation::SplitCas});
}

TEST(Deque, NeedsReleaseAndAcquire) {
  for (const Script& script : kScripts) {
    expect_breaks(script.name, program_of(script), {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  }
}

}  // namespace
}  // namespace rondo::model
