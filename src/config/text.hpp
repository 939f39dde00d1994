// SPDX-License-Identifier: Apache-2.0
//
// Text that grows while it is put together: displays and reports that leave in one write.
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
  // Never nullptr; what did not fit into memory is missing at the end.
  const char* c_str() const { return bytes_ == nullptr ? "" : bytes_; }
  std::string_view view() const { return {c_str(), length_}; }
  void clear() { truncate(0); }

  // Gives the bytes away (to be freed), nullptr when nothing was added.
  char* release();

 private:
  void truncate(size_t length);
  bool reserve(size_t n_more);

  char* bytes_ = nullptr;
  size_t length_ = 0;
  size_t capacity_ = 0;
};

}  // namespace rondo::config
