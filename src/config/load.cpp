// SPDX-License-Identifier: Apache-2.0
//
// The one reading of the process's environment.
#include "config/load.hpp"

#include <cerrno>
#include <new>

#include <pthread.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "config/options.hpp"
#include "os/hardware_subset.hpp"
#include "os/topology.hpp"

namespace rondo::config {
namespace {

// Constructed by the first load() and never destroyed: workers may look at options while the process exits.
struct Loaded {
  Settings settings;
  Options options;
};
alignas(Loaded) char storage[sizeof(Loaded)];
Loaded* loaded = nullptr;
pthread_once_t loaded_once = PTHREAD_ONCE_INIT;

const char* json = nullptr;
pthread_once_t json_once = PTHREAD_ONCE_INIT;

void read_process() {
  const int saved_errno = errno;
  const Environment environment(environ, getauxval(AT_SECURE) != 0);
  loaded = new (storage) Loaded;
  loaded->settings.read(environment);
  loaded->settings.settle_affinity(environment, os::limit_processors);
  loaded->settings.resolve(os::usable_processors());
  loaded->settings.warn_about_malformed_values();
  warn_about_ineffective_variables(environment);
  loaded->options = loaded->settings.options();
  errno = saved_errno;
}

const Loaded& get() {
  pthread_once(&loaded_once, read_process);
  return *loaded;
}

void build_json() {
  Text text;
  add_settings_json(settings(), &text);
  json = text.release();
}

}  // namespace

const Settings& settings() { return get().settings; }

const Options& load() { return get().options; }

const char* settings_json() {
  pthread_once(&json_once, build_json);
  return json == nullptr ? "[]" : json;
}

}  // namespace rondo::config
