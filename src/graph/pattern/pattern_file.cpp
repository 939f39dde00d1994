// SPDX-License-Identifier: Apache-2.0
#include "graph/pattern/pattern_file.hpp"

#include <cstdlib>
#include <cstring>

#include "graph/pattern/pattern_graph.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::graph {

namespace {

constexpr char kMagic[kMagicBytes] = {'R', 'O', 'N', 'D', 'O', 'P', 'A', 'T'};
constexpr uint32_t kVersion = 1;
constexpr size_t kHeadBytes = sizeof kMagic + 4 + 4;  // magic, version, number of patterns
constexpr size_t kChecksumBytes = 8;

// Of all patterns in one file together.
constexpr uint32_t kMaxPatterns = 1u << 16;
constexpr uint64_t kMaxFileActs = uint64_t{4} * kMaxActs;
constexpr uint64_t kMaxFileEdges = 2 * kMaxEdges;

uint32_t load_little(const char* bytes) {
  uint32_t value = 0;
  for (int i = 3; i >= 0; i--) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

void store_little(char* bytes, uint32_t value) {
  for (int i = 0; i < 4; i++) bytes[i] = static_cast<char>(value >> (8 * i));
}

}  // namespace

// FNV-1a, 64 bits: finds damage. It would not stop an attacker; the checks do.
uint64_t checksum(const char* bytes, size_t n) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < n; i++) hash = (hash ^ static_cast<uint8_t>(bytes[i])) * 0x100000001b3;
  return hash;
}

// ---- Writing ---------------------------------------------------------------------------------------------------

PatternWriter::PatternWriter() {
  std::memcpy(bytes_.append(sizeof kMagic), kMagic, sizeof kMagic);
  put(kVersion);
  put(0);  // the number of patterns
}

void PatternWriter::put(uint32_t value) { store_little(bytes_.append(4), value); }

void PatternWriter::put_wide(uint64_t value) {
  put(static_cast<uint32_t>(value));
  put(static_cast<uint32_t>(value >> 32));
}

void PatternWriter::add(const char* tag, const Pattern& pattern) {
  auto tag_bytes = static_cast<uint32_t>(std::strlen(tag));
  put(tag_bytes);
  put(pattern.counts.n_acts);
  put(pattern.counts.n_dependences);
  put(pattern.counts.n_stations);
  put(pattern.counts.n_read_only);
  put(pattern.stream_bytes);
  std::memcpy(bytes_.append(tag_bytes), tag, tag_bytes);
  std::memcpy(bytes_.append(pattern.stream_bytes), pattern.stream, pattern.stream_bytes);
  n_patterns_++;
}

const base::PodVector<char>& PatternWriter::finish() {
  store_little(bytes_.data() + kHeadBytes - 4, n_patterns_);
  put_wide(checksum(bytes_.data(), bytes_.size()));
  return bytes_;
}

// ---- Reading ---------------------------------------------------------------------------------------------------

PatternReader::~PatternReader() {
  for (Item& item : items_) {
    free_graph(item.graph);
    std::free(const_cast<char*>(item.tag));
  }
}

Graph* PatternReader::take(size_t index) {
  Graph* graph = items_[index].graph;
  items_[index].graph = nullptr;
  return graph;
}

bool PatternReader::get(uint32_t* value) {
  if (end_ - next_ < 4) return false;
  *value = load_little(next_);
  next_ += 4;
  return true;
}

const char* PatternReader::read(const char* bytes, size_t n) {
  if (n < sizeof kMagic || std::memcmp(bytes, kMagic, sizeof kMagic) != 0) return "it is not a file of patterns";
  if (n < kHeadBytes + kChecksumBytes || n > kMaxFileBytes) return "it is too short or too long";
  if (load_little(bytes + sizeof kMagic) != kVersion) return "it was written by another version of Rondo";
  end_ = bytes + n - kChecksumBytes;
  uint64_t sum = load_little(end_) | uint64_t{load_little(end_ + 4)} << 32;
  if (sum != checksum(bytes, n - kChecksumBytes)) return "it is damaged: its checksum is wrong";
  next_ = bytes + kHeadBytes;
  const uint32_t n_patterns = load_little(next_ - 4);
  if (n_patterns > kMaxPatterns) return "it has too many patterns";
  for (uint32_t i = 0; i < n_patterns; i++) {
    if (const char* reason = read_item()) return reason;
  }
  return next_ == end_ ? nullptr : "there is something behind its last pattern";
}

const char* PatternReader::read_item() {
  uint32_t tag_bytes = 0, stream_bytes = 0;
  PatternCounts counts;
  bool is_whole = get(&tag_bytes) && get(&counts.n_acts) && get(&counts.n_dependences) && get(&counts.n_stations) &&
                  get(&counts.n_read_only) && get(&stream_bytes);
  if (!is_whole || tag_bytes > static_cast<size_t>(end_ - next_)) return "a pattern breaks off";
  if (tag_bytes > kMaxTagBytes || std::memchr(next_, 0, tag_bytes) != nullptr) return "a tag is no text";
  const char* text = next_;
  next_ += tag_bytes;
  if (stream_bytes > static_cast<size_t>(end_ - next_)) return "a pattern breaks off";
  n_acts_ += counts.n_acts;
  if (n_acts_ > kMaxFileActs) return "its patterns are too large";
  const char* reason = nullptr;
  Graph* graph = make_pattern_graph(counts, next_, stream_bytes, &reason);
  if (graph == nullptr) return reason;
  next_ += stream_bytes;
  auto* tag = static_cast<char*>(std::calloc(tag_bytes + size_t{1}, 1));
  if (tag == nullptr) base::fatal("out of memory for a pattern's tag; set RONDO_GRAPH=0");
  std::memcpy(tag, text, tag_bytes);
  items_.push_back({tag, graph});
  n_edges_ += graph->n_edges;
  return n_edges_ > kMaxFileEdges ? "its patterns are too large" : nullptr;
}

}  // namespace rondo::graph
