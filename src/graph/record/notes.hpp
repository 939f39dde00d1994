// SPDX-License-Identifier: Apache-2.0
//
// What a region's code has created, noted in creation order: flat pages, written once, never moved and read from the
// beginning. A node takes eight bytes and eight for each dependence, a row of equal ones without dependences eight
// together; what the nodes of a construct have in common is its *shape*, noted once for those that come soon after
// each other. Taking notes is the cost of the recording encounter, and new memory is the largest part of it.
#pragma once

#include <iterator>
#include <span>

#include "base/bits.hpp"
#include "base/pod_vector.hpp"
#include "depend/access.hpp"
#include "graph/model/graph.hpp"
#include "graph/record/kept_blocks.hpp"

namespace rondo::graph {

struct Shape {
  task::TaskSpec spec = {};
  NodeKind kind = NodeKind::Task;
  task::Depth depth = task::Depth::Children;  // of a join
  uint16_t copy = 0;        // of a loop's body: which iteration
  bool keeps_data = false;  // its block is among the pristine ones
  uint32_t group = kNoGroup;  // the innermost one that reduces; of a join, the one that it ends
  uint32_t event_offset = kNoEvent;  // NodeShape::event_offset
  uint32_t n_dependences = 0;
  uint32_t first_kind = 0;  // of the dependences, into Notes::kinds_
};

// What tasks have in common that are created between two other acts of the region's code; see Shape.
struct Setting {
  uint16_t copy;
  bool keeps_data;
  uint32_t group;
};

class DependenceList {
 public:
  DependenceList() = default;
  DependenceList(const uintptr_t* addresses, const depend::Kind* kinds, uint32_t n)
      : addresses_(addresses), kinds_(kinds), n_(n) {}
  uint32_t size() const { return n_; }
  bool is_empty() const { return n_ == 0; }
  bool names(uintptr_t address) const {
    for (uint32_t i = 0; i < n_; i++) {
      if (addresses_[i] == address) return true;
    }
    return false;
  }
  depend::Dependence operator[](uint32_t i) const { return {addresses_[i], kinds_[i]}; }

 private:
  const uintptr_t* addresses_ = nullptr;
  const depend::Kind* kinds_ = nullptr;
  uint32_t n_ = 0;
};

struct RecordedNode {
  const Shape& shape;
  DependenceList dependences;
  uint64_t payload;  // where its block is among the pristine ones
};

class Notes {
 public:
  Notes() = default;
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;
  ~Notes();

  // Of `shape` everything but the last two fields, which are the list's.
  void add(const Shape& shape, std::span<const depend::Dependence> dependences);
  // The same for a task without an event whose shape is that of one added not long ago, and that goes into the newest
  // page: the usual case. False: it is not added.
  [[gnu::always_inline]] bool repeat(const task::TaskSpec& spec, const Setting& setting,
                                     std::span<const depend::Dependence> dependences) {
    if (is_look_due() || !fits_in_page(dependences.size())) [[unlikely]]
      return false;
    if (!is_task_of(shapes_[newest_shape_], spec, setting, dependences.size()))
      return repeat_other(spec, setting, dependences);
    if (dependences.empty()) {
      next_[-1] += kOneMore;
      n_nodes_++;
      return true;
    }
    return write(shapes_[newest_shape_], dependences) || repeat_other(spec, setting, dependences);
  }
  // From time to time add() is to be asked for, which looks whether there is memory for a graph of so many nodes.
  bool is_look_due() const { return n_nodes_ % kUnseen == 0; }

  // About as much as a graph of these nodes, and `n_more`, takes with an instance.
  size_t bytes_of_graph(size_t n_more = 0) const;

  // To be asked before add(): whether a node with so many dependences goes into the newest page, or there is memory
  // for another one.
  bool fits_in_page(size_t n_dependences) const { return static_cast<size_t>(limit_ - next_) > n_dependences; }
  bool has_page_for(size_t n_dependences) { return fits_in_page(n_dependences) || add_page(1 + n_dependences); }
  // So many nodes may come before the next look.
  size_t nodes_before_next_look() const;

  size_t size() const { return n_nodes_; }
  size_t n_dependences() const { return n_dependences_; }
  const base::PodVector<Shape>& shapes() const { return shapes_; }  // each at least once
  const depend::Kind* kinds_of(const Shape& shape) const { return kinds_.data() + shape.first_kind; }
  // Whether two of shapes() are the same, apart from what the notes do with their blocks.
  bool are_same(const Shape& a, const Shape& b) const;

