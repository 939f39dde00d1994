// SPDX-License-Identifier: Apache-2.0
#include "depend/process.hpp"

namespace rondo::depend {

constinit Process process;

}  // namespace rondo::depend
