// SPDX-License-Identifier: Apache-2.0
//
// A malloc'd byte array with room for the terminator.
#include "config/text.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace rondo::config {

Text::~Text() { free(bytes_); }

bool Text::reserve(size_t n_more) {
  const size_t needed = length_ + n_more + 1;
  if (needed <= capacity_) return true;
  const size_t capacity = needed < 256 ? 256 : needed * 2;
  auto* grown = static_cast<char*>(realloc(bytes_, capacity));
  if (grown == nullptr) return false;
  bytes_ = grown;
  capacity_ = capacity;
  return true;
}

void Text::add(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  const int n_more = vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  if (n_more >= 0 && reserve(static_cast<size_t>(n_more))) {
    vsnprintf(bytes_ + length_, capacity_ - length_, format, again);
    length_ += static_cast<size_t>(n_more);
  }
  va_end(again);
}

void Text::add_json_string(const char* text) {
  add("\"");
  for (const char* at = text; *at != '\0'; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte == '"' || byte == '\\') {
      add("\\%c", byte);
    } else if (byte < 0x20 || byte >= 0x7f) {
      // Bytes of an unknown encoding, one escape each: always valid JSON, and exact for Latin-1.
      add("\\u%04x", byte);
    } else {
      add("%c", byte);
    }
  }
  add("\"");
}

char* Text::release() {
  length_ = 0;
  capacity_ = 0;
  return std::exchange(bytes_, nullptr);
}

}  // namespace rondo::config
