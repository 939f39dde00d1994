// SPDX-License-Identifier: Apache-2.0
#include "task/process.hpp"

namespace rondo::task {

constinit Process process;

}  // namespace rondo::task
