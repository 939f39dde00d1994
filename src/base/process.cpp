// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

namespace rondo::base {

constinit Process process{};

}  // namespace rondo::base
