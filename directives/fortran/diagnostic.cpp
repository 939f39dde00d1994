// SPDX-License-Identifier: Apache-2.0
// See diagnostic.hpp.
#include "diagnostic.hpp"

#include <algorithm>

namespace rondo::fortran {

std::string show(const Diagnostic& diagnostic, const Text& text) {
  const Row& row = text.rows[diagnostic.at.row];
  const std::string line = std::to_string(row.line);
  const std::string margin(std::max<std::size_t>(line.size(), 4) + 1, ' ');
  std::string result = row.file + ":" + line + ":" + std::to_string(diagnostic.at.column + 1) + ":\n\n";
  result += margin.substr(line.size()) + line + " | " + row.text + "\n";
  result += margin + " | ";
  for (std::size_t column = 0; column < diagnostic.at.column; column++) {
    result += column < row.text.size() && row.text[column] == '\t' ? '\t' : ' ';
  }
  result += "1\n";
  result += diagnostic.severity == Severity::Error ? "Error: " : "Warning: ";
  return result + diagnostic.text + "\n";
}

}  // namespace rondo::fortran
