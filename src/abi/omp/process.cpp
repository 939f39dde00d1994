// SPDX-License-Identifier: Apache-2.0
#include "abi/omp/process.hpp"

namespace rondo::omp {

constinit Process process;

}  // namespace rondo::omp
