// SPDX-License-Identifier: Apache-2.0
//
// Memory whose content the evaluation knows: variables of the region and of functions that it calls, and the blocks
// of tasks. Each object is a list of cells, values of some bytes; bytes that no cell covers are indeterminate. Little
// endian.
#pragma once

#include "evaluate/arithmetic.hpp"

namespace rondo::evaluate {

struct Cell {
  uint32_t n_bytes;  // at most 8
  Value value;
};
using Cells = std::map<uint64_t, Cell>;  // by offset; they do not overlap

class Memory {
 public:
  explicit Memory(Symbols& symbols) : symbols_(symbols) {}

  int32_t add() {
    objects_.emplace_back();
    return static_cast<int32_t>(objects_.size() - 1);
  }
  Cells& cells(int32_t object) { return objects_[static_cast<std::size_t>(object)]; }

  struct Location {
    enum class Kind : uint8_t {
      Known,    // `offset` in `object`
      Outside,  // in none of the objects: the region cannot have written it
      Wild,     // in one of the objects, at an unknown place
    };
    Kind kind;
    int32_t object = -1;
    uint64_t offset = 0;
  };
  Location locate(const Form& address) const;

  Value load(const Location& at, uint32_t n_bytes);
  void store(const Location& at, uint32_t n_bytes, Value value);
  // Copies from one object to another, or within one.
  void copy(const Location& to, const Location& from, uint32_t n_bytes);

 private:
  Value part(const Value& value, uint64_t skipped_bytes, uint32_t n_bytes);
  void cut(Cells& cells, uint64_t begin, uint64_t end);

  Symbols& symbols_;
  std::vector<Cells> objects_;
};

}  // namespace rondo::evaluate
