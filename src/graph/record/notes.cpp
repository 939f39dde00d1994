// SPDX-License-Identifier: Apache-2.0
#include "graph/record/notes.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "graph/model/heap_memory.hpp"

namespace rondo::graph {

namespace {

// A loop over a few constructs finds the shape of each: four make up a blocked Cholesky factorisation.
constexpr size_t kShapesSearched = 8;

constexpr size_t kFirstPageBytes = 256;   // a region met once may have few tasks
constexpr size_t kPageBytes = 64 * 1024;  // less than the sizes that the C library maps and unmaps each time

bool has_kinds(const depend::Kind* kinds, std::span<const depend::Dependence> dependences) {
  for (size_t i = 0; i < dependences.size(); i++) {
    if (kinds[i] != dependences[i].kind) return false;
  }
  return true;
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
  if (!has_page_for(dependences.size())) HeapMemory::refuse((1 + dependences.size()) * sizeof(uint64_t));
  (void)write(shapes_[newest_shape_], dependences);
}

bool Notes::repeat_other(const task::TaskSpec& spec, const Setting& setting,
                         std::span<const depend::Dependence> dependences) {
  const size_t n = shapes_.size();
  for (size_t i = n; i-- > n - std::min(n, kShapesSearched);) {
    const Shape& shape = shapes_[i];
    if (is_task_of(shape, spec, setting, dependences.size()) && write(shape, dependences)) return true;
  }
  return false;
}

bool Notes::is_of(const Shape& known, const Shape& shape, std::span<const depend::Dependence> dependences) const {
  if (!is_same(known.spec, shape.spec) || known.kind != shape.kind || known.depth != shape.depth) return false;
  if (known.copy != shape.copy || known.keeps_data != shape.keeps_data) return false;
  if (known.group != shape.group || known.event_offset != shape.event_offset) return false;
  if (known.n_dependences != dependences.size()) return false;
  return has_kinds(kinds_of(known), dependences);
}

bool Notes::are_same(const Shape& a, const Shape& b) const {
  if (!is_same(a.spec, b.spec) || a.kind != b.kind || a.depth != b.depth || a.copy != b.copy) return false;
  if (a.group != b.group || a.event_offset != b.event_offset || a.n_dependences != b.n_dependences) return false;
  return std::equal(kinds_of(a), kinds_of(a) + a.n_dependences, kinds_of(b));
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

size_t Notes::bytes_of_graph(size_t n_more) const {
  constexpr size_t kToBegin = 256 * 1024, kANode = 400, kADependence = 48;
  return kToBegin + (n_nodes_ + n_more) * kANode + n_dependences_ * kADependence;
}

size_t Notes::nodes_before_next_look() const {
  if (n_nodes_ == 0) return 0;
  return std::max(kUnseen, std::min(4 * page_bytes_, kPageBytes) / (2 * sizeof(uint64_t)));
}

bool Notes::add_page(size_t n_words) {
  page_bytes_ = page_bytes_ == 0 ? kFirstPageBytes : std::min(4 * page_bytes_, kPageBytes);
  size_t bytes = std::max(page_bytes_, sizeof(Page) + n_words * sizeof(uint64_t));
  void* memory = std::malloc(bytes);
  if (memory == nullptr) return false;
  auto* page = new (memory) Page{};
  (last_ == nullptr ? first_ : last_->next) = page;
  last_ = page;
  next_ = page->words();
  limit_ = page->words() + (bytes - sizeof(Page)) / sizeof(uint64_t);
  return true;
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