  class Iterator;
  Iterator begin() const;
  std::default_sentinel_t end() const { return {}; }

 private:
  static constexpr size_t kUnseen = 1024;
  static constexpr uint64_t kOneMore = uint64_t{1} << 32;
  // Nodes one after the other, each in one page: the number of its shape, then the addresses. How many more such
  // nodes follow, without dependences, stands above the shape's number.
  struct Page {
    Page* next;
    uint64_t* end;  // of what is written
    uint64_t* words() { return reinterpret_cast<uint64_t*>(this + 1); }
  };
  [[gnu::always_inline]] static bool is_same(const task::TaskSpec& a, const task::TaskSpec& b) {
    return a.entry.gomp == b.entry.gomp && a.block_bytes == b.block_bytes && a.shareds_offset == b.shareds_offset &&
           a.flags == b.flags && a.priority == b.priority && a.is_trivial == b.is_trivial;
  }
  // The dependences are to be compared, too.
  [[gnu::always_inline]] static bool is_task_of(const Shape& known, const task::TaskSpec& spec, const Setting& setting,
                                                size_t n_dependences) {
    return is_same(known.spec, spec) && known.n_dependences == n_dependences && known.kind == NodeKind::Task &&
           known.copy == setting.copy && known.keeps_data == setting.keeps_data && known.group == setting.group &&
           known.event_offset == kNoEvent;
  }
  bool is_of(const Shape& known, const Shape& shape, std::span<const depend::Dependence> dependences) const;
  uint32_t find_or_add(const Shape& shape, std::span<const depend::Dependence> dependences);
  bool repeat_other(const task::TaskSpec& spec, const Setting& setting,
                    std::span<const depend::Dependence> dependences);
  // A node of this shape, which is or becomes the newest, into the newest page. False: the dependences are of other
  // kinds, and it is not written.
  [[gnu::always_inline]] bool write(const Shape& shape, std::span<const depend::Dependence> dependences) {
    const depend::Kind* kinds = kinds_of(shape);
    uint64_t* words = next_ + 1;
    for (const depend::Dependence& dependence : dependences) {
      if (dependence.kind != *kinds++) return false;
      *words++ = dependence.address;
    }
    newest_shape_ = static_cast<uint32_t>(&shape - shapes_.data());
    *next_ = newest_shape_;
    next_ = words;
    last_->end = words;
    n_nodes_++;
    n_dependences_ += dependences.size();
    return true;
  }
  bool add_page(size_t n_words);  // false: there is no memory

  Page* first_ = nullptr;
  Page* last_ = nullptr;
  uint64_t* next_ = nullptr;  // in `last_`
  uint64_t* limit_ = nullptr;
  size_t page_bytes_ = 0;
  uint32_t newest_shape_ = 0;
  size_t n_nodes_ = 0;
  size_t n_dependences_ = 0;
  base::PodVector<Shape> shapes_;
  base::PodVector<depend::Kind> kinds_;
};

class Notes::Iterator {
 public:
  Iterator(const Notes& notes, Page* page) : notes_(notes), page_(page) { go_to(page); }

  bool operator==(std::default_sentinel_t) const { return page_ == nullptr; }
  RecordedNode operator*() const {
    const Shape& shape = this->shape();
    return {shape, {word_ + 1, notes_.kinds_.data() + shape.first_kind, shape.n_dependences}, payload_};
  }
  Iterator& operator++() {
    const Shape& shape = this->shape();
    if (shape.keeps_data) payload_ += base::round_up(shape.spec.block_bytes, kPristineAlignment);
    if (n_more_ != 0) {
      n_more_--;
      return *this;
    }
    word_ += 1 + size_t{shape.n_dependences};
    word_ != page_->end ? read_node() : go_to(page_->next);
    return *this;
  }

 private:
  const Shape& shape() const { return notes_.shapes_[static_cast<uint32_t>(*word_)]; }
  void go_to(Page* page) {
    page_ = page;
    word_ = page != nullptr ? page->words() : nullptr;
    if (page != nullptr) read_node();
  }
  void read_node() { n_more_ = static_cast<uint32_t>(*word_ >> 32); }

  const Notes& notes_;
  Page* page_;
  const uint64_t* word_ = nullptr;
  uint32_t n_more_ = 0;  // nodes of this word
  uint64_t payload_ = 0;
};

inline Notes::Iterator Notes::begin() const { return {*this, first_}; }

void copy(const Notes& from, Notes& to);

}  // namespace rondo::graph
