// SPDX-License-Identifier: Apache-2.0
//
// Control code written by hand, and what its evaluation makes of it.
#include <gtest/gtest.h>

#include "evaluate/edges.hpp"
#include "evaluate/machine.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::evaluate {
namespace {

// A function under construction: every call appends to the newest block.
class Writer {
 public:
  Function function;

  Writer() { block(); }
  BlockId block() {
    function.blocks.emplace_back();
    return static_cast<BlockId>(function.blocks.size() - 1);
  }
  Register reg(uint8_t bits = 64) {
    function.registers.emplace_back();
    function.bits.push_back(bits);
    return static_cast<Register>(function.registers.size() - 1);
  }
  Register number(uint64_t value) {
    Register constant = reg();
    function.registers[constant] = Value::known(Form(value));
    return constant;
  }
  Instruction& emit(Op op, Register a = kNoRegister, Register b = kNoRegister, Register c = kNoRegister) {
    Instruction& instruction = function.blocks.back().emplace_back();
    instruction.op = op;
    instruction.bits = instruction.from_bits = 64;
    instruction.n_bytes = 8;
    instruction.a = a;
    instruction.b = b;
    instruction.c = c;
    instruction.place = static_cast<PlaceId>(function.blocks.size() * 100 + function.blocks.back().size());
    return instruction;
  }
  Register result(Op op, Register a = kNoRegister, Register b = kNoRegister) {
    Register to = reg();
    emit(op, a, b).result = to;
    return to;
  }
  Register add(Register a, Register b, Operator op = Operator::Add) {
    Register to = result(Op::Compute, a, b);
    function.blocks.back().back().operation = op;
    return to;
  }
  Register less(Register a, Register b) {
    Register to = result(Op::Compare, a, b);
    function.blocks.back().back().relation = Relation::LessUnsigned;
    return to;
  }
  void jump(BlockId to, std::vector<Move> moves = {}) { emit(Op::Jump).edges = {{to, std::move(moves)}}; }
  void branch(Register condition, Edge yes, Edge no) { emit(Op::Branch, condition).edges = {yes, no}; }
  // A task that depends on `address` and captures `value` behind a head of 16 bytes.
  void task(Register address, Register value, DependKind kind = DependKind::Out) {
    emit(Op::Announce, number(1));
    Register block = result(Op::Create);
    function.blocks.back().back().shape = {.entry = 0, .head_bytes = 16, .block_bytes = 24};
    emit(Op::Store, add(block, number(16)), value);
    if (address != kNoRegister) emit(Op::Depend, address, number(static_cast<uint64_t>(kind)));
    emit(Op::Submit, block);
  }
};

class Units : public Library {
 public:
  std::vector<Function> functions;
  const Function* function(FunctionId id) override { return id < functions.size() ? &functions[id] : nullptr; }
  Value fold(PlaceId, const std::vector<uint64_t>& operands) override { return Value::known(Form(operands[0] * 10)); }
  Value constant_at(uint32_t address, uint64_t offset, uint8_t) override {
    return address == 7 ? Value::known(Form(offset + 100)) : Value{};
  }
};

class Evaluation : public testing::Test {
 protected:
  Writer code;
  Register frame = code.reg();
  Register array = code.reg();
  Register n = code.reg();
  Units units;
  Symbols symbols;
  Limits limits;

