// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic, memory and control flow; calls are in calls.cpp.
#include "ir/function_translation.hpp"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace rondo::directives {

using evaluate::Edge;
using evaluate::Instruction;
using evaluate::Op;
using evaluate::Operator;
using evaluate::Register;
using evaluate::Relation;
using evaluate::Value;

FunctionTranslation::FunctionTranslation(Translation& unit, llvm::Function& function, bool is_region)
    : unit_(unit), layout_(unit.module_.getDataLayout()), is_region_(is_region) {
  for (llvm::Argument& argument : function.args()) result.parameters.push_back(register_of(argument));
  for (llvm::BasicBlock& block : function) blocks.try_emplace(&block, static_cast<uint32_t>(blocks.size()));
  for (llvm::BasicBlock& block : function) {
    out_ = &result.blocks.emplace_back();
    sources.emplace_back();
    for (llvm::Instruction& instruction : block) {
      source_ = &instruction;
      translate(instruction);
    }
  }
}

// ---- Registers -------------------------------------------------------------------------------------------------

Register FunctionTranslation::new_register(uint8_t bits, llvm::Value* value) {
  result.registers.emplace_back();
  result.bits.push_back(bits);
  values.push_back(value);
  return static_cast<Register>(result.registers.size() - 1);
}

Register FunctionTranslation::number(uint64_t value) {
  auto [known, is_new] = numbers_.try_emplace(value, 0);
  if (is_new) {
    known->second = new_register(64, nullptr);
    result.registers[known->second] = Value::known(evaluate::Form(value));
  }
  return known->second;
}

Register FunctionTranslation::register_of(const llvm::Value& value) {
  auto known = registers.find(&value);
  if (known != registers.end()) return known->second;
  Register reg = new_register(bits_of(*value.getType()), const_cast<llvm::Value*>(&value));
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) result.registers[reg] = unit_.constant(*constant);
  registers[&value] = reg;
  return reg;
}

// 0: the type is not a number of up to 64 bits.
uint8_t FunctionTranslation::bits_of(const llvm::Type& type) const {
  if (type.isPointerTy()) return type.getPointerAddressSpace() == 0 ? 64 : 0;
  if (type.isIntegerTy() && type.getIntegerBitWidth() <= 64) return static_cast<uint8_t>(type.getIntegerBitWidth());
  if (type.isFloatTy()) return 32;
  return type.isDoubleTy() ? 64 : 0;
}

uint32_t FunctionTranslation::bytes_of(llvm::Type& type) const {
  return static_cast<uint32_t>(layout_.getTypeStoreSize(&type).getKnownMinValue());
}

Instruction& FunctionTranslation::emit(Op op) {
  Instruction& instruction = out_->emplace_back();
  instruction.op = op;
  instruction.place = unit_.place_of(*source_);
  sources.back().push_back(source_);
  return instruction;
}

Instruction& FunctionTranslation::emit_result(Op op) {
  Register reg = register_of(*source_);
  Instruction& instruction = emit(op);
  instruction.result = reg;
  instruction.bits = result.bits[reg];
  auto block = static_cast<evaluate::BlockId>(result.blocks.size() - 1);
  if (is_region_) result.definitions[reg] = {block, static_cast<uint32_t>(out_->size() - 1)};
  return instruction;
}

void FunctionTranslation::refuse(std::string text) { emit(Op::Refuse).text = std::move(text); }

// ---- Values ------------------------------------------------------------------------------------------------------

void FunctionTranslation::copy_operand(llvm::Value& operand) {
  Register from = register_of(operand);
  emit_result(Op::Copy).a = from;
}

// An instruction that only computes.
void FunctionTranslation::fold(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  unsigned n_operands = call != nullptr ? call->arg_size() : instruction.getNumOperands();
  std::vector<Register> operands;
  bool is_foldable = call == nullptr || !call->hasOperandBundles();
  for (unsigned i = 0; i < n_operands; i++) {
    is_foldable = is_foldable && bits_of(*instruction.getOperand(i)->getType()) != 0;
    if (is_foldable) operands.push_back(register_of(*instruction.getOperand(i)));
  }
  Instruction& out = emit_result(is_foldable ? Op::Fold : Op::Unknown);
  if (is_foldable) out.arguments = std::move(operands);
}

void FunctionTranslation::unary(Operator op, llvm::Value& operand) {
  Register a = register_of(operand);
  Instruction& out = emit_result(Op::Compute);
  out.operation = op;
  out.a = a;
  out.from_bits = result.bits[a];
}

