// SPDX-License-Identifier: Apache-2.0
#include "graph/notes.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "graph/heap_memory.hpp"

namespace rondo::graph {

namespace {

// A loop over a few constructs finds the shape of each: four make up a blocked Cholesky factorisation.
constexpr size_t kShapesSearched = 8;

constexpr size_t kFirstPageBytes = 1024;
constexpr size_t kPageBytes = 64 * 1024;  // less than what the C library maps and unmaps each time

bool is_same(const task::TaskSpec& a, const task::TaskSpec& b) {
  return a.entry.gomp == b.entry.gomp && a.block_bytes == b.block_bytes && a.shareds_offset == b.shareds_offset &&
         a.flags == b.flags && a.priority == b.priority && a.is_trivial == b.is_trivial;
}

}  // namespace

Notes::~Notes() {
  for (Page* page = first_; page != nullptr;) {
    Page* next = page->next;
    std::free(page);
    page = next;
  }
}

void Notes::add(const Shape& shape, std::span<const depend::Dependence> dependences) {
  if (n_nodes_ == 0 || !is_of(shapes_[newest_shape_], shape, dependences)) {
    newest_shape_ = find_or_add(shape, dependences);
  }
  size_t n_words = 1 + dependences.size();
  uint64_t* words = static_cast<size_t>(limit_ - next_) >= n_words ? next_ : add_page(n_words);
  words[0] = newest_shape_;
  for (size_t i = 0; i < dependences.size(); i++) words[1 + i] = dependences[i].address;
  next_ = words + n_words;
  last_->end = next_;
  n_nodes_++;
  n_dependences_ += dependences.size();
}

bool Notes::is_of(const Shape& known, const Shape& shape, std::span<const depend::Dependence> dependences) const {
  if (!is_same(known.spec, shape.spec) || known.kind != shape.kind || known.depth != shape.depth) return false;
  if (known.copy != shape.copy || known.keeps_data != shape.keeps_data) return false;
  if (known.group != shape.group || known.n_dependences != dependences.size()) return false;
  const depend::Kind* kinds = kinds_.data() + known.first_kind;
  for (size_t i = 0; i < dependences.size(); i++) {
    if (kinds[i] != dependences[i].kind) return false;
  }
  return true;
}

uint32_t Notes::find_or_add(const Shape& shape, std::span<const depend::Dependence> dependences) {
  size_t n = shapes_.size();
  for (size_t i = n; i-- > n - std::min(n, kShapesSearched);) {
    if (is_of(shapes_[i], shape, dependences)) return static_cast<uint32_t>(i);
  }
  Shape added = shape;
  added.n_dependences = static_cast<uint32_t>(dependences.size());
  added.first_kind = static_cast<uint32_t>(kinds_.size());
  for (const depend::Dependence& dependence : dependences) kinds_.push_back(dependence.kind);
  shapes_.push_back(added);
  return static_cast<uint32_t>(n);
}

uint64_t* Notes::add_page(size_t n_words) {
  page_bytes_ = page_bytes_ == 0 ? kFirstPageBytes : std::min(4 * page_bytes_, kPageBytes);
  size_t bytes = std::max(page_bytes_, sizeof(Page) + n_words * sizeof(uint64_t));
  auto* page = new (HeapMemory().allocate(bytes)) Page{};
  (last_ == nullptr ? first_ : last_->next) = page;
  last_ = page;
  limit_ = page->words() + (bytes - sizeof(Page)) / sizeof(uint64_t);
  return page->words();
}

void copy(const Notes& from, Notes& to) {
  base::PodVector<depend::Dependence> list;
  for (const RecordedNode& node : from) {
    list.clear();
    for (uint32_t i = 0; i < node.dependences.size(); i++) list.push_back(node.dependences[i]);
    to.add(node.shape, {list.data(), list.size()});
  }
}

}  // namespace rondo::graph
