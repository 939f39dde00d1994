// SPDX-License-Identifier: Apache-2.0
//
// Which of the wrappers a program is: all that differs among them.
#include "compiler.hpp"

namespace rondo::wrappers {

const Wrapper kWrapper = {RONDO_WRAPPER_NAME, RONDO_WRAPPER_VARIABLE, RONDO_WRAPPER_FALLBACK,
                          Language::RONDO_WRAPPER_LANGUAGE};

}  // namespace rondo::wrappers