namespace {
std::optional<Operator> operator_of(const llvm::BinaryOperator& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
      return Operator::Add;
    case llvm::Instruction::Sub:
      return Operator::Subtract;
    case llvm::Instruction::Mul:
      return Operator::Multiply;
    case llvm::Instruction::Shl:
      return Operator::ShiftLeft;
    case llvm::Instruction::LShr:
      return Operator::ShiftRight;
    case llvm::Instruction::AShr:
      return Operator::ShiftRightSigned;
    case llvm::Instruction::UDiv:
      return Operator::DivideUnsigned;
    case llvm::Instruction::SDiv:
      return Operator::DivideSigned;
    case llvm::Instruction::URem:
      return Operator::RemainderUnsigned;
    case llvm::Instruction::SRem:
      return Operator::RemainderSigned;
    case llvm::Instruction::And:
      return Operator::And;
    case llvm::Instruction::Or:
      return llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint() ? Operator::Add : Operator::Or;
    case llvm::Instruction::Xor:
      return Operator::Xor;
    default:
      return {};
  }
}
}  // namespace

void FunctionTranslation::binary(llvm::BinaryOperator& instruction) {
  std::optional<Operator> op = operator_of(instruction);
  if (!op) return fold(instruction);
  Register a = register_of(*instruction.getOperand(0));
  Register b = register_of(*instruction.getOperand(1));
  Instruction& out = emit_result(Op::Compute);
  out.operation = *op;
  out.from_bits = out.bits;
  out.a = a;
  out.b = b;
}

void FunctionTranslation::cast(llvm::CastInst& instruction) {
  llvm::Value& operand = *instruction.getOperand(0);
  uint8_t from = bits_of(*operand.getType());
  uint8_t to = bits_of(*instruction.getType());
  switch (instruction.getOpcode()) {
    case llvm::Instruction::SExt:
      return unary(Operator::SignExtend, operand);
    case llvm::Instruction::ZExt:
      return unary(Operator::ZeroExtend, operand);
    case llvm::Instruction::Trunc:
      return unary(Operator::Truncate, operand);
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::BitCast:
      if (from == to && from != 0) return copy_operand(operand);
      break;
    default:
      break;
  }
  fold(instruction);
}

void FunctionTranslation::compare(llvm::CmpInst& instruction) {
  llvm::Value* a = instruction.getOperand(0);
  llvm::Value* b = instruction.getOperand(1);
  std::optional<Relation> relation;
  llvm::CmpInst::Predicate predicate = instruction.getPredicate();
  if (llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate)) {
    std::swap(a, b);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  if (predicate == llvm::CmpInst::ICMP_EQ) relation = Relation::Equal;
  if (predicate == llvm::CmpInst::ICMP_NE) relation = Relation::NotEqual;
  if (predicate == llvm::CmpInst::ICMP_ULT) relation = Relation::LessUnsigned;
  if (predicate == llvm::CmpInst::ICMP_ULE) relation = Relation::LessEqualUnsigned;
  if (predicate == llvm::CmpInst::ICMP_SLT) relation = Relation::LessSigned;
  if (predicate == llvm::CmpInst::ICMP_SLE) relation = Relation::LessEqualSigned;
  if (!relation) return fold(instruction);
  Register left = register_of(*a);
  Register right = register_of(*b);
  Instruction& out = emit_result(Op::Compare);
  out.relation = *relation;
  out.bits = result.bits[left];
  out.a = left;
  out.b = right;
}

// A chain of sums; the last one is the result.
void FunctionTranslation::address(llvm::GetElementPtrInst& instruction) {
  if (bits_of(*instruction.getType()) == 0) {
    emit_result(Op::Unknown);
    return;
  }
  Register sum = register_of(*instruction.getPointerOperand());
  uint64_t constant = 0;
  auto compute = [&](Operator op, Register a, Register b, uint8_t from_bits) {
    Register reg = new_register(64, nullptr);
    Instruction& out = emit(Op::Compute);
    out.operation = op;
    out.bits = 64;
    out.from_bits = from_bits;
    out.result = reg;
    out.a = a;
    out.b = b;
    auto block = static_cast<evaluate::BlockId>(result.blocks.size() - 1);
    if (is_region_) result.definitions[reg] = {block, static_cast<uint32_t>(out_->size() - 1)};
    return reg;
  };
  for (auto step = llvm::gep_type_begin(instruction); step != llvm::gep_type_end(instruction); ++step) {
    llvm::Value& index = *step.getOperand();
    const auto* fixed = llvm::dyn_cast<llvm::ConstantInt>(&index);
    if (llvm::StructType* structure = step.getStructTypeOrNull()) {
      auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index).getZExtValue());
      constant += layout_.getStructLayout(structure)->getElementOffset(field).getFixedValue();
      continue;
    }
    uint64_t stride = step.getSequentialElementStride(layout_).getKnownMinValue();
    if (fixed != nullptr) {
      constant += stride * static_cast<uint64_t>(fixed->getSExtValue());
      continue;
    }
    Register wide = register_of(index);
    uint8_t bits = result.bits[wide];
    if (bits != 64) wide = compute(Operator::SignExtend, wide, evaluate::kNoRegister, bits);
    sum = compute(Operator::Add, sum, compute(Operator::Multiply, wide, number(stride), 64), 64);
  }
  Register b = number(constant);
  Instruction& out = emit_result(Op::Compute);
  out.operation = Operator::Add;
  out.from_bits = 64;
  out.a = sum;
  out.b = b;
}

