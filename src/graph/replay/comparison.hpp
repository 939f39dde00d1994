// SPDX-License-Identifier: Apache-2.0
//
// Whether the tasks that a re-capture creates have the dependences that were recorded: one encounter's walk through
// the record's lists. Usually each address is the recorded one. As soon as one is not, the lists are taken for a
// pattern and the rest of the encounter for a use of it (renaming.hpp): addresses that have all moved together still
// make the same graph. Only the master uses it. Argument: README.md, "Comparison".
#pragma once

#include <span>

#include "graph/pattern/renaming.hpp"
#include "graph/record/recorded_lists.hpp"
#include "graph/replay/instance.hpp"

namespace rondo::graph {

// What an instance keeps for encounters whose addresses have moved.
struct MovedLists {
  explicit MovedLists(const Pattern& words) : pattern(words), renaming(pattern) {}

  Pattern pattern;
  Renaming renaming;
};
void free_moved(MovedLists* moved);

class Comparison {
 public:
  // Starts at the first node; without this call nothing is compared. `graph` and `moved` are the instance's; `moved`
  // is made when it is needed.
  void begin(const RecordedLists& lists, const Graph& graph, MovedLists*& moved) {
    lists_ = exact_ = &lists;
    graph_ = &graph;
    address_ = lists.addresses();
    moved_ = &moved;
  }
  void end();  // before the instance may be used by another encounter

  bool is_on() const { return lists_ != nullptr; }
  // The addresses of the dependences that have been compared so far.
  Addresses compared_at() const {
    if (!is_on()) return Addresses::Unknown;
    return is_exact() ? Addresses::Recorded : Addresses::Moved;
  }

  // Called in the order of creation: the dependences of the creation or wait that stands for `node`. Returns nullptr
  // if they are as recorded, else the difference; then nothing more may be compared.
  const char* compare(NodeIndex node, Act act, std::span<const depend::Dependence> dependences);

  // The same for a caller that has a list in a compiler's own form. As long as is_exact(), the next list should have
  // the form of its node and these addresses; if it has, pass() counts it as compared. If it differs, compare()
  // decides.
  bool is_exact() const { return exact_ != nullptr; }
  const uintptr_t* addresses() const { return address_; }
  void pass(uint64_t n) { address_ += n; }

 private:
  const ListForm& form_of(NodeIndex node) const { return graph_->nodes[node].shape().form; }
  bool begin_renaming(NodeIndex node);

  const RecordedLists* lists_ = nullptr;
  const Graph* graph_ = nullptr;
  const RecordedLists* exact_ = nullptr;  // the same, until an address differed
  const uintptr_t* address_ = nullptr;  // first one of the next node
  MovedLists** moved_ = nullptr;
};

}  // namespace rondo::graph
