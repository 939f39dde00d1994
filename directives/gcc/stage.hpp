// SPDX-License-Identifier: Apache-2.0
//
// Which of the compiler's runs this is. The plugin makes up to three out of one (README.md): the user's, which looks
// for directives; a preprocessing run for it; and, if there are directives, the run that compiles the rewritten text.
#pragma once

#include <cstdint>

namespace rondo::gcc {

enum class Stage : uint8_t {
  Users,
  Preprocess,  // writes preprocessed text to its standard output
  Compile      // reads rewritten text
};

// The stage of this process, as the run before has set it; removes the setting, so that processes started from here
// do not inherit it. Must be called once, before anything is reported: brings standard error back.
Stage take_stage();

// Standard error as it was before silence_options(), to write to.
void announce_stage(Stage stage, int standard_error);

}  // namespace rondo::gcc
