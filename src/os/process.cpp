// SPDX-License-Identifier: Apache-2.0
#include "os/process.hpp"

namespace rondo::os {

constinit Process process;

}  // namespace rondo::os
