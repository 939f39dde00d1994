// SPDX-License-Identifier: Apache-2.0
//
// The small language that control code is translated into before it is evaluated. It knows no compiler: clang's and
// gcc's representations are both functions of blocks of instructions on registers. What a front end cannot translate
// becomes Op::Unknown if it only computes a value, and Op::Refuse if it does anything else.
#pragma once

#include <string>

#include "evaluate/symbols.hpp"

namespace rondo::evaluate {

using Register = uint32_t;
using BlockId = uint32_t;
using FunctionId = uint32_t;
using PlaceId = uint32_t;  // where in the source; the front end keeps the list
inline constexpr Register kNoRegister = ~Register{0};

struct Value {
  enum class State : uint8_t { Unset, Unknown, Known };
  State state = State::Unset;
  Form form;

  static Value unknown() { return {State::Unknown, {}}; }
  static Value known(Form form) { return {State::Known, std::move(form)}; }
  bool is_known() const { return state == State::Known; }
  bool is_constant() const { return is_known() && form.is_constant(); }
};

enum class Op : uint8_t {
  Unknown,   // result: nothing is known of it
  Copy,      // result = a
  Compute,   // result = a `operation` b, in `bits` bits; conversions: from `from_bits` bits
  Compare,   // result = a `relation` b, numbers of `bits` bits
  Select,    // result = a ? b : c
  Fold,      // result: the front end computes the instruction at `place`, if all arguments are numbers
  Object,    // result: address of new memory. Of the region's own function: see is_private
  Load,      // result = `bits` bits at a
  Store,     // b, of `n_bytes` bytes, to a
  CopyBytes, // c bytes from b to a
  Fill,      // c bytes at a become b
  Forget,    // the content of the object at a ends
  Call,      // result = function(arguments)
  Return,    // a, or kNoRegister
  Jump,      // to edges[0]
  Branch,    // to a ? edges[0] : edges[1]
  Switch,    // to the edge whose case equals a, or to edges[0]
  Announce,  // if a, the next task is part of the record; otherwise it does not belong to the region
  Create,    // result: address of a task's block; see TaskShape
  Depend,    // the next task to be submitted depends on address a; b: how, as a DependKind
  DependOn,  // the same for each of b elements of a list at a, of `n_bytes` bytes: an address first, see kind_offset
  Submit,    // the task with block a
  End,       // of the region whose frame is at a
  Refuse,    // cannot be evaluated: `text`
};

enum class Relation : uint8_t {
  Equal,
  NotEqual,
  LessUnsigned,
  LessEqualUnsigned,
  LessSigned,
  LessEqualSigned,
};

// As bits of a compiler's dependence lists; the first of these that is set counts.
enum class DependKind : uint8_t { AllMemory = 0x80, Out = 2, MutexInOutSet = 4, InOutSet = 8, In = 1 };

// All that is known of a task except its data and dependences.
struct TaskShape {
  uint32_t entry = 0;            // the front end's number of the body
  uint32_t flags = 0;            // the front end's
  uint32_t head_bytes = 0;       // of the block that belong to the runtime
  uint32_t block_bytes = 0;      // without shareds
  uint32_t shareds_bytes = 0;    // a second part of the block; the block begins with its address
  uint32_t shareds_offset = 0;   // where the runtime will put it, relative to the block
  uint32_t priority_offset = 0;  // where the head has the task's priority, a signed number of 32 bits; 0: it has none
  auto operator<=>(const TaskShape&) const = default;
};

// The assignments on the way from one block to the next, done all at once.
struct Move {
  Register to, from;
};
struct Edge {
  BlockId block;
  std::vector<Move> moves;
};

struct Instruction {
  Op op = Op::Unknown;
  uint8_t bits = 0;
  uint8_t from_bits = 0;
  Operator operation = {};
  Relation relation = {};
  bool is_private = false;  // Object: only the region uses it, and its address is kept nowhere
  uint32_t n_bytes = 0;
  uint32_t kind_offset = 0;  // DependOn: where an element has its DependKind, one byte
  PlaceId place = 0;
  Register result = kNoRegister;
  Register a = kNoRegister, b = kNoRegister, c = kNoRegister;
  FunctionId function = 0;
  std::vector<Register> arguments;
  std::vector<Edge> edges;
  std::vector<uint64_t> cases;  // of edges[1], edges[2], ...
  TaskShape shape;
  std::string text;
};

struct Function {
  std::vector<std::vector<Instruction>> blocks;  // the first one is the entry
  std::vector<Register> parameters;
  std::vector<Value> registers;  // how many, and those that hold constants
  std::vector<uint8_t> bits;  // of each; 0: a type that is not evaluated
  // Of the region's function: where a register's instruction is, to look through arithmetic that stands before the
  // region; {block, index}.
  std::map<Register, std::pair<BlockId, uint32_t>> definitions;
};

// The front end's answers to the evaluation.
class Library {
 public:
  virtual ~Library() = default;
  virtual const Function* function(FunctionId id) = 0;
  // The result of an instruction that only computes, e.g. with floating-point numbers.
  virtual Value fold(PlaceId at, const std::vector<uint64_t>& operands) = 0;
  // The content of memory, if it is constant in the whole program; `address`: the symbol's tag.
  virtual Value constant_at(uint32_t address, uint64_t offset, uint8_t bits) = 0;
};

}  // namespace rondo::evaluate
