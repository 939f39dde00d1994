// SPDX-License-Identifier: Apache-2.0
#include "evaluate/machine.hpp"

namespace rondo::evaluate {

Machine::Next Machine::refuse(const Instruction& at, std::string text) {
  if (!outcome_.refusal) outcome_.refusal = Refusal{std::move(text), at.place};
  return Next::Stop;
}

Outcome Machine::run(const Function& function, const Start& start) {
  Frame frame = {&function, function.registers, true, {}};
  for (auto [reg, number] : assumed_) frame.registers[reg] = Value::known(Form(number));
  region_frame_ = read(frame, start.frame).form;
  execute(frame, start.block, start.index);
  if (!open_.empty() && !outcome_.refusal) {
    outcome_.refusal = Refusal{"a task is not submitted", open_.begin()->second.place};
  }
  return std::move(outcome_);
}

// True: the function has returned, or the region has ended.
bool Machine::execute(Frame& frame, BlockId block, uint32_t index) {
  while (true) {
    const std::vector<Instruction>& instructions = frame.function->blocks[block];
    Next next = Next::Instruction;
    for (uint32_t i = index; i < instructions.size() && next == Next::Instruction; i++) {
      if (++outcome_.n_steps > limits_.n_steps) {
        refuse(instructions[i], "its control code takes more than " + std::to_string(limits_.n_steps) + " steps");
        return false;
      }
      next = step(frame, instructions[i], block);
    }
    if (next == Next::Return) return true;
    if (next != Next::Block) return false;
    index = 0;
  }
}

Machine::Next Machine::step(Frame& frame, const Instruction& instruction, BlockId& block) {
  auto set = [&](Value value) {
    write(frame, instruction.result, std::move(value));
    return Next::Instruction;
  };
  switch (instruction.op) {
    case Op::Unknown:
      return set(Value::unknown());
    case Op::Copy:
      return set(Value(read(frame, instruction.a)));
    case Op::Compute: {
      Value a = read(frame, instruction.a);
      Value b = instruction.b == kNoRegister ? Value::known(Form()) : read(frame, instruction.b);
      return set(compute(symbols_, instruction.operation, instruction.from_bits, instruction.bits, a, b));
    }
    case Op::Compare: {
      Value a = read(frame, instruction.a);
      return set(compare(symbols_, instruction.relation, instruction.bits, a, read(frame, instruction.b)));
    }
    case Op::Select: {
      Value condition = read(frame, instruction.a);
      Value b = read(frame, instruction.b);
      Value c = read(frame, instruction.c);
      if (condition.is_constant()) return set(condition.form.constant() != 0 ? b : c);
      return set(b.is_known() && c.is_known() && b.form == c.form ? b : Value::unknown());
    }
    case Op::Fold: {
      std::vector<uint64_t> operands;
      for (Register argument : instruction.arguments) {
        const Value& operand = read(frame, argument);
        if (!operand.is_constant()) return set(Value::unknown());
        operands.push_back(operand.form.constant());
      }
      return set(library_.fold(instruction.place, operands));
    }
    case Op::Object:
      if (frame.is_region) return set(value_from_before(frame, instruction.result));
      return set(Value::known(Form::of(symbols_.object(memory_.add()))));
    case Op::Load:
      return load(frame, instruction);
    case Op::Store:
      return store(frame, instruction);
    case Op::CopyBytes:
      return copy_bytes(frame, instruction);
    case Op::Fill:
      return fill(frame, instruction);
    case Op::Forget: {
      Value address = read(frame, instruction.a);
      Memory::Location at = memory_.locate(address.form);
      if (address.is_known() && at.kind == Memory::Location::Kind::Known) memory_.cells(at.object).clear();
      return Next::Instruction;
    }
    case Op::Call:
      return call(frame, instruction);
    case Op::Return:
      if (instruction.a != kNoRegister) frame.result = read(frame, instruction.a);
      return frame.is_region ? refuse(instruction, "it is left by return") : Next::Return;
    case Op::Jump:
    case Op::Branch:
    case Op::Switch:
      return branch(frame, instruction, block);
    case Op::Announce:
      return announce(frame, instruction);
    case Op::Create:
      return create(frame, instruction);
    case Op::Depend:
      return depend(instruction, Value(read(frame, instruction.a)), read(frame, instruction.b));
    case Op::DependOn:
      return depend_on(frame, instruction);
    case Op::Submit:
      return submit(frame, instruction);
    case Op::End: {
      const Value& ended = read(frame, instruction.a);
      bool is_ours = frame.is_region && ended.is_known() && ended.form == region_frame_;
      return is_ours ? Next::Return : refuse(instruction, "another region ends in it");
    }
    case Op::Refuse:
      return refuse(instruction, instruction.text);
  }
  return Next::Stop;
}

// ---- Registers -------------------------------------------------------------------------------------------------

const Value& Machine::read(Frame& frame, Register reg) {
  Value& value = frame.registers[reg];
  if (value.state == Value::State::Unset) {
    Value found = frame.is_region ? value_from_before(frame, reg) : Value::unknown();
    frame.registers[reg] = std::move(found);
  }
  return frame.registers[reg];
}

namespace {
bool is_address_arithmetic(const Instruction& instruction, const Function& function) {
  if (instruction.op == Op::Copy) return true;
  if (instruction.op != Op::Compute) return false;
  bool has_number = instruction.b != kNoRegister && function.registers[instruction.b].is_constant();
  switch (instruction.operation) {
    case Operator::Add:
    case Operator::Subtract:
    case Operator::SignExtend:
    case Operator::ZeroExtend:
    case Operator::Truncate:
      return true;
    case Operator::Multiply:
    case Operator::ShiftLeft:
      return has_number;
    default:
      return false;
  }
}
}  // namespace

// The register was set before the region. If an optimiser has moved address arithmetic there, this follows it; any
// other instruction gives a symbol.
Value Machine::value_from_before(Frame& frame, Register reg) {
  const Function& function = *frame.function;
  uint8_t bits = function.bits[reg];
  if (bits == 0) return Value::unknown();
  auto found = function.definitions.find(reg);
  if (found == function.definitions.end()) return Value::known(Form::of(symbols_.input(reg, bits)));
  const Instruction& definition = function.blocks[found->second.first][found->second.second];
  if (definition.op == Op::Object) {
    Value& known = frame.registers[reg];
    if (known.is_known()) return known;
    int32_t object = definition.is_private ? memory_.add() : -1;
    return Value::known(Form::of(symbols_.input(reg, bits, true, object)));
  }
  if (is_address_arithmetic(definition, function)) {
    Value a = read(frame, definition.a);
    Value b = definition.b == kNoRegister ? Value::known(Form()) : read(frame, definition.b);
    if (definition.op == Op::Copy) return a;
    return compute(symbols_, definition.operation, definition.from_bits, definition.bits, a, b);
  }
  if (definition.op == Op::Compare && !assumed_.contains(reg)) {  // e.g. that a function exists
    Value truth = compare(symbols_, definition.relation, definition.bits, Value(read(frame, definition.a)),
                          read(frame, definition.b));
    if (truth.is_known()) return truth;
  }
  return Value::known(Form::of(symbols_.input(reg, bits)));
}

// ---- Control flow ------------------------------------------------------------------------------------------------

Machine::Next Machine::go(Frame& frame, const Edge& edge, BlockId& block) {
  std::vector<Value> moved;
  moved.reserve(edge.moves.size());
  for (const Move& move : edge.moves) moved.push_back(read(frame, move.from));
  for (std::size_t i = 0; i < moved.size(); i++) write(frame, edge.moves[i].to, std::move(moved[i]));
  block = edge.block;
  return Next::Block;
}

Machine::Next Machine::branch(Frame& frame, const Instruction& instruction, BlockId& block) {
  if (instruction.op == Op::Jump) return go(frame, instruction.edges[0], block);
  const Value& value = read(frame, instruction.a);
  if (!value.is_constant()) return refuse(instruction, "a condition in it is not known at compile time");
  uint64_t number = value.form.constant();
  if (instruction.op == Op::Branch) return go(frame, instruction.edges[number != 0 ? 0 : 1], block);
  for (std::size_t i = 0; i < instruction.cases.size(); i++) {
    if (instruction.cases[i] == number) return go(frame, instruction.edges[i + 1], block);
  }
  return go(frame, instruction.edges[0], block);
}

Machine::Next Machine::call(Frame& frame, const Instruction& instruction) {
  const Function* function = library_.function(instruction.function);
  if (function == nullptr) return refuse(instruction, instruction.text);
  if (n_frames_ == limits_.n_frames) {
    return refuse(instruction, "calls in it are more than " + std::to_string(limits_.n_frames) + " deep");
  }
  Frame callee = {function, function->registers, false, Value::unknown()};
  for (std::size_t i = 0; i < function->parameters.size() && i < instruction.arguments.size(); i++) {
    write(callee, function->parameters[i], read(frame, instruction.arguments[i]));
  }
  n_frames_++;
  bool has_returned = execute(callee, 0, 0);
  n_frames_--;
  if (!has_returned) return refuse(instruction, "a called function does not return");
  if (instruction.result != kNoRegister) write(frame, instruction.result, std::move(callee.result));
  return Next::Instruction;
}

}  // namespace rondo::evaluate
