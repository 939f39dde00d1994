// SPDX-License-Identifier: Apache-2.0
#include "abi/rondo/process.hpp"

namespace rondo::abi {

constinit Process process;

}  // namespace rondo::abi
