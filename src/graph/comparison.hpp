// SPDX-License-Identifier: Apache-2.0
//
// Whether what a re-capture creates has the dependences that were recorded: one encounter's walk through the record's
// lists. Usually each address is the recorded one. As soon as one is not, the lists are taken for a pattern and the
// rest of the encounter for a use of it (renaming.hpp): what has moved as a whole is still the same graph. Only the
// master uses it. Argument: README.md, "Comparison".
#pragma once

#include <span>

#include "graph/instance.hpp"
#include "graph/recorded_lists.hpp"
#include "graph/renaming.hpp"

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
  // Without it nothing is compared. From the first node on. `graph` and `moved` are the instance's; `moved` is made
  // when it is needed.
  void begin(const RecordedLists& lists, const Graph& graph, MovedLists*& moved) {
    lists_ = exact_ = &lists;
    graph_ = &graph;
    address_ = lists.addresses();
    moved_ = &moved;
  }
  void end();  // before the instance may be used by another encounter

  bool is_on() const { return lists_ != nullptr; }
  // Where the dependences are that have been compared so far.
  Addresses compared_at() const {
    if (!is_on()) return Addresses::Unknown;
    return is_exact() ? Addresses::Recorded : Addresses::Moved;
  }

  // In the order of creation: the dependences of what stands for `node`. nullptr if they are as recorded, else the
  // difference; then nothing more may be compared.
  const char* compare(NodeIndex node, Act act, std::span<const depend::Dependence> dependences);

  // The same for who has a list in a compiler's own form. As long as is_exact(), what is to come has the form of its
  // node and these addresses; after pass() it has been compared. If it differs, compare() has the last word.
  bool is_exact() const { return exact_ != nullptr; }
  const uintptr_t* addresses() const { return address_; }
  void pass(uint64_t n) { address_ += n; }

 private:
  const ListForm& form_of(NodeIndex node) const { return graph_->nodes[node].shape().form; }
  bool begin_renaming(NodeIndex node);

  const RecordedLists* lists_ = nullptr;
  const Graph* graph_ = nullptr;
  const RecordedLists* exact_ = nullptr;  // the same, until an address was another one
  const uintptr_t* address_ = nullptr;  // first one of the next node
  MovedLists** moved_ = nullptr;
};

}  // namespace rondo::graph
