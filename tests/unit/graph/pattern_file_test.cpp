// SPDX-License-Identifier: Apache-2.0
//
// graph/pattern/pattern_file.hpp: patterns come back as they were written, and no bytes, damaged or made to deceive,
// do more than to be refused, or to be patterns that a program's check refuses: what a use accepts is ordered as the
// program needs it, whoever wrote the file.
#include "graph/pattern/pattern_file.hpp"

#include "../fuzz/pattern_input.hpp"
#include "graph/pattern/pattern_graph.hpp"
#include "graph/pattern/renaming.hpp"
#include "graph/pattern_program.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::Action;
using test::GraphPtr;
using test::Program;
using test::Relation;

std::vector<char> bytes_of(const std::vector<std::pair<std::string, const Graph*>>& patterns) {
  PatternWriter writer;
  for (const auto& [tag, graph] : patterns) writer.add(tag.c_str(), *graph->pattern);
  const auto& bytes = writer.finish();
  return {bytes.data(), bytes.data() + bytes.size()};
}

std::vector<char> file_of(const Program& program, const char* tag = "tag") {
  const GraphPtr graph = test::pattern_graph_of(program);
  return bytes_of({{tag, graph.get()}});
}

const char* reason_of(const std::vector<char>& bytes) {
  static std::string text;
  PatternReader reader;
  const char* reason = reader.read(bytes.data(), bytes.size());
  return reason == nullptr ? nullptr : (text = reason).c_str();
}

TEST(PatternFile, GivesBackWhatWasWritten) {
  base::Rng rng(7);
  const GraphPtr first = test::pattern_graph_of(test::random_program(rng, 60));
  const GraphPtr second = test::pattern_graph_of(test::wavefront(9));
  const GraphPtr empty = test::pattern_graph_of({});
  const std::vector<char> bytes =
      bytes_of({{"first", first.get()}, {"a b/c\xc3\xa4", second.get()}, {"", empty.get()}});
  PatternReader reader;
  ASSERT_EQ(reader.read(bytes.data(), bytes.size()), nullptr);
  ASSERT_EQ(reader.n_items(), 3u);
  EXPECT_STREQ(reader.item(0).tag, "first");
  EXPECT_STREQ(reader.item(1).tag, "a b/c\xc3\xa4");
  EXPECT_STREQ(reader.item(2).tag, "");
  EXPECT_EQ(reader.item(0).graph->pattern->counts, first->pattern->counts);
  EXPECT_EQ(reader.item(1).graph->n_edges, second->n_edges);
  EXPECT_TRUE(test::take_pattern_file(bytes.data(), bytes.size()));
}

TEST(PatternFile, NoPatternsAreAFileToo) { EXPECT_EQ(reason_of(bytes_of({})), nullptr); }

TEST(PatternFile, SaysWhyItIsRefused) {
  const std::vector<char> good = file_of(test::wavefront(4));
  EXPECT_STREQ(reason_of({}), "it is not a file of patterns");
  EXPECT_STREQ(reason_of(std::vector<char>(100, 'x')), "it is not a file of patterns");
  EXPECT_STREQ(reason_of({good.begin(), good.begin() + 12}), "it is too short or too long");
  EXPECT_STREQ(reason_of({good.begin(), good.end() - 1}), "it is damaged: its checksum is wrong");
  std::vector<char> other = good;
  other[8]++;
  EXPECT_STREQ(reason_of(other), "it was written by another version of Rondo");
  other = good;
  other[other.size() / 2] ^= 4;
  EXPECT_STREQ(reason_of(other), "it is damaged: its checksum is wrong");
  other = good;
  other.insert(other.end() - 8, 'x');
  test::repair_checksum(other);
  EXPECT_STREQ(reason_of(other), "there is something behind its last pattern");
}

// A stream of nibbles, lowest first, with honest counts where they matter.
const char* reason_of_stream(PatternCounts counts, std::initializer_list<uint8_t> bytes) {
  std::vector<char> stream(bytes.begin(), bytes.end());
  const char* reason = nullptr;
  const GraphPtr graph(make_pattern_graph(counts, stream.data(), stream.size(), &reason));
  return reason;
}

