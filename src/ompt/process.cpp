// SPDX-License-Identifier: Apache-2.0
#include "ompt/process.hpp"

namespace rondo::ompt {

constinit Process process;

}  // namespace rondo::ompt
