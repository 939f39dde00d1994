// SPDX-License-Identifier: Apache-2.0
#include "graph/store/process.hpp"

namespace rondo::graph {

constinit Process process;

}  // namespace rondo::graph
