// SPDX-License-Identifier: Apache-2.0
#include "config/problem.hpp"

#include <cinttypes>
#include <cstdio>

#include "config/format.hpp"
#include "config/text.hpp"
#include "os/hardware_subset.hpp"
#include "os/kmp_affinity.hpp"
#include "os/places.hpp"

namespace rondo::config {

void describe_problem(Type type, const Row& row, const char* text, char* out, size_t out_bytes) {
  const char* words = "is not understood";
  switch (type) {
    case Type::Number:
      if (row.highest == UINT64_MAX) {
        snprintf(out, out_bytes, "is not a whole number of at least %" PRIu64, row.lowest);
      } else {
        snprintf(out, out_bytes, "is not a whole number between %" PRIu64 " and %" PRIu64, row.lowest, row.highest);
      }
      return;
    case Type::Period:
      snprintf(out, out_bytes, "is neither true, nor false, nor a whole number of at most %" PRIu64, row.highest);
      return;
    case Type::NumberList:
      snprintf(out, out_bytes,
               "is not a whole number between %" PRIu64 " and %" PRIu64 " or a list of at most %u of them", row.lowest,
               row.highest, kMaxListedLevels);
      return;
    case Type::Kilobytes:
    case Type::Bytes:
      snprintf(out, out_bytes, "is not a size of at least %" PRIu64 "K such as 512K, 16M or 1G (without a letter: %s)",
               row.lowest / 1024, type == Type::Bytes ? "bytes" : "kilobytes");
      return;
    case Type::Places: {
      const char* problem = os::problem_with_places(text);
      if (problem != nullptr) words = problem;
      break;
    }
    case Type::KmpAffinity: {
      os::KmpAffinity affinity;
      const char* problem = affinity.parse(text);
      if (problem != nullptr) words = problem;
      break;
    }
    case Type::KmpSubset: {
      const char* problem = os::problem_with_subset(text);
      if (problem != nullptr) words = problem;
      break;
    }
    case Type::Flag:
    case Type::KmpForceMonotonic:
      words = "is neither true nor false";
      break;
    case Type::Schedule:
      words =
          "is not static, dynamic, guided, trapezoidal, static_steal (each with an optional chunk as in guided,16) or "
          "auto";
      break;
    case Type::WaitPolicy:
      words = "is neither active nor passive";
      break;
    case Type::KmpLibrary:
      words = "is neither turnaround, nor throughput, nor serial";
      break;
    case Type::Microseconds:
      words = "is neither a number of microseconds nor infinite";
      break;
    case Type::KmpBlocktime:
      words = "is neither a number of milliseconds, nor one with us or ms behind it, nor infinite";
      break;
    case Type::GompSpinCount:
      words = "is neither a number, nor one with k, M, G or T behind it, nor infinite";
      break;
    case Type::BindList:
      words = "is neither true, nor false, nor a list of primary, close and spread";
      break;
    case Type::GompCpuList:
      words = "is not a list of processors and ranges such as 0 3 1-2 4-15:2";
      break;
    case Type::DisplayMode:
      words = "is neither true, nor false, nor verbose";
      break;
    case Type::Offload:
      words = "is neither default, nor mandatory, nor disabled";
      break;
    case Type::Checks:
      words = "is neither graph nor none";
      break;
    case Type::LoopOrder:
      words = "is neither compiler, nor monotonic, nor nonmonotonic";
      break;
    case Type::GraphWay:
      words = "is neither auto, nor spread, nor alone, nor plain, nor turns";
      break;
    case Type::Mechanisms: {
      Text names;
      add_mechanisms((uint64_t{1} << kMechanismCount) - 1, &names);
      snprintf(out, out_bytes, "is neither none nor a list out of %s", names.c_str());
      return;
    }
    case Type::Text:
    case Type::None:
      break;
  }
  snprintf(out, out_bytes, "%s", words);
}

}  // namespace rondo::config
