// SPDX-License-Identifier: Apache-2.0
#include "trace/process.hpp"

namespace rondo::trace {

constinit Process process;

}  // namespace rondo::trace
