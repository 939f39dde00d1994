// SPDX-License-Identifier: Apache-2.0
//
// The one reading of the process's environment.
#include "config/load.hpp"

#include <cerrno>
#include <new>

#include <sys/auxv.h>
#include <unistd.h>

#include "config/options.hpp"
#include "config/process.hpp"
#include "os/hardware_subset.hpp"
#include "os/topology.hpp"

namespace rondo::config {
namespace {

void read_process() {
  const int saved_errno = errno;
  const Environment environment(environ, getauxval(AT_SECURE) != 0);
  auto* loaded = new (process.loaded_storage) Loaded;
  loaded->settings.read(environment);
  loaded->settings.settle_affinity(environment, os::limit_processors);
  loaded->settings.resolve(os::usable_processors);
  loaded->settings.share_with_ranks(environment, os::processors_of_machine);
  loaded->settings.warn_about_malformed_values();
  warn_about_ineffective_variables(environment);
  loaded->options = loaded->settings.options();
  loaded->options.rank = rank_of(environment);
  process.without.store_relaxed(loaded->options.without);
  process.loop_order.store_relaxed(loaded->options.loop_order);
  process.loaded = loaded;
  errno = saved_errno;
}

const Loaded& get() {
  process.loaded_once.run(read_process);
  return *process.loaded;
}

void build_json() {
  Text text;
  add_settings_json(settings(), &text);
  process.json = text.release();
}

}  // namespace

const Settings& settings() { return get().settings; }

const Options& load() { return get().options; }

void run_tasks_singly() {
  auto* loaded = const_cast<Loaded*>(&get());
  loaded->options.graph_coarsen = false;
  loaded->options.graph_way = GraphWay::Spread;
  process.without.store_relaxed(process.without.load_relaxed() | bit_of(Mechanism::Batches));
}

const char* settings_json() {
  process.json_once.run(build_json);
  return process.json == nullptr ? "[]" : process.json;
}

}  // namespace rondo::config
