// SPDX-License-Identifier: Apache-2.0
#include "abi/alpi/process.hpp"

namespace rondo::alpi {

constinit Process process;

}  // namespace rondo::alpi
