// SPDX-License-Identifier: Apache-2.0
//
// The machine's instructions on memory and tasks.
#include "evaluate/machine.hpp"

namespace rondo::evaluate {

using Kind = Memory::Location::Kind;

namespace {
constexpr const char* kForeignMemory = "it writes to memory that is used outside of it";
}

// The region writes to its own objects only, and another thread that wrote to memory that the region reads would race
// with it. So this memory has one value during the whole region.
Value Machine::load_outside(const Form& address, uint8_t bits) {
  if (address.terms().size() == 1 && address.terms()[0].factor == 1) {
    const Symbol& symbol = symbols_[address.terms()[0].symbol];
    if (symbol.kind == Symbol::Kind::Address) {
      Value value = library_.constant_at(symbol.tag, address.constant(), bits);
      if (value.is_known()) return value;
    }
  }
  return Value::known(Form::of(symbols_.load(address, bits)));
}

Value Machine::content_at(const Value& address, uint8_t bits, uint32_t n_bytes) {
  if (!address.is_known() || bits == 0) return Value::unknown();
  Memory::Location at = memory_.locate(address.form);
  if (at.kind == Kind::Outside) return load_outside(address.form, bits);
  return at.kind == Kind::Known ? memory_.load(at, n_bytes) : Value::unknown();
}

Machine::Next Machine::load(Frame& frame, const Instruction& instruction) {
  Value address = read(frame, instruction.a);
  write(frame, instruction.result, content_at(address, instruction.bits, instruction.n_bytes));
  return Next::Instruction;
}

Machine::Next Machine::store(Frame& frame, const Instruction& instruction) {
  const Value& address = read(frame, instruction.a);
  Memory::Location at = memory_.locate(address.form);
  if (!address.is_known() || at.kind != Kind::Known) return refuse(instruction, kForeignMemory);
  Value value = read(frame, instruction.b);
  if (instruction.n_bytes > 8) {
    for (uint32_t done = 0; done < instruction.n_bytes; done += 8) {
      memory_.store({Kind::Known, at.object, at.offset + done}, std::min(instruction.n_bytes - done, 8u),
                    Value::unknown());
    }
    return Next::Instruction;
  }
  memory_.store(at, instruction.n_bytes, std::move(value));
  return Next::Instruction;
}

std::optional<uint32_t> Machine::length(Frame& frame, const Instruction& instruction) {
  const Value& value = read(frame, instruction.c);
  if (!value.is_constant() || value.form.constant() > limits_.n_copied) return {};
  return static_cast<uint32_t>(value.form.constant());
}

Machine::Next Machine::copy_bytes(Frame& frame, const Instruction& instruction) {
  Value to = read(frame, instruction.a);
  Value from = read(frame, instruction.b);
  std::optional<uint32_t> n = length(frame, instruction);
  if (!n) return refuse(instruction, "it copies a number of bytes that is not known, or too large");
  Memory::Location there = memory_.locate(to.form);
  Memory::Location here = memory_.locate(from.form);
  if (!to.is_known() || there.kind != Kind::Known) return refuse(instruction, kForeignMemory);
  bool is_wild = !from.is_known() || here.kind == Kind::Wild;
  if (here.kind == Kind::Known && !is_wild) {
    memory_.copy(there, here, *n);
    return Next::Instruction;
  }
  for (uint32_t done = 0; done < *n;) {
    uint32_t n_bytes = 8;
    while (n_bytes > *n - done) n_bytes /= 2;
    Value value =
        is_wild ? Value::unknown() : load_outside(from.form.plus(Form(done)), static_cast<uint8_t>(n_bytes * 8));
    memory_.store({Kind::Known, there.object, there.offset + done}, n_bytes, std::move(value));
    done += n_bytes;
  }
  return Next::Instruction;
}

Machine::Next Machine::fill(Frame& frame, const Instruction& instruction) {
  Value to = read(frame, instruction.a);
  Value byte = read(frame, instruction.b);
  std::optional<uint32_t> n = length(frame, instruction);
  if (!n) return refuse(instruction, "it fills a number of bytes that is not known, or too large");
  Memory::Location there = memory_.locate(to.form);
  if (!to.is_known() || there.kind != Kind::Known) return refuse(instruction, kForeignMemory);
  for (uint32_t done = 0; done < *n; done += 8) {
    uint32_t n_bytes = std::min(*n - done, 8u);
    Value value = Value::unknown();
    if (byte.is_constant()) {
      uint64_t pattern = low_bits(byte.form.constant(), 8) * 0x0101010101010101u;
      value = Value::known(Form(low_bits(pattern, n_bytes * 8)));
    }
    memory_.store({Kind::Known, there.object, there.offset + done}, n_bytes, std::move(value));
  }
  return Next::Instruction;
}

// ---- Tasks -------------------------------------------------------------------------------------------------------

Machine::Next Machine::announce(Frame& frame, const Instruction& instruction) {
  const Value& value = read(frame, instruction.a);
  if (!value.is_constant()) return refuse(instruction, "whether a task is replayable is not known at compile time");
  if (value.form.constant() == 0) return refuse(instruction, "a task in it is not replayable");
  is_announced_ = true;
  return Next::Instruction;
}

namespace {
DependKind kind_of(uint64_t flags) {
  for (DependKind kind : {DependKind::AllMemory, DependKind::Out, DependKind::MutexInOutSet, DependKind::InOutSet}) {
    if ((flags & static_cast<uint64_t>(kind)) != 0) return kind;
  }
  return DependKind::In;
}
}  // namespace

Machine::Next Machine::depend(const Instruction& instruction, const Value& value, const Value& flags) {
  if (!flags.is_constant()) return refuse(instruction, "the kind of a dependence is not known");
  DependKind kind = kind_of(flags.form.constant());
  Form address;
  if (kind != DependKind::AllMemory) {
    if (!value.is_known()) return refuse(instruction, "the address of a dependence is not known");
    if (value.is_constant()) return refuse(instruction, "a dependence names a constant address");
    address = value.form;
  }
  if (symbols_.is_written(address)) {
    return refuse(instruction, "a dependence names a variable that lives in the region only");
  }
  dependences_.push_back({address, kind});
  return Next::Instruction;
}

Machine::Next Machine::depend_on(Frame& frame, const Instruction& instruction) {
  Value list = read(frame, instruction.a);
  Value count = read(frame, instruction.b);
  bool is_known = list.is_known() && count.is_constant() && count.form.constant() <= limits_.n_copied;
  if (!is_known) return refuse(instruction, "how many dependences a task has is not known, or too many");
  Next next = Next::Instruction;
  for (uint64_t i = 0; i < count.form.constant() && next == Next::Instruction; i++) {
    Form element = list.form.plus(Form(i * instruction.n_bytes));
    Value address = content_at(Value::known(element), kWordBits, kWordBits / 8);
    Value flags = content_at(Value::known(element.plus(Form(instruction.kind_offset))), 8, 1);
    next = depend(instruction, address, flags);
  }
  return next;
}

Machine::Next Machine::create(Frame& frame, const Instruction& instruction) {
  if (!is_announced_) return refuse(instruction, "it creates a task that is not part of the graph");
  is_announced_ = false;
  if (outcome_.tasks.size() >= limits_.n_tasks) {
    return refuse(instruction, "it creates more than " + std::to_string(limits_.n_tasks) + " tasks");
  }
  int32_t block = memory_.add();
  OpenTask task = {instruction.shape, instruction.place, -1};
  if (instruction.shape.shareds_bytes != 0) {
    task.shareds = memory_.add();
    memory_.store({Kind::Known, block, 0}, 8, Value::known(Form::of(symbols_.object(task.shareds))));
  }
  open_.emplace(block, task);
  write(frame, instruction.result, Value::known(Form::of(symbols_.object(block))));
  return Next::Instruction;
}

// The captured data in one part of a task's block; the head of the block belongs to the runtime.
bool Machine::capture(const Instruction& instruction, Task& task, int32_t object, uint32_t begin, uint32_t shift) {
  for (const auto& [offset, cell] : memory_.cells(object)) {
    if (offset < begin) continue;
    if (!cell.value.is_known()) {
      refuse(instruction, "a value that a task captures is not known");
      return false;
    }
    if (symbols_.is_written(cell.value.form)) {
      refuse(instruction, "a task uses a variable that lives in the region only");
      return false;
    }
    task.slots.push_back({static_cast<uint32_t>(offset) + shift, cell.n_bytes, cell.value.form});
  }
  return true;
}

Machine::Next Machine::submit(Frame& frame, const Instruction& instruction) {
  const Value& block = read(frame, instruction.a);
  Memory::Location at = memory_.locate(block.form);
  auto found = open_.find(at.object);
  bool is_task = block.is_known() && at.kind == Kind::Known && at.offset == 0 && found != open_.end();
  if (!is_task) return refuse(instruction, "it submits a task that it has not created");
  OpenTask& open = found->second;
  Task task = {.shape = open.shape, .place = open.place, .dependences = std::move(dependences_)};
  dependences_.clear();
  if (open.shape.priority_offset != 0) {
    Value priority = memory_.load({Kind::Known, at.object, open.shape.priority_offset}, 4);
    if (!priority.is_constant()) return refuse(instruction, "the priority of a task is not known at compile time");
    task.priority = static_cast<int32_t>(sign_extended(priority.form.constant(), 32));
  }
  if (!capture(instruction, task, at.object, open.shape.head_bytes, 0)) return Next::Stop;
  if (open.shareds >= 0 && !capture(instruction, task, open.shareds, 0, open.shape.shareds_offset)) return Next::Stop;
  outcome_.tasks.push_back(std::move(task));
  memory_.cells(at.object).clear();
  if (open.shareds >= 0) memory_.cells(open.shareds).clear();
  open_.erase(found);
  return Next::Instruction;
}

}  // namespace rondo::evaluate
