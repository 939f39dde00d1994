// SPDX-License-Identifier: Apache-2.0
//
// LLVM's functions in the language of the evaluation. Tasks are recognised by the calls that clang generates for the
// constructs; dependences and blocks have the layout of the KMP interface.
#pragma once

#include <memory>
#include <set>

#include "evaluate/code.hpp"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace rondo::directives {

// The parts of a region that the translation needs.
struct RegionScope {
  llvm::Function* function = nullptr;
  std::set<const llvm::AllocaInst*> private_variables;  // only the region uses them
};

class Translation : public evaluate::Library {
 public:
  Translation(llvm::Module& module, evaluate::Symbols& symbols, const RegionScope& scope);
  ~Translation() override;

  // The function that contains the region, with the places where the evaluation starts and ends.
  const evaluate::Function& region();
  evaluate::Register register_of(llvm::Value& value);
  llvm::Value* value_of(evaluate::Register reg) const;  // of the region's function
  std::pair<evaluate::BlockId, uint32_t> behind(llvm::CallBase& call) const;

  llvm::Constant& address_of(uint32_t tag) const { return *addresses_[tag]; }
  llvm::Function& entry_of(uint32_t number) const { return *entries_[number]; }
  const llvm::Instruction* place(evaluate::PlaceId id) const { return places_[id]; }

  const evaluate::Function* function(evaluate::FunctionId id) override;
  evaluate::Value fold(evaluate::PlaceId at, const std::vector<uint64_t>& operands) override;
  evaluate::Value constant_at(uint32_t address, uint64_t offset, uint8_t bits) override;

 private:
  friend class FunctionTranslation;

  evaluate::FunctionId id_of(llvm::Function& function);
  uint32_t tag_of(llvm::Constant& global);
  uint32_t number_of(llvm::Function& entry);
  evaluate::PlaceId place_of(const llvm::Instruction& instruction);
  evaluate::Value constant(const llvm::Constant& constant);

  llvm::Module& module_;
  evaluate::Symbols& symbols_;
  const RegionScope& scope_;
  std::unique_ptr<class FunctionTranslation> region_;
  std::vector<llvm::Function*> functions_;
  std::vector<std::unique_ptr<class FunctionTranslation>> translated_;
  llvm::DenseMap<llvm::Function*, evaluate::FunctionId> ids_;
  std::vector<llvm::Constant*> addresses_;
  llvm::DenseMap<llvm::Constant*, uint32_t> tags_;
  std::vector<llvm::Function*> entries_;
  std::vector<const llvm::Instruction*> places_;
};

// Is this the function of that name?
bool calls(const llvm::CallBase& call, llvm::StringRef name);

// It ends the region with this frame: itself, or in C++ as the destructor that is called.
bool ends_region(const llvm::CallBase& call);

// The functions that regions call: Rondo has them, whatever another runtime has.
bool is_rondos(const llvm::Value& value);

}  // namespace rondo::directives
