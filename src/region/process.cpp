// SPDX-License-Identifier: Apache-2.0
#include "region/process.hpp"

namespace rondo::region {

constinit Process process;

}  // namespace rondo::region
