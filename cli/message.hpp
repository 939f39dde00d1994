// SPDX-License-Identifier: Apache-2.0
// Errors and warnings of the command line: one line, "rondo: cause; remedy".
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rondo::cli {

// Statuses as env(1) gives them, and 2 for a command line that makes no sense.
inline constexpr int kExitFailure = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitCannotExecute = 126;
inline constexpr int kExitNotFound = 127;

// Thrown anywhere, caught by main(): prints the line and ends with the status.
class Failure : public std::runtime_error {
 public:
  Failure(int status, const std::string& cause, const std::string& remedy)
      : std::runtime_error(cause + "; " + remedy), status_(status) {}
  [[nodiscard]] int status() const { return status_; }

 private:
  int status_;
};

// Prints "rondo: text" to standard error.
void print_message(std::string_view text);

// The candidate nearest to `word` in single-letter edits, or "" if none is near enough to be meant.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// "; did you mean X?" or `otherwise` in its place.
std::string suggestion(std::string_view word, std::span<const std::string> candidates, std::string_view otherwise);

}  // namespace rondo::cli