TEST(PatternFile, StreamsThatDeceive) {
  const PatternCounts one = {1, 1, 1, 0};
  EXPECT_EQ(reason_of_stream(one, {0x14}), nullptr) << "a task with one dependence, out, on a new station";
  EXPECT_STREQ(reason_of_stream(one, {}), "its stream breaks off");
  EXPECT_STREQ(reason_of_stream(one, {0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc}), "its stream breaks off");
  EXPECT_STREQ(reason_of_stream(one, {0x00}), "it repeats what is not there");
  EXPECT_STREQ(reason_of_stream(one, {0x15}), "it has more dependences than it says");
  EXPECT_STREQ(reason_of_stream(one, {0x94, 0x01}), "it names a station that it does not have");
  EXPECT_STREQ(reason_of_stream(one, {0x64}), "it has a dependence of no known kind");
  EXPECT_STREQ(reason_of_stream({2, 1, 1, 0}, {0x14, 0x00}), "it has more dependences than it says");
  EXPECT_STREQ(reason_of_stream({1, 1, 2, 0}, {0x14}), "its counts do not agree with its stream");
  EXPECT_STREQ(reason_of_stream({1, 1, 1, 1}, {0x14}), "its counts do not agree with its stream");
  EXPECT_STREQ(reason_of_stream(one, {0x14, 0x11}), "its counts do not agree with its stream");
  EXPECT_STREQ(reason_of_stream({1u << 31, 0, 0, 0}, {0x03}), "it is larger than any pattern");
  EXPECT_STREQ(reason_of_stream({1, 1u << 31, 0, 0}, {0x03}), "it is larger than any pattern");
  // Readers dropped, and omp_all_memory, which would come after them.
  EXPECT_STREQ(reason_of_stream({2, 2, 0, 1}, {0x44, 0x54}), "it drops readers in spite of omp_all_memory");
  EXPECT_EQ(reason_of_stream({kMaxActs, 0, 0, 0}, {0x03, 0xfe, 0xff, 0xff, 0x03}), nullptr)
      << "a million tasks without dependences in five bytes";
}

// ---- Damage -----------------------------------------------------------------------------------------------------

void damage(std::vector<char>& bytes, const std::vector<char>& other, base::Rng& rng) {
  const auto at = [&](const std::vector<char>& file) { return rng.below(static_cast<uint32_t>(file.size())); };
  for (uint32_t n = 1 + rng.below(4); n > 0 && !bytes.empty(); n--) {
    switch (rng.below(6)) {
      case 0:
        bytes[at(bytes)] ^= static_cast<char>(1 << rng.below(8));
        break;
      case 1:
        bytes[at(bytes)] = static_cast<char>(rng.below(256));
        break;
      case 2:
        bytes.resize(at(bytes));
        break;
      case 3: {  // a piece of another file
        const uint32_t from = at(other);
        const uint32_t length = rng.below(static_cast<uint32_t>(other.size()) - from);
        bytes.insert(bytes.begin() + at(bytes), other.begin() + from, other.begin() + from + length);
        break;
      }
      case 4:
        bytes.erase(bytes.begin() + at(bytes));
        break;
      default:  // a number of the head, all its bits
        if (bytes.size() > 44) std::memset(&bytes[16 + 4 * rng.below(7)], rng.below(2) == 0 ? 0xff : 0, 4);
        break;
    }
  }
}

Relation oracle_of(const Program& program) {
  Relation before(program.size());
  for (size_t i = 0; i < program.size(); i++) {
    for (size_t j = 0; j < i; j++) {
      const bool is_full_join = program[i].act != Act::Task && program[i].dependences.empty();
      before[i].set(j, is_full_join || program[j].act != Act::Task ||
                           test::must_wait(program[i].dependences, program[j].dependences));
    }
  }
  test::close_transitively(before);
  return before;
}

// The program uses a pattern of whatever origin: all that it creates before the use is refused has its order.
bool accepts(const Graph& graph, const Program& program) {
  Renaming renaming(*graph.pattern);
  renaming.begin();
  Program taken;
  for (const Action& action : program) {
    if (renaming.match(action.act, action.dependences) != nullptr) break;
    taken.push_back(action);
  }
  const Relation needed = oracle_of(taken);
  const Relation given = test::closure_of(graph);
  for (size_t i = 0; i < taken.size(); i++) {
    for (size_t j = 0; j < i; j++) {
      if (needed[i][j]) EXPECT_TRUE(given[i][j]) << "task " << i << " does not wait for task " << j;
    }
  }
  return taken.size() == program.size() && renaming.is_complete();
}

TEST(PatternFile, Damaged) {
  constexpr int kRuns = 12000;
  size_t n_accepted = 0, n_refused = 0, n_used = 0, n_unfit = 0;
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < kRuns / 6; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      const Program program = rng.below(4) == 0 ? test::wavefront(2 + rng.below(6)) : test::random_program(rng, 30);
      const std::vector<char> other = file_of(test::random_program(rng, 30), "another tag");
      const std::vector<char> good = file_of(program);
      for (int n = 0; n < 6; n++) {
        std::vector<char> bytes = good;
        damage(bytes, other, rng);
        if (rng.below(8) != 0) test::repair_checksum(bytes);
        PatternReader reader;
        if (!test::take_pattern_file(bytes.data(), bytes.size())) {
          n_refused++;
          continue;
        }
        n_accepted++;
        ASSERT_EQ(reader.read(bytes.data(), bytes.size()), nullptr);
        for (size_t i = 0; i < reader.n_items(); i++) {
          accepts(*reader.item(i).graph, program) ? n_used++ : n_unfit++;
          if (HasFailure()) return;
        }
      }
    }
  }
  // Every outcome has been seen, so each branch above can find a fault.
  EXPECT_GT(n_accepted, 200u);
  EXPECT_GT(n_refused, 1000u);
  EXPECT_GT(n_used, 10u);
  EXPECT_GT(n_unfit, 30u);
}

}  // namespace
}  // namespace rondo::graph
