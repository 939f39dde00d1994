// SPDX-License-Identifier: Apache-2.0
//
// The process's settings with their sources, behind load(), settings_json() and display_environment().
#pragma once

#include "config/settings.hpp"
#include "config/text.hpp"

namespace rondo::config {

// The settings, read at the first call: see load().
const Settings& settings();

// The texts of settings_json() and display_environment(), for any settings.
void add_settings_json(const Settings& settings, Text* out);
void add_environment_display(const Settings& settings, Dialect dialect, bool verbose, Text* out);

}  // namespace rondo::config