// ---- Memory and control flow -------------------------------------------------------------------------------------

void FunctionTranslation::load(llvm::LoadInst& instruction) {
  if (!instruction.isSimple()) return refuse("it reads memory in an atomic or volatile way");
  Register from = register_of(*instruction.getPointerOperand());
  Instruction& out = emit_result(Op::Load);
  out.a = from;
  out.n_bytes = bytes_of(*instruction.getType());
  if (out.n_bytes * 8 != out.bits) out.bits = 0;
}

void FunctionTranslation::store(llvm::StoreInst& instruction) {
  if (!instruction.isSimple()) return refuse("it writes memory in an atomic or volatile way");
  Register to = register_of(*instruction.getPointerOperand());
  Register value = register_of(*instruction.getValueOperand());
  Instruction& out = emit(Op::Store);
  out.a = to;
  out.b = value;
  out.n_bytes = bytes_of(*instruction.getValueOperand()->getType());
}

Edge FunctionTranslation::edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  Edge edge = {blocks.lookup(&to), {}};
  for (const llvm::PHINode& phi : to.phis()) {
    edge.moves.push_back({register_of(phi), register_of(*phi.getIncomingValueForBlock(&from))});
  }
  return edge;
}

void FunctionTranslation::branch(llvm::Instruction& instruction) {
  const llvm::BasicBlock& here = *instruction.getParent();
  std::vector<Edge> edges;
  std::vector<uint64_t> cases;
  Register condition = evaluate::kNoRegister;
  Op op = Op::Jump;
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    for (unsigned i = 0; i < branch->getNumSuccessors(); i++) edges.push_back(edge(here, *branch->getSuccessor(i)));
    if (branch->isConditional()) {
      op = Op::Branch;
      condition = register_of(*branch->getCondition());
    }
  } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    op = Op::Switch;
    condition = register_of(*choice->getCondition());
    edges.push_back(edge(here, *choice->getDefaultDest()));
    for (auto option : choice->cases()) {
      edges.push_back(edge(here, *option.getCaseSuccessor()));
      cases.push_back(option.getCaseValue()->getZExtValue());
    }
  } else if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction)) {
    edges.push_back(edge(here, *invoke->getNormalDest()));
  }
  Instruction& out = emit(op);
  out.a = condition;
  out.edges = std::move(edges);
  out.cases = std::move(cases);
}

void FunctionTranslation::translate(llvm::Instruction& instruction) {
  if (llvm::isa<llvm::PHINode>(instruction)) {
    register_of(instruction);  // set on the way here
  } else if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    binary(*operation);
  } else if (auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    cast(*conversion);
  } else if (auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    compare(*comparison);
  } else if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    Register operands[] = {register_of(*choice->getCondition()), register_of(*choice->getTrueValue()),
                           register_of(*choice->getFalseValue())};
    Instruction& out = emit_result(Op::Select);
    out.a = operands[0];
    out.b = operands[1];
    out.c = operands[2];
  } else if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    address(*step);
  } else if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    emit_result(Op::Object).is_private = unit_.scope_.private_variables.count(variable) != 0;
  } else if (auto* read = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    load(*read);
  } else if (auto* write = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    store(*write);
  } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
    copy_operand(*instruction.getOperand(0));
  } else if (auto* callee = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    call(*callee);
    if (llvm::isa<llvm::InvokeInst>(instruction)) branch(instruction);
  } else if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    Register value = end->getReturnValue() != nullptr ? register_of(*end->getReturnValue()) : evaluate::kNoRegister;
    emit(Op::Return).a = value;
  } else if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction)) {
    branch(instruction);
  } else if (instruction.isTerminator() || instruction.mayHaveSideEffects()) {
    refuse(std::string("it does something that is not evaluated (") + instruction.getOpcodeName() + ")");
  } else {
    fold(instruction);
  }
}

}  // namespace rondo::directives
