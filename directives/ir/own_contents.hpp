// SPDX-License-Identifier: Apache-2.0
//
// The content of a region's own variables. A region that is encountered again in the same call of its function finds
// there the values that its code has left at the encounter before, unless it writes first. That content is not among
// its inputs, and a replay that skips the code does not bring it up to date.
#pragma once

#include "ir/region.hpp"

namespace rondo::directives {

class OwnContents {
 public:
  OwnContents(const Region& region, const RegionScope& scope);

  // True if the region itself, in this encounter and on all ways to `reader`, has written the bytes that `reader`
  // reads at `address`. n_bytes: none if the number is unknown.
  bool is_written_before(const llvm::Instruction& reader, const llvm::Value& address,
                         std::optional<uint64_t> n_bytes) const;

 private:
  struct Bytes {
    uint64_t begin, end;
    bool holds(const Bytes& other) const { return begin <= other.begin && other.end <= end; }
  };
  struct Write {
    const llvm::Instruction* by;
    std::optional<Bytes> bytes;  // which; none if that is not known
  };

  std::optional<Bytes> bytes_at(const llvm::Value& address, std::optional<uint64_t> n_bytes) const;
  void note(const llvm::Instruction& by, const llvm::Value& address, std::optional<uint64_t> n_bytes);
  bool is_preceded_by_write(const llvm::Instruction& reader, const llvm::AllocaInst& variable,
                            const Bytes& bytes) const;

  const Region& region_;
  const llvm::DataLayout& layout_;
  bool is_met_again_;  // in the same call of the function
  std::map<const llvm::AllocaInst*, std::vector<Write>> writes_;  // of the region's own variables
};

}  // namespace rondo::directives
