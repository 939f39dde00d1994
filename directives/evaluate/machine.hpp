// SPDX-License-Identifier: Apache-2.0
//
// Executes a region's control code at compile time: it computes numbers, carries other values along as linear forms,
// and notes tasks where they are submitted. The control flow must depend on numbers only; the region must do nothing
// but create tasks. Otherwise the outcome is a refusal, which names the first instruction that could not be followed.
#pragma once

#include <set>

#include "evaluate/memory.hpp"
#include "evaluate/outcome.hpp"

namespace rondo::evaluate {

struct Start {
  BlockId block;
  uint32_t index;       // of the first instruction that belongs to the region
  Register frame;       // the region ends where Op::End names the same address
};

class Machine {
 public:
  Machine(Library& library, Symbols& symbols, const Limits& limits)
      : library_(library), symbols_(symbols), memory_(symbols), limits_(limits) {}

  // Values that are known at the start, e.g. that the region is to be executed.
  void assume(Register reg, uint64_t number) { assumed_[reg] = number; }
  Outcome run(const Function& function, const Start& start);

 private:
  struct Frame {
    const Function* function;
    std::vector<Value> registers;
    bool is_region;  // the region's own function: registers may have been set before it
    Value result;
  };
  struct OpenTask {
    TaskShape shape;
    PlaceId place;
    int32_t shareds;  // its object, -1: none
  };
  enum class Next : uint8_t { Instruction, Block, Return, Stop };

  Next refuse(const Instruction& at, std::string text);
  bool execute(Frame& frame, BlockId block, uint32_t index);
  Next step(Frame& frame, const Instruction& instruction, BlockId& block);
  Next go(Frame& frame, const Edge& edge, BlockId& block);

  const Value& read(Frame& frame, Register reg);
  Value value_from_before(Frame& frame, Register reg);
  void write(Frame& frame, Register reg, Value value) { frame.registers[reg] = std::move(value); }

  Next branch(Frame& frame, const Instruction& instruction, BlockId& block);
  Next call(Frame& frame, const Instruction& instruction);
  Next load(Frame& frame, const Instruction& instruction);
  Next store(Frame& frame, const Instruction& instruction);
  Next copy_bytes(Frame& frame, const Instruction& instruction);
  Next fill(Frame& frame, const Instruction& instruction);
  Next announce(Frame& frame, const Instruction& instruction);
  Next depend(const Instruction& instruction, const Value& address, const Value& flags);
  Next depend_on(Frame& frame, const Instruction& instruction);
  Next create(Frame& frame, const Instruction& instruction);
  Next submit(Frame& frame, const Instruction& instruction);
  bool capture(const Instruction& instruction, Task& task, int32_t object, uint32_t begin, uint32_t shift);
  Value load_outside(const Form& address, uint8_t bits);
  Value content_at(const Value& address, uint8_t bits, uint32_t n_bytes);
  std::optional<uint32_t> length(Frame& frame, const Instruction& instruction);

  Library& library_;
  Symbols& symbols_;
  Memory memory_;
  const Limits limits_;
  Outcome outcome_;
  std::map<Register, uint64_t> assumed_;
  Form region_frame_;
  uint32_t n_frames_ = 0;
  bool is_announced_ = false;
  std::vector<Dependence> dependences_;
  std::map<int32_t, OpenTask> open_;  // created and not submitted yet, by the object of the block
};

}  // namespace rondo::evaluate
