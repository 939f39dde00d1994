// SPDX-License-Identifier: Apache-2.0
//
// Which instructions belong to a taskgraph region, and whether the rest of the function can do without them.
#pragma once

#include <optional>
#include <string>

#include "ir/translate.hpp"

namespace rondo::directives {

struct Region {
  llvm::CallBase* begin;  // rondo_directive_taskgraph()
  std::set<const llvm::Instruction*> instructions;  // executed behind it, and not behind its end, on Rondo
  std::vector<llvm::CallBase*> ends;
  std::set<const llvm::BasicBlock*> reachable;  // in the whole function, on Rondo: optimisers make copies of the
                                                // region for runtimes that lack its functions

  // True if the instruction is executed before or behind the region.
  bool is_outside(const llvm::Instruction& instruction) const {
    return instructions.count(&instruction) == 0 && reachable.count(instruction.getParent()) != 0;
  }
};

// Why a region cannot be replaced, and where.
struct Obstacle {
  std::string text;
  const llvm::Instruction* at;
};

// Marks on the call that begins a region: the call passes the findings of an earlier run of the pass, e.g. before
// linking. If these are only the region's inputs, a later run may find more.
inline constexpr const char* kKnown = "rondo.known";
inline constexpr const char* kHasInputs = "rondo.inputs";

std::vector<llvm::CallBase*> find_regions(llvm::Module& module);

// The block that follows on Rondo, if the terminator tests for one of Rondo's functions; else nullptr.
const llvm::BasicBlock* only_way(const llvm::Instruction& terminator);

std::optional<Obstacle> delimit(llvm::CallBase& begin, Region& region);

// True if every way from the region's beginning to `at` meets an instruction for which `look` returns Yes, and behind
// that none for which it returns No.
enum class Sight : uint8_t { GoOn, Yes, No };
bool is_preceded(const Region& region, const llvm::Instruction& at,
                 llvm::function_ref<Sight(const llvm::Instruction&)> look);

// Variables of the region's function that only the region uses; the region's frame counts as one.
RegionScope scope_of(const Region& region);

}  // namespace rondo::directives
