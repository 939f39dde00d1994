// SPDX-License-Identifier: Apache-2.0
// `rondo system enable|disable|status`: Rondo as the default runtime, without `rondo run`.
#pragma once

namespace rondo::cli {

enum class SystemAction { Enable, Disable, Status };

struct SystemOptions {
  SystemAction action = SystemAction::Status;
  bool for_all_users = false;  // --all-users
};

// Returns the exit status.
int change_system(const SystemOptions& options);

}  // namespace rondo::cli
