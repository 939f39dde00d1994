// SPDX-License-Identifier: Apache-2.0
//
// Text that grows while it is put together, for displays and reports that are written in one call.
#pragma once

#include <cstddef>
#include <string_view>

namespace rondo::config {

class Text {
 public:
  Text() = default;
  ~Text();
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  [[gnu::format(printf, 2, 3)]] void add(const char* format, ...);
  void add_json_string(const char* text);  // with its quotes

  bool is_empty() const { return length_ == 0; }
  // Never nullptr; if memory was exhausted, the end is missing.
  const char* c_str() const { return bytes_ == nullptr ? "" : bytes_; }
  std::string_view view() const { return {c_str(), length_}; }

  // Gives the bytes to the caller, who frees them; nullptr when nothing was added.
  char* release();

 private:
  bool reserve(size_t n_more);

  char* bytes_ = nullptr;
  size_t length_ = 0;
  size_t capacity_ = 0;
};

}  // namespace rondo::config
