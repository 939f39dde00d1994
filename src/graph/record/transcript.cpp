// SPDX-License-Identifier: Apache-2.0
#include "graph/record/transcript.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace rondo::graph {

Transcript view(const Recorder& recorder) {
  return {&recorder.notes, recorder.keeps_data() ? recorder.pristine.data() : nullptr, &recorder.padding};
}

Transcript* keep(const Recorder& recorder) {
  // The transcript, and its notes behind it.
  auto* memory = static_cast<Transcript*>(std::malloc(sizeof(Transcript) + sizeof(Notes)));
  if (memory == nullptr) base::fatal("out of memory for checking a task graph; unset RONDO_CHECK");
  auto* notes = new (memory + 1) Notes;
  copy(recorder.notes, *notes);
  base::PodVector<char> data;
  size_t n_bytes = recorder.pristine.size();
  if (n_bytes != 0) std::memcpy(data.append(n_bytes), recorder.pristine.data(), n_bytes);
  return new (memory) Transcript{notes, recorder.keeps_data() ? data.release() : nullptr, nullptr};
}

void free_transcript(Transcript* transcript) {
  if (transcript == nullptr) return;
  transcript->notes->~Notes();
  std::free(const_cast<char*>(transcript->data));
  std::free(transcript);
}

}  // namespace rondo::graph
