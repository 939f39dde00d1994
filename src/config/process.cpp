// SPDX-License-Identifier: Apache-2.0
#include "config/process.hpp"

namespace rondo::config {

constinit Process process;

}  // namespace rondo::config
