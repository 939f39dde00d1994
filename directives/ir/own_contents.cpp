// SPDX-License-Identifier: Apache-2.0
#include "ir/own_contents.hpp"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

namespace rondo::directives {

namespace {

const llvm::AllocaInst* variable_of(const llvm::Value& address) {
  return llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&address, 0));
}

std::optional<uint64_t> number_in(const llvm::Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return number == nullptr ? std::nullopt : std::optional(number->getZExtValue());
}

}  // namespace

OwnContents::OwnContents(const Region& region, const RegionScope& scope)
    : region_(region), layout_(region.begin->getModule()->getDataLayout()) {
  is_met_again_ = llvm::any_of(
      region.ends, [&](const llvm::CallBase* end) { return llvm::isPotentiallyReachable(end, region.begin); });
  for (const llvm::AllocaInst* variable : scope.private_variables) writes_[variable];
  for (const llvm::Instruction* instruction : region.instructions) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      note(*store, *store->getPointerOperand(),
           layout_.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue());
    } else if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(instruction)) {
      note(*memory, *memory->getRawDest(), number_in(*memory->getLength()));
    } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction)) {
      if (!call->isLifetimeStartOrEnd()) continue;  // behind them there is no content
      const llvm::AllocaInst* variable = variable_of(*call->getArgOperand(1));
      if (variable != nullptr) note(*call, *variable, ~uint64_t{0} >> 1);
    }
  }
}

std::optional<OwnContents::Bytes> OwnContents::bytes_at(const llvm::Value& address,
                                                        std::optional<uint64_t> n_bytes) const {
  llvm::APInt offset(64, 0);
  const llvm::Value* base = address.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  bool is_known = llvm::isa<llvm::AllocaInst>(base) && !offset.isNegative() && n_bytes.has_value();
  if (!is_known) return {};
  return Bytes{offset.getZExtValue(), offset.getZExtValue() + *n_bytes};
}

void OwnContents::note(const llvm::Instruction& by, const llvm::Value& address, std::optional<uint64_t> n_bytes) {
  const llvm::AllocaInst* variable = variable_of(address);
  auto writes = variable == nullptr ? writes_.end() : writes_.find(variable);
  if (writes != writes_.end()) writes->second.push_back({&by, bytes_at(address, n_bytes)});
}

bool OwnContents::is_preceded_by_write(const llvm::Instruction& reader, const llvm::AllocaInst& variable,
                                       const Bytes& bytes) const {
  const std::vector<Write>& writes = writes_.at(&variable);
  return is_preceded(region_, reader, [&](const llvm::Instruction& before) {
    bool is_found = llvm::any_of(
        writes, [&](const Write& write) { return write.by == &before && write.bytes && write.bytes->holds(bytes); });
    return is_found ? Sight::Yes : Sight::GoOn;
  });
}

bool OwnContents::is_written_before(const llvm::Instruction& reader, const llvm::Value& address,
                                    std::optional<uint64_t> n_bytes) const {
  const llvm::AllocaInst* variable = variable_of(address);
  auto found = variable == nullptr ? writes_.end() : writes_.find(variable);
  if (!is_met_again_ || found == writes_.end()) return true;
  const std::vector<Write>& writes = found->second;
  std::optional<uint64_t> size;
  if (std::optional<llvm::TypeSize> bytes = variable->getAllocationSize(layout_)) size = bytes->getFixedValue();
  std::optional<Bytes> read = bytes_at(address, n_bytes);
  bool is_simple = llvm::all_of(writes, [](const Write& write) { return write.bytes.has_value(); });
  if (!read && size) read = Bytes{0, *size};
  if (!read) return writes.empty();
  if (!is_simple) return is_preceded_by_write(reader, *variable, *read);
  // Each write may cover a part of it. Parts that no write covers, like padding, have no content.
  std::set<uint64_t> borders = {read->begin, read->end};
  for (const Write& write : writes) {
    for (uint64_t border : {write.bytes->begin, write.bytes->end}) {
      if (read->begin < border && border < read->end) borders.insert(border);
    }
  }
  for (auto begin = borders.begin(); std::next(begin) != borders.end(); ++begin) {
    Bytes part = {*begin, *std::next(begin)};
    bool has_content = llvm::any_of(writes, [&](const Write& write) {
      return !llvm::isa<llvm::LifetimeIntrinsic>(write.by) && write.bytes->holds(part);
    });
    if (has_content && !is_preceded_by_write(reader, *variable, part)) return false;
  }
  return true;
}

}  // namespace rondo::directives
