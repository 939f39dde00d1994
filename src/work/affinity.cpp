// SPDX-License-Identifier: Apache-2.0
#include "work/affinity.hpp"

#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "os/topology.hpp"
#include "team/face.hpp"
#include "work/icvs.hpp"
#include "work/parallel.hpp"
#include "work/process.hpp"

namespace rondo::work {

using config::Text;
using sched::Worker;

const char* affinity_format() {
  if (process.affinity_format != nullptr) return process.affinity_format;
  const char* given = team::options().affinity_format;
  return given != nullptr ? given : config::default_affinity_format(team::dialect_of_program());
}

void set_affinity_format(const char* format) {
  char* copy = strdup(format);
  if (copy == nullptr) return;
  std::free(process.affinity_format);
  process.affinity_format = copy;
}

// ---- The text -----------------------------------------------------------------------------------------------

namespace {

struct Field {
  char short_name;
  std::string_view long_name;
};
constexpr Field kFields[] = {
    {'t', "team_num"},         {'T', "num_teams"},       {'L', "nesting_level"}, {'n', "thread_num"},
    {'N', "num_threads"},      {'a', "ancestor_tnum"},   {'H', "host"},          {'P', "process_id"},
    {'i', "native_thread_id"}, {'A', "thread_affinity"},
};

bool is_number(char field) { return std::strchr("tTLnNaPi", field) != nullptr; }

// The processors that the calling thread may use, as ranges. Two neighbours are no range to libomp.
void add_cpus(Text& out) {
  const int shortest = team::dialect_of_program() == config::Dialect::Libomp ? 3 : 2;
  cpu_set_t cpus;
  if (sched_getaffinity(0, sizeof cpus, &cpus) != 0) return;
  const char* separator = "";
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &cpus)) continue;
    int last = cpu;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &cpus)) last++;
    if (last - cpu + 1 < shortest) last = cpu;
    out.add(last == cpu ? "%s%d" : "%s%d-%d", separator, cpu, last);
    separator = ",";
    cpu = last;
  }
}

void add_field(const Worker& worker, char name, Text& out) {
  const team::Team& team = team::team_of(worker);
  switch (name) {
    case 't':
      return out.add("%u", league_position(worker).index);
    case 'T':
      return out.add("%u", league_position(worker).n_teams);
    case 'L':
      return out.add("%u", team.level);
    case 'n':
      return out.add("%u", worker.slot->index);
    case 'N':
      return out.add("%u", team.n_slots);
    case 'a': {
      const team::Member* outer = ancestor(worker, static_cast<int32_t>(team.level) - 1);
      return out.add("%d", outer == nullptr ? -1 : static_cast<int>(outer->index));
    }
    case 'H': {
      char host[256] = "unknown";
      gethostname(host, sizeof host - 1);
      return out.add("%s", host);
    }
    case 'P':
      return out.add("%d", getpid());
    case 'i':
      return out.add("%d", gettid());
    case 'A':
      return add_cpus(out);
    default:
      return out.add("undefined");
  }
}

// Reads %[0][.][width]name, where the name is a letter or {word}. Returns the text behind it.
const char* add_specification(const Worker& worker, const char* at, Text& out) {
  if (*at == '%') {
    out.add("%%");
    return at + 1;
  }
  bool has_zeros = *at == '0';
  if (has_zeros) at++;
  bool is_right = *at == '.';
  if (is_right) at++;
  int width = 0;
  for (; *at >= '0' && *at <= '9'; at++) width = width < 1000 ? width * 10 + (*at - '0') : width;
  char name = *at;
  if (name == '\0') return at;
  if (name == '{') {
    const char* end = std::strchr(at, '}');
    if (end == nullptr) return at + std::strlen(at);
    std::string_view word(at + 1, static_cast<size_t>(end - at - 1));
    name = '?';
    for (const Field& field : kFields) {
      if (field.long_name == word) name = field.short_name;
    }
    at = end;
  }
  Text value;
  add_field(worker, name, value);
  if (!is_right) {
    out.add("%-*s", width, value.c_str());
  } else if (has_zeros && is_number(name)) {
    out.add("%0*ld", width, std::strtol(value.c_str(), nullptr, 10));
  } else {
    out.add("%*s", width, value.c_str());
  }
  return at + 1;
}

}  // namespace

void add_affinity(const Worker& worker, const char* format, Text& out) {
  const char* at = format != nullptr && *format != '\0' ? format : affinity_format();
  while (*at != '\0') {
    if (*at == '%') {
      at = add_specification(worker, at + 1, out);
    } else {
      out.add("%c", *at++);
    }
  }
}

namespace {

void write_affinity(const Worker& worker, const char* format, int stream) {
  Text line;
  add_affinity(worker, format, line);
  line.add("\n");
  // The line is written in one call, so that the lines of several threads do not mix.
  [[maybe_unused]] ssize_t written = write(stream, line.c_str(), line.view().size());
}

int stream_of_program() {
  return team::dialect_of_program() == config::Dialect::Libgomp ? STDERR_FILENO : STDOUT_FILENO;
}

}  // namespace

void display_affinity(const Worker& worker, const char* format) { write_affinity(worker, format, stream_of_program()); }

void announce_affinity(const Worker& worker) {
  write_affinity(worker, nullptr, team::options().display_is_diagnostic ? STDERR_FILENO : stream_of_program());
}

size_t copy_text(const char* text, char* buffer, size_t bytes) {
  size_t length = std::strlen(text);
  if (buffer != nullptr && bytes != 0) {
    size_t n = length < bytes ? length : bytes - 1;
    std::memcpy(buffer, text, n);
    buffer[n] = '\0';
  }
  return length;
}

}  // namespace rondo::work
