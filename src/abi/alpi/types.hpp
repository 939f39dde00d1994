// SPDX-License-Identifier: Apache-2.0
//
// ALPI 1.2, the interface by which libraries for messages and devices (Task-Aware MPI is one) find the tasking
// runtime of their process: types and numbers as libraries have them in headers of their own. Used by the files of
// this folder, whose functions README.md describes.
#pragma once

inline constexpr int ALPI_VERSION_MAJOR = 1;
inline constexpr int ALPI_VERSION_MINOR = 2;

inline constexpr int ALPI_FEATURE_BLOCKING = 1 << 0;
inline constexpr int ALPI_FEATURE_EVENTS = 1 << 1;
inline constexpr int ALPI_FEATURE_RESOURCES = 1 << 2;
inline constexpr int ALPI_FEATURE_SUSPEND = 1 << 3;

struct alpi_task;  // whatever its address means is the runtime's
struct alpi_attr;

enum alpi_error_t : int {
  ALPI_SUCCESS = 0,
  ALPI_ERR_VERSION,
  ALPI_ERR_NOT_INITIALIZED,
  ALPI_ERR_PARAMETER,
  ALPI_ERR_OUT_OF_MEMORY,
  ALPI_ERR_OUTSIDE_TASK,
  ALPI_ERR_UNKNOWN,
  ALPI_ERR_FEATURE_UNKNOWN,
  ALPI_ERR_MAX
};

enum alpi_info_t : int { ALPI_INFO_RUNTIME_NAME, ALPI_INFO_RUNTIME_VENDOR, ALPI_INFO_VERSION };

enum alpi_suspend_mode_t : int {
  ALPI_SUSPEND_NONE = 0,
  ALPI_SUSPEND_SUBMIT,
  ALPI_SUSPEND_TIMEOUT_SUBMIT,
  ALPI_SUSPEND_EVENT_SUBMIT
};