  Outcome run() { return Machine(units, symbols, limits).run(code.function, {0, 0, frame}); }
  Outcome end_and_run() {
    code.emit(Op::End, frame);
    return run();
  }
  std::string refusal() {
    Outcome outcome = end_and_run();
    return outcome.refusal ? outcome.refusal->text : "";
  }
  // for (i = 0; i < bound; i++) task(array + 8 * (i / divisor), i)
  void loop(Register bound, uint64_t divisor) {
    Register i = code.reg();
    BlockId head = code.block(), body = head + 1, exit = head + 2;
    code.function.blocks.pop_back();
    code.jump(head, {{i, code.number(0)}});
    code.block();
    code.branch(code.less(i, bound), {body, {}}, {exit, {}});
    code.block();
    Register index = code.add(i, code.number(divisor), Operator::DivideUnsigned);
    Register offset = code.add(index, code.number(8), Operator::Multiply);
    code.task(code.add(array, offset), i);
    Register next = code.add(i, code.number(1));
    code.jump(head, {{i, next}});
    code.block();
  }
};

TEST_F(Evaluation, FollowsALoop) {
  loop(code.number(6), 2);
  Outcome outcome = end_and_run();
  ASSERT_FALSE(outcome.refusal);
  ASSERT_EQ(outcome.tasks.size(), 6u);
  for (uint64_t i = 0; i < 6; i++) {
    const Task& task = outcome.tasks[i];
    ASSERT_EQ(task.slots.size(), 1u);
    EXPECT_EQ(task.slots[0].offset, 16u);
    EXPECT_EQ(task.slots[0].value, Form(i));
    EXPECT_EQ(task.dependences[0].address.constant(), 8 * (i / 2));
  }
  Edges edges = order(outcome.tasks);
  EXPECT_EQ(edges.n_bases, 1u);
  EXPECT_EQ(edges.addresses.size(), 3u);
  EXPECT_EQ(edges.predecessors, (std::vector<uint32_t>{0, 2, 4}));
  EXPECT_EQ(edges.first, (std::vector<uint32_t>{0, 0, 1, 1, 2, 2, 3}));
}

TEST_F(Evaluation, RefusesABoundThatIsNotKnown) {
  loop(n, 1);
  EXPECT_EQ(refusal(), "a condition in it is not known at compile time");
}

TEST_F(Evaluation, StopsAtItsLimits) {
  limits.n_tasks = 5;
  loop(code.number(6), 1);
  EXPECT_EQ(refusal(), "it creates more than 5 tasks");
}

TEST_F(Evaluation, StopsWhenItTakesTooLong) {
  limits.n_steps = 1000;
  code.jump(0);
  EXPECT_EQ(refusal(), "its control code takes more than 1000 steps");
}

TEST_F(Evaluation, ValuesFromBeforeAreSymbols) {
  code.task(code.add(array, n), code.result(Op::Load, code.add(array, code.number(24))));
  Outcome outcome = end_and_run();
  ASSERT_FALSE(outcome.refusal);
  EXPECT_EQ(outcome.tasks[0].dependences[0].address.terms().size(), 2u);
  const Form& captured = outcome.tasks[0].slots[0].value;
  ASSERT_TRUE(captured.is_symbol());
  const Symbol& symbol = symbols[captured.terms()[0].symbol];
  EXPECT_EQ(symbol.kind, Symbol::Kind::Load);
  EXPECT_EQ(symbol.a.constant(), 24u);
}

TEST_F(Evaluation, ReadsConstantsOfTheProgram) {
  Register table = code.reg();
  code.function.registers[table] = Value::known(Form::of(symbols.address(7, true)));
  code.task(kNoRegister, code.result(Op::Load, code.add(table, code.number(8))));
  EXPECT_EQ(end_and_run().tasks[0].slots[0].value, Form(108));
}

TEST_F(Evaluation, AsksTheFrontEnd) {
  Register x = code.reg();
  Instruction& fold = code.emit(Op::Fold);
  fold.result = x;
  fold.arguments = {code.number(4)};
  code.task(kNoRegister, x);
  EXPECT_EQ(end_and_run().tasks[0].slots[0].value, Form(40));
}

// What an optimiser has moved in front of the region: array + 16.
TEST_F(Evaluation, LooksThroughArithmeticBeforeTheRegion) {
  Register moved = code.add(array, code.number(16));
  code.function.definitions[moved] = {0, 0};
  BlockId region = code.block();
  code.task(moved, code.number(0));
  code.emit(Op::End, frame);
  Outcome outcome = Machine(units, symbols, limits).run(code.function, {region, 0, frame});
  ASSERT_FALSE(outcome.refusal);
  EXPECT_EQ(outcome.tasks[0].dependences[0].address, Form::of(symbols.input(array, 64)).plus(Form(16)));
}

TEST_F(Evaluation, CallsFunctions) {
  // int64 twice(x) { return x + x; }
  Writer twice;
  Register x = twice.reg();
  twice.function.parameters = {x};
  twice.emit(Op::Return, twice.add(x, x));
  units.functions.push_back(twice.function);
  Register y = code.reg();
  Instruction& call = code.emit(Op::Call);
  call.result = y;
  call.arguments = {code.number(21)};
  code.task(kNoRegister, y);
  EXPECT_EQ(end_and_run().tasks[0].slots[0].value, Form(42));
}

TEST_F(Evaluation, RefusesEndlessRecursion) {
  Writer itself;
  itself.emit(Op::Call);
  itself.emit(Op::Return);
  units.functions.push_back(itself.function);
  code.emit(Op::Call);
  EXPECT_EQ(refusal(), "calls in it are more than 100 deep");
}

TEST_F(Evaluation, RefusesStoresOutside) {
  code.emit(Op::Store, array, code.number(1));
  EXPECT_EQ(refusal(), "it writes to memory that is used outside of it");
}

TEST_F(Evaluation, RefusesAddressesOfItsOwnVariables) {
  Register variable = code.reg();
  code.emit(Op::Object).result = variable;
  code.function.definitions[variable] = {0, 0};
  code.function.blocks[0][0].is_private = true;
  code.task(kNoRegister, variable);
  EXPECT_EQ(refusal(), "a task uses a variable that lives in the region only");
}

TEST_F(Evaluation, RefusesWhatItDoesNotKnow) {
  code.task(kNoRegister, code.result(Op::Unknown));
  EXPECT_EQ(refusal(), "a value that a task captures is not known");
}

TEST_F(Evaluation, RefusesTasksThatAreNotAnnounced) {
  code.result(Op::Create);
  EXPECT_EQ(refusal(), "it creates a task that is not part of the graph");
}

TEST_F(Evaluation, RefusesTasksThatAreNotSubmitted) {
  code.emit(Op::Announce, code.number(1));
  code.result(Op::Create);
  EXPECT_EQ(refusal(), "a task is not submitted");
}

TEST_F(Evaluation, RefusesAnotherRegionsEnd) {
  code.emit(Op::End, array);
  EXPECT_EQ(refusal(), "another region ends in it");
}

TEST_F(Evaluation, NamesTheFirstPlace) {
  Instruction& refused = code.emit(Op::Refuse);
  refused.text = "first";
  PlaceId place = refused.place;
  code.emit(Op::Refuse).text = "second";
  Outcome outcome = end_and_run();
  EXPECT_EQ(outcome.refusal->text, "first");
  EXPECT_EQ(outcome.refusal->place, place);
}

TEST_F(Evaluation, DifferentSymbolsAreDifferentBases) {
  code.task(array, code.number(0));
  code.task(n, code.number(0));
  Outcome outcome = end_and_run();
  EXPECT_EQ(order(outcome.tasks).n_bases, 2u);
}

// A list of `n` elements of 16 bytes, with addresses `array`, `array` + 8, ...; kinds are behind the addresses.
class ListOfDependences : public Evaluation {
 protected:
  void task_with_list(Register n_elements, uint64_t n_written) {
    Register list = code.reg();
    code.emit(Op::Object).result = list;
    code.function.definitions[list] = {0, 0};
    code.function.blocks[0][0].is_private = true;
    for (uint64_t i = 0; i < n_written; i++) {
      code.emit(Op::Store, code.add(list, code.number(16 * i)), code.add(array, code.number(8 * i)));
      Register kind = code.number(static_cast<uint64_t>(i == 0 ? DependKind::Out : DependKind::In));
      code.emit(Op::Store, code.add(list, code.number(16 * i + 8)), kind).n_bytes = 1;
    }
    code.emit(Op::Announce, code.number(1));
    Register block = code.result(Op::Create);
    code.function.blocks.back().back().shape = {.entry = 0, .head_bytes = 16, .block_bytes = 16};
    Instruction& depend = code.emit(Op::DependOn, list, n_elements);
    depend.n_bytes = 16;
    depend.kind_offset = 8;
    code.emit(Op::Submit, block);
  }
};

TEST_F(ListOfDependences, HasAsManyAsItSays) {
  task_with_list(code.number(2), 3);
  Outcome outcome = end_and_run();
  ASSERT_FALSE(outcome.refusal);
  const std::vector<Dependence>& found = outcome.tasks[0].dependences;
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, DependKind::Out);
  EXPECT_EQ(found[1].kind, DependKind::In);
  EXPECT_EQ(found[1].address, found[0].address.plus(Form(8)));
}

