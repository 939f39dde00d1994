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

  // It is executed before or behind the region.
  bool is_outside(const llvm::Instruction& instruction) const {
    return instructions.count(&instruction) == 0 && reachable.count(instruction.getParent()) != 0;
  }
};

// Why a region cannot be replaced, and where.
struct Obstacle {
  std::string text;
  const llvm::Instruction* at;
};

// On the call that begins a region: it hands over what an earlier run of the pass has found out, e.g. before linking.
// Where that is only what the region depends on, a later run may find out more.
inline constexpr const char* kKnown = "rondo.known";
inline constexpr const char* kHasInputs = "rondo.inputs";

std::vector<llvm::CallBase*> find_regions(llvm::Module& module);

// Where a block goes on Rondo, if it tests for one of its functions; else nullptr.
const llvm::BasicBlock* only_way(const llvm::Instruction& terminator);

std::optional<Obstacle> delimit(llvm::CallBase& begin, Region& region);

// True if every way from the region's beginning to `at` meets an instruction of which `look` says Yes, with none of
// which it says No behind that.
enum class Sight : uint8_t { GoOn, Yes, No };
bool is_preceded(const Region& region, const llvm::Instruction& at,
                 llvm::function_ref<Sight(const llvm::Instruction&)> look);

// Variables of the region's function that nobody but the region uses; the region's frame counts as one.
RegionScope scope_of(const Region& region);

}  // namespace rondo::directives
