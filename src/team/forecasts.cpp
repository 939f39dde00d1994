// SPDX-License-Identifier: Apache-2.0
#include "team/forecasts.hpp"

#include <cinttypes>
#include <cstdlib>

#include "base/message.hpp"
#include "depend/process.hpp"
#include "graph/inspect/report.hpp"
#include "graph/inspect/report_file.hpp"
#include "team/runtime.hpp"

namespace rondo::team {

namespace {

void say() {
  uint64_t n_forecast = 0, n_recorded = 0, n_missed = 0;
  depend::process.repetitions.for_each([&](const depend::Repetition& repetition) {
    n_forecast += repetition.n_forecast.load_relaxed();
    n_recorded += repetition.n_recorded.load_relaxed();
    for (const auto& n : repetition.n_missed) n_missed += n.load_relaxed();
  });
  const uint64_t n_given_up = depend::process.n_given_up.load_relaxed();
  if (n_forecast + n_missed + n_given_up == 0) return;
  base::warn("of tasks with dependences %" PRIu64 " were forecast (periods %" PRIu64 ", misses %" PRIu64
             ", given up %" PRIu64 ")",
             n_forecast, n_recorded, n_missed, n_given_up);
}

void at_end() {
  if (options().verbose) say();
  if (options().graph_report == nullptr) return;
  config::Text lines;
  graph::add_repetitions(depend::process.repetitions, depend::process.n_given_up.load_relaxed(), lines);
  if (!lines.is_empty()) graph::append_to_report(options().graph_report, lines);
}

}  // namespace

void forget_forecasts() {
  depend::process.repetitions.restart_in_child();
  depend::process.n_given_up.store_relaxed(0);
}

void report_forecasts_at_exit(const config::Options& options) {
  if (!options.verbose && options.graph_report == nullptr) return;
  std::atexit(at_end);
}

}  // namespace rondo::team
