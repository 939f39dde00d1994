// SPDX-License-Identifier: Apache-2.0
#include "work/process.hpp"

namespace rondo::work {

constinit Process process;

}  // namespace rondo::work
