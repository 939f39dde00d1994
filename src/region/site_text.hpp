// SPDX-License-Identifier: Apache-2.0
//
// Where a region, a loop or a block stands, for messages: "at FILE:LINE" or, for C++ programs built with an earlier
// rondo.h, which gave a function instead, "in FUNCTION".
#pragma once

#include <cstdint>
#include <cstdio>

namespace rondo::region {

class SiteText {
 public:
  SiteText(const char* file, uint32_t line) {
    if (line != 0) {
      std::snprintf(text_, sizeof text_, "at %s:%u", file, line);
    } else {
      std::snprintf(text_, sizeof text_, "in %s", file);
    }
  }
  const char* text() const { return text_; }

 private:
  char text_[600];
};

}  // namespace rondo::region