TEST_F(ListOfDependences, MustHaveBeenWritten) {
  task_with_list(code.number(3), 2);
  EXPECT_EQ(refusal(), "the kind of a dependence is not known");
}

TEST_F(ListOfDependences, MustHaveAKnownLength) {
  task_with_list(n, 2);
  EXPECT_EQ(refusal(), "how many dependences a task has is not known, or too many");
}

TEST_F(ListOfDependences, MustNotBeTooLong) {
  task_with_list(code.number(1'000'000), 1);
  EXPECT_EQ(refusal(), "how many dependences a task has is not known, or too many");
}

TEST_F(Evaluation, AllMemoryNamesNoAddress) {
  code.task(array, code.number(0));
  code.task(code.result(Op::Unknown), code.number(0), DependKind::AllMemory);
  Outcome outcome = end_and_run();
  ASSERT_FALSE(outcome.refusal);
  Edges edges = order(outcome.tasks);
  EXPECT_EQ(edges.addresses.size(), 1u);
  EXPECT_EQ(edges.predecessors, (std::vector<uint32_t>{0}));
}

TEST(Order, GivesUpWhereEveryTaskWaitsForThousands) {
  std::vector<Task> tasks(8600);
  for (std::size_t i = 0; i < tasks.size(); i++) {
    tasks[i].dependences = {{Form(8), i < tasks.size() / 2 ? DependKind::In : DependKind::InOutSet}};
  }
  Edges edges = order(tasks);
  EXPECT_STREQ(edges.obstacle, graph::kTooDense);
  EXPECT_TRUE(edges.first.empty());
  tasks.resize(4400);
  EXPECT_EQ(order(tasks).obstacle, nullptr);
}

}  // namespace
}  // namespace rondo::evaluate
