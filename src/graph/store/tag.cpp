// SPDX-License-Identifier: Apache-2.0
#include "graph/store/tag.hpp"

#include <cstring>
#include <new>

#include "graph/store/process.hpp"

namespace rondo::graph {

namespace {

constexpr size_t kBuckets = Process::Tags::kBuckets;

size_t bucket_of(const char* name) {
  uint32_t hash = 0x811c9dc5;
  for (; *name != '\0'; name++) hash = (hash ^ static_cast<uint8_t>(*name)) * 0x01000193;
  return (hash ^ hash >> 16) % kBuckets;
}

Tag* make_tag(const char* name) {
  size_t bytes = std::strlen(name) + 1;
  void* memory = std::malloc(sizeof(Tag) + bytes);
  if (memory == nullptr) base::fatal("out of memory for the tag of a pattern; set RONDO_GRAPH=0");
  auto* tag = new (memory) Tag;
  std::memcpy(static_cast<void*>(tag + 1), name, bytes);
  return tag;
}

}  // namespace

Tag& tag_of(const char* name) {
  size_t bucket = bucket_of(name);
  sync::SpinGuard guard(process.tags.lock);
  Tag** link = &process.tags.first[bucket];
  while (*link != nullptr && std::strcmp((*link)->name(), name) != 0) link = &(*link)->next;
  if (*link == nullptr) *link = make_tag(name);
  return **link;
}

Tag& tag_of(const char* name, void** cache) {
  auto& word = reinterpret_cast<base::Atomic<Tag*>&>(*cache);
  Tag* tag = word.load_acquire();  // [N1]
  if (tag != nullptr && std::strcmp(tag->name(), name) == 0) return *tag;
  tag = &tag_of(name);
  word.store_release(tag);  // [N1]
  return *tag;
}

Tag* first_tag() {
  sync::SpinGuard guard(process.tags.lock);
  for (Tag* first : process.tags.first) {
    if (first != nullptr) return first;
  }
  return nullptr;
}

Tag* tag_after(Tag& tag) {
  sync::SpinGuard guard(process.tags.lock);
  if (tag.next != nullptr) return tag.next;
  for (size_t bucket = bucket_of(tag.name()) + 1; bucket != kBuckets; bucket++) {
    if (process.tags.first[bucket] != nullptr) return process.tags.first[bucket];
  }
  return nullptr;
}

}  // namespace rondo::graph
