// SPDX-License-Identifier: Apache-2.0
#include "abi/kmpc/process.hpp"

namespace rondo::kmpc {

constinit Process process;

}  // namespace rondo::kmpc
