// SPDX-License-Identifier: Apache-2.0
//
// In libFuzzer's place where the compiler has none: takes each file that is named once.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

// NOLINTBEGIN(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" size_t LLVMFuzzerMutate(uint8_t*, size_t size, size_t) { return size; }
// NOLINTEND(readability-identifier-naming)

int main(int n_arguments, char** arguments) {
  for (int i = 1; i < n_arguments; i++) {
    std::ifstream file(arguments[i], std::ios::binary);
    if (!file) {
      std::printf("%s cannot be read\n", arguments[i]);
      return 1;
    }
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    (void)LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  }
  return n_arguments > 1 ? 0 : 1;
}
