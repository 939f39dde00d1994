// SPDX-License-Identifier: Apache-2.0
#include "sync/process.hpp"

namespace rondo::sync {

constinit Process process;

}  // namespace rondo::sync
