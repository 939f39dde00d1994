// SPDX-License-Identifier: Apache-2.0
#include "evaluate/memory.hpp"

#include <algorithm>

namespace rondo::evaluate {

namespace {
uint64_t end_of(const Cells::value_type& cell) { return cell.first + cell.second.n_bytes; }
uint8_t bits_of(uint64_t n_bytes) { return static_cast<uint8_t>(n_bytes * 8); }
}  // namespace

Memory::Location Memory::locate(const Form& address) const {
  Location found = {Location::Kind::Outside, -1, 0};
  for (const Term& term : address.terms()) {
    if (symbols_[term.symbol].object < 0) continue;
    bool is_only = address.terms().size() == 1 && term.factor == 1;
    if (!is_only) return {Location::Kind::Wild, -1, 0};
    found = {Location::Kind::Known, symbols_[term.symbol].object, address.constant()};
  }
  return found;
}

// Some of a value's bytes.
Value Memory::part(const Value& value, uint64_t skipped_bytes, uint32_t n_bytes) {
  Value rest = value;
  if (skipped_bytes != 0) {
    rest = compute(symbols_, Operator::ShiftRight, kWordBits, kWordBits, rest, Value::known(Form(skipped_bytes * 8)));
  }
  return compute(symbols_, Operator::Truncate, kWordBits, bits_of(n_bytes), rest, Value::known(Form()));
}

Value Memory::load(const Location& at, uint32_t n_bytes) {
  Cells& cells = this->cells(at.object);
  auto cell = cells.upper_bound(at.offset);
  if (cell == cells.begin()) return Value::unknown();
  --cell;
  if (cell->first == at.offset && cell->second.n_bytes == n_bytes) return cell->second.value;
  if (end_of(*cell) >= at.offset + n_bytes) return part(cell->second.value, at.offset - cell->first, n_bytes);
  // Several constants side by side.
  uint64_t bits = 0;
  uint64_t done = at.offset;
  while (cell != cells.end() && cell->first <= done && done < at.offset + n_bytes && done < end_of(*cell)) {
    if (!cell->second.value.is_constant()) return Value::unknown();
    uint64_t content = cell->second.value.form.constant() >> ((done - cell->first) * 8);
    bits |= content << ((done - at.offset) * 8);
    done = end_of(*cell);
    ++cell;
  }
  bool is_whole = done >= at.offset + n_bytes;
  return is_whole ? Value::known(Form(low_bits(bits, bits_of(n_bytes)))) : Value::unknown();
}

// Makes room: removes the content of [begin, end); parts of cells outside of it stay.
void Memory::cut(Cells& cells, uint64_t begin, uint64_t end) {
  auto cell = cells.lower_bound(begin);
  if (cell != cells.begin() && end_of(*std::prev(cell)) > begin) --cell;
  while (cell != cells.end() && cell->first < end) {
    auto [first, old] = *cell;
    uint64_t last = first + old.n_bytes;
    cell = cells.erase(cell);
    if (first < begin) {
      auto n_bytes = static_cast<uint32_t>(begin - first);
      cells[first] = {n_bytes, part(old.value, 0, n_bytes)};
    }
    if (last > end) {
      auto n_bytes = static_cast<uint32_t>(last - end);
      cells[end] = {n_bytes, part(old.value, end - first, n_bytes)};
    }
  }
}

void Memory::store(const Location& at, uint32_t n_bytes, Value value) {
  Cells& cells = this->cells(at.object);
  auto same = cells.find(at.offset);
  if (same != cells.end() && same->second.n_bytes == n_bytes) {
    same->second.value = std::move(value);
    return;
  }
  cut(cells, at.offset, at.offset + n_bytes);
  cells[at.offset] = {n_bytes, std::move(value)};
}

void Memory::copy(const Location& to, const Location& from, uint32_t n_bytes) {
  Cells copied;
  const Cells& source = cells(from.object);
  uint64_t end = from.offset + n_bytes;
  auto cell = source.lower_bound(from.offset);
  if (cell != source.begin() && end_of(*std::prev(cell)) > from.offset) --cell;
  for (; cell != source.end() && cell->first < end; ++cell) {
    uint64_t begin = std::max(cell->first, from.offset);
    auto n = static_cast<uint32_t>(std::min(end_of(*cell), end) - begin);
    bool is_whole = n == cell->second.n_bytes;
    copied[begin - from.offset] = {n, is_whole ? cell->second.value : part(cell->second.value, begin - cell->first, n)};
  }
  cut(cells(to.object), to.offset, to.offset + n_bytes);
  for (auto& [offset, content] : copied) cells(to.object)[to.offset + offset] = std::move(content);
}

}  // namespace rondo::evaluate
