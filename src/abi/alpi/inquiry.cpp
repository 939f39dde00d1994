// SPDX-License-Identifier: Apache-2.0
//
// What ALPI says about itself, the runtime and the processors.
#include <cstdio>
#include <cstring>

#include "abi/alpi/task.hpp"
#include "abi/alpi/types.hpp"
#include "abi/api.hpp"
#include "os/topology.hpp"
#include "rondo.h"

namespace {

// By their codes.
constexpr const char* kErrors[] = {
    "Success",
    "The version is not compatible",
    "The runtime is not initialized",
    "A parameter is not valid",
    "Out of memory",
    "The caller is not a task",
    "Unknown error",
    "The feature is unknown or not supported",
};
static_assert(sizeof kErrors / sizeof *kErrors == ALPI_ERR_MAX);

}  // namespace

RONDO_API const char* alpi_error_string(alpi_error_t error) {
  const auto code = static_cast<unsigned>(error);
  return code < ALPI_ERR_MAX ? kErrors[code] : "Error code not recognized";
}

// A library asks this before it uses tasks, so from now on tasks may block.
RONDO_API int alpi_version_check(int major, int minor) {
  if (major != ALPI_VERSION_MAJOR || minor > ALPI_VERSION_MINOR) return ALPI_ERR_VERSION;
  rondo_enable_blocking();
  return ALPI_SUCCESS;
}

RONDO_API int alpi_version_get(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return ALPI_ERR_PARAMETER;
  *major = ALPI_VERSION_MAJOR;
  *minor = ALPI_VERSION_MINOR;
  return ALPI_SUCCESS;
}

RONDO_API int alpi_info_get(alpi_info_t query, char* buffer, size_t max_length, int* length) {
  const char* text = query == ALPI_INFO_RUNTIME_NAME || query == ALPI_INFO_RUNTIME_VENDOR ? "Rondo"
                     : query == ALPI_INFO_VERSION                                         ? rondo_version()
                                                                                          : nullptr;
  if (text == nullptr || buffer == nullptr || max_length == 0) return ALPI_ERR_PARAMETER;
  std::snprintf(buffer, max_length, "%s", text);
  if (length != nullptr) *length = static_cast<int>(std::strlen(buffer));
  return ALPI_SUCCESS;
}

RONDO_API int alpi_feature_check(int features) {
  constexpr int kSupported = ALPI_FEATURE_BLOCKING | ALPI_FEATURE_EVENTS | ALPI_FEATURE_RESOURCES;
  return (features & ~kSupported) == 0 ? ALPI_SUCCESS : ALPI_ERR_FEATURE_UNKNOWN;
}

RONDO_API int alpi_cpu_count(uint64_t* count) {
  if (count == nullptr) return ALPI_ERR_PARAMETER;
  *count = rondo::os::online_processors_in_mask();
  return ALPI_SUCCESS;
}

// The how many-th of the processors that the process may use; the first one, if its mask has been changed since.
RONDO_API int alpi_cpu_logical_id(uint64_t* logical_id) {
  if (logical_id == nullptr) return ALPI_ERR_PARAMETER;
  if (rondo::alpi::current() == nullptr) return ALPI_ERR_OUTSIDE_TASK;
  const rondo::os::CpuSet& cpus = rondo::os::process_cpus();
  const unsigned here = rondo::os::current_cpu();
  uint64_t n_before = 0;
  for (unsigned cpu = cpus.first(); cpu != rondo::os::CpuSet::kNone && cpu != here; cpu = cpus.next(cpu)) n_before++;
  *logical_id = n_before < cpus.count() ? n_before : 0;
  return ALPI_SUCCESS;
}

RONDO_API int alpi_cpu_system_id(uint64_t* system_id) {
  if (system_id == nullptr) return ALPI_ERR_PARAMETER;
  if (rondo::alpi::current() == nullptr) return ALPI_ERR_OUTSIDE_TASK;
  *system_id = rondo::os::current_cpu();
  return ALPI_SUCCESS;
}
