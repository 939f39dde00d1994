// SPDX-License-Identifier: Apache-2.0
//
// Patterns as the bytes of a file: a version, the tags with their counts and streams, a checksum. The same bytes on
// every machine. Whatever bytes are read, the result is patterns or a reason; all of them are checked (README.md,
// "Patterns").
#pragma once

#include "base/pod_vector.hpp"
#include "graph/model/pattern.hpp"

namespace rondo::graph {

// Every file of patterns begins with them, whatever its version.
inline constexpr size_t kMagicBytes = 8;
inline constexpr size_t kMaxFileBytes = size_t{64} << 20;
inline constexpr size_t kMaxTagBytes = 255;  // longer tags are not kept in files

class PatternWriter {
 public:
  PatternWriter();
  void add(const char* tag, const Pattern& pattern);
  // The file's bytes; nothing may be added any more.
  const base::PodVector<char>& finish();
  uint32_t n_patterns() const { return n_patterns_; }

 private:
  void put(uint32_t value);
  void put_wide(uint64_t value);

  base::PodVector<char> bytes_;
  uint32_t n_patterns_ = 0;
};

// All patterns of a file, each with its graph.
class PatternReader {
 public:
  struct Item {
    const char* tag;  // zero-terminated; the reader's
    Graph* graph;     // the reader's, until it is taken
  };

  PatternReader() = default;
  PatternReader(const PatternReader&) = delete;
  PatternReader& operator=(const PatternReader&) = delete;
  ~PatternReader();

  // Why the bytes are refused, or nullptr. Called once.
  const char* read(const char* bytes, size_t n);

  size_t n_items() const { return items_.size(); }
  const Item& item(size_t index) const { return items_[index]; }
  Graph* take(size_t index);

 private:
  const char* read_item();
  bool get(uint32_t* value);

  const char* next_ = nullptr;
  const char* end_ = nullptr;
  base::PodVector<Item> items_;
  uint64_t n_acts_ = 0, n_edges_ = 0;  // of all patterns
};

uint64_t checksum(const char* bytes, size_t n);

}  // namespace rondo::graph
