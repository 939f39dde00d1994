// SPDX-License-Identifier: Apache-2.0
#include "region/dep_pattern/store.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/message.hpp"
#include "graph/pattern/pattern_file.hpp"
#include "graph/store/tag.hpp"
#include "os/file.hpp"
#include "region/dep_pattern/dep_pattern.hpp"
#include "region/dep_pattern/record.hpp"
#include "region/process.hpp"
#include "team/runtime.hpp"

namespace rondo::region {

using graph::Graph;
using graph::Pattern;
using graph::Record;
using graph::RecordTable;
using graph::Tag;

namespace {

const char* text_of(int error) { return strerrordesc_np(error); }

// A use of the tag's record with its pattern, which is made now if that has been put off; or nullptr.
Record* use_pattern(Tag& tag) {
  Record* record = nullptr;
  const char* reason = nullptr;
  const RecordTable::Found found = tag.table().find_kept(0, &record);
  const bool is_ready = found == RecordTable::Found::ToCompile ? compile_pattern(*record, &reason)
                                                               : found == RecordTable::Found::ToReplay;
  return is_ready ? record : nullptr;
}

void add_if_ready(graph::PatternWriter& writer, Tag& tag, const char* path) {
  Record* record = use_pattern(tag);
  if (record == nullptr) return;
  if (std::strlen(tag.name()) <= graph::kMaxTagBytes) {
    writer.add(tag.name(), *record->graph().pattern);
  } else {
    base::warn("the pattern \"%.40s...\" is left out of %s: a file takes tags of up to %zu bytes; choose a shorter one",
               tag.name(), path, graph::kMaxTagBytes);
  }
  tag.table().leave(*record);
}

bool is_same(const Pattern& a, const Pattern& b) {
  return a.counts == b.counts && a.stream_bytes == b.stream_bytes &&
         std::memcmp(a.stream, b.stream, a.stream_bytes) == 0;
}

// True if the tag is in use with another pattern: it keeps that.
bool contradicts(Tag& tag, const Graph& graph) {
  Record* record = use_pattern(tag);
  if (record == nullptr) return false;
  bool is_other = !is_same(*record->graph().pattern, *graph.pattern);
  tag.table().leave(*record);
  return is_other;
}

void install(Tag& tag, graph::PatternReader& reader, size_t index) {
  Record* record = nullptr;
  switch (tag.table().find(0, false, &record)) {
    case RecordTable::Found::ToRecord: {
      Graph* graph = reader.take(index);
      graph::measure_ticks(*graph);
      process.patterns.loaded.add_relaxed(1);
      count_pattern(*graph);
      tag.is_from_file.store_relaxed(true);
      record->begin_plain();
      tag.table().finish(*record, graph);
      return;
    }
    case RecordTable::Found::ToCompile:  // recorded at this moment
      tag.table().put_off(*record);
      [[fallthrough]];
    case RecordTable::Found::ToReplay:  // it is there
      tag.table().leave(*record);
      return;
    case RecordTable::Found::Nothing:  // being recorded at this moment, or given up
      return;
  }
}

// Where a refused file comes from decides what that means for the process.
enum class Source { Call, Environment };

int refuse(const char* path, Source source, const char* reason) {
  if (source == Source::Environment) {
    base::warn(
        "patterns are not loaded from %s: %s; RONDO_PATTERNS is ignored, and the file stays as it is: name "
        "another, or remove it",
        path, reason);
  } else {
    base::warn("patterns are not loaded from %s: %s; they will be recorded anew", path, reason);
  }
  return -1;
}

int load(const char* path, Source source) {
  base::PodVector<char> bytes;
  int error = os::read_file(path, graph::kMaxFileBytes, bytes);
  if (error == ENOENT && source == Source::Environment) return 0;
  if (error == EINVAL) return refuse(path, source, "it is no ordinary file");
  if (error != 0) return refuse(path, source, text_of(error));
  graph::PatternReader reader;
  if (const char* reason = reader.read(bytes.data(), bytes.size())) return refuse(path, source, reason);
  for (size_t i = 0; i < reader.n_items(); i++) {
    if (contradicts(graph::tag_of(reader.item(i).tag), *reader.item(i).graph)) {
      return refuse(path, source, "a tag in it already has another pattern in this process");
    }
  }
  for (size_t i = 0; i < reader.n_items(); i++) install(graph::tag_of(reader.item(i).tag), reader, i);
  return 0;
}

int save(const char* tag, const char* path) {
  graph::PatternWriter writer;
  if (tag != nullptr) {
    add_if_ready(writer, graph::tag_of(tag), path);
  } else {
    for (Tag* each = graph::first_tag(); each != nullptr; each = graph::tag_after(*each))
      add_if_ready(writer, *each, path);
  }
  if (writer.n_patterns() == 0) {
    base::warn("no pattern is saved to %s: none of %s has been recorded; execute its block to the end first", path,
               tag != nullptr ? tag : "any tag");
    return -1;
  }
  const base::PodVector<char>& bytes = writer.finish();
  if (bytes.size() > graph::kMaxFileBytes) {
    base::warn("no pattern is saved to %s: the file would be larger than 64 MiB; save fewer tags", path);
    return -1;
  }
  switch (int error = os::replace_file(path, bytes.data(), bytes.size(), graph::kMagicBytes)) {
    case 0:
      return 0;
    case EPERM:
      base::warn("no pattern is saved to %s: what is there is not an ordinary file of this user; name another", path);
      return -1;
    case EEXIST:
      base::warn("no pattern is saved to %s: the file there is not one of patterns; name another, or remove it", path);
      return -1;
    default:
      base::warn("no pattern is saved to %s: %s; check the directory and its rights", path, text_of(error));
      return -1;
  }
}

void save_at_exit() {
  if (pattern_stats().recorded != 0) (void)save(nullptr, team::options().patterns);
}

}  // namespace

int save_patterns(const char* tag, const char* path) {
  load_patterns_once();
  return save(tag, path);
}

int load_patterns(const char* path) {
  load_patterns_once();
  return load(path, Source::Call);
}

void load_patterns_once() {
  base::Atomic<bool>& is_done = process.are_patterns_loaded;
  if (is_done.load_acquire()) return;  // [F1]
  sync::SpinGuard guard(process.patterns_lock);
  if (is_done.load_relaxed()) return;
  if (const char* path = team::options().patterns) {
    // A file that could not be read may be another program's, or of a newer version: it is not written to either.
    bool is_kept = load(path, Source::Environment) == 0;
    if (is_kept && std::atexit(save_at_exit) != 0)
      base::warn("patterns will not be saved to %s: atexit has no room", path);
  }
  is_done.store_release(true);  // [F1]
}

}  // namespace rondo::region
