// SPDX-License-Identifier: Apache-2.0
//
// lastprivate on schedule(dynamic), whose default is nonmonotonic: whichever thread ran the last iteration may have
// run earlier ones after it, and the value must still be the last iteration's.
//
// test: NOT_STOCK clang 'libomp 19 loses the last iteration when a nonmonotonic dynamic loop is stolen from'
#include <omp.h>

#include <string>

#include "check.h"

int main() {
  for (int round = 0; round < 200; round++) {
    std::string text;
    int number = -1;
#pragma omp parallel for lastprivate(text, number) schedule(dynamic)
    for (int i = 0; i < 100; i++) {
      spin_for(i % 5 * 20);
      text = std::to_string(i) + " and a text that does not fit into the object";
      number = i;
    }
    CHECK(text == "99 and a text that does not fit into the object");
    CHECK_EQ(number, 99);
  }
  return check_finish();
}
