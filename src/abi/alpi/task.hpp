// SPDX-License-Identifier: Apache-2.0
//
// The calling task, as ALPI names it.
#pragma once

struct alpi_task;

namespace rondo::alpi {

// The innermost task of the calling thread, if it can block and outlive its body; otherwise nullptr.
alpi_task* current();

}  // namespace rondo::alpi
