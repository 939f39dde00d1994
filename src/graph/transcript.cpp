// SPDX-License-Identifier: Apache-2.0
#include "graph/transcript.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace rondo::graph {

namespace {

template <class T>
std::span<const T> copy_of(const base::PodVector<T>& list) {
  base::PodVector<T> copy;
  if (!list.is_empty()) std::memcpy(copy.append(list.size()), list.data(), list.size() * sizeof(T));
  return {copy.release(), list.size()};
}

template <class T>
void free_list(std::span<const T> list) {
  std::free(const_cast<T*>(list.data()));
}

}  // namespace

Transcript view(const Recorder& recorder) {
  return {{recorder.nodes.data(), recorder.nodes.size()},
          {recorder.dependences.data(), recorder.dependences.size()},
          recorder.keeps_data() ? recorder.pristine.data() : nullptr,
          &recorder.padding};
}

Transcript* keep(const Recorder& recorder) {
  auto* memory = static_cast<Transcript*>(std::malloc(sizeof(Transcript)));
  if (memory == nullptr) base::fatal("out of memory for checking a task graph; unset RONDO_CHECK");
  const char* data = recorder.keeps_data() ? copy_of(recorder.pristine).data() : nullptr;
  return new (memory) Transcript{copy_of(recorder.nodes), copy_of(recorder.dependences), data, nullptr};
}

void free_transcript(Transcript* transcript) {
  if (transcript == nullptr) return;
  free_list(transcript->nodes);
  free_list(transcript->dependences);
  std::free(const_cast<char*>(transcript->data));
  std::free(transcript);
}

}  // namespace rondo::graph
