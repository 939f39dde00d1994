// SPDX-License-Identifier: Apache-2.0
//
// The values that get into the region's own memory: its variables, and the blocks of the tasks that it creates. The
// order of stores does not matter: a cell holds every value that is stored to it anywhere.
#pragma once

#include "evaluate/flow.hpp"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"

namespace rondo::directives {

// A variable, or a call that creates a task and which part of its block.
struct ObjectKey {
  const llvm::Value* value = nullptr;
  bool is_shareds = false;
  auto operator<=>(const ObjectKey&) const = default;
};

struct ObjectPlace {
  ObjectKey object;            // no value: unknown
  uint64_t offset = 0;
  bool is_fixed = true;        // else it is somewhere in the object
  std::vector<const llvm::Value*> indices = {};  // that decide where
};
ObjectPlace place_of(const llvm::Value& address, const llvm::DataLayout& layout);

class ObjectFlows {
 public:
  using CellKey = std::pair<uint64_t, uint64_t>;  // offset and size
  using Cells = std::map<CellKey, evaluate::Flow>;

  // True: something has changed.
  bool store(const ObjectPlace& at, uint64_t n_bytes, const evaluate::Flow& flow);
  bool copy(const ObjectPlace& to, const ObjectPlace& from, std::optional<uint64_t> n_bytes);
  evaluate::Flow load(const ObjectPlace& at, uint64_t n_bytes) const;

  // The words of the object that are always accessed as whole words; `rest`: all inputs that are elsewhere in it.
  Cells cells(const ObjectKey& object, evaluate::InputSet& rest) const;

 private:
  struct Content {
    Cells cells;
    evaluate::Flow anywhere;
  };
  evaluate::Flow all_of(const Content& content) const;

  std::map<ObjectKey, Content> objects_;
};

}  // namespace rondo::directives
