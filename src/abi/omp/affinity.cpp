// SPDX-License-Identifier: Apache-2.0
//
// omp_* routines about places and affinity. A thread that is not bound has no place (-1), and all places are its
// partition.
#include "work/affinity.hpp"

#include <cstring>

#include "abi/omp/fortran.hpp"
#include "team/binding.hpp"
#include "team/fork.hpp"

namespace rondo::omp {

using os::CpuSet;
using team::this_worker;

namespace {

// nullptr: no such place.
const CpuSet* place_at(int place) {
  const os::PlaceList& places = team::places();
  return place >= 0 && static_cast<unsigned>(place) < places.count() ? &places[static_cast<unsigned>(place)] : nullptr;
}

template <class T>
void write_cpus(int place, T* ids) {
  const CpuSet* cpus = place_at(place);
  if (cpus == nullptr) return;
  for (unsigned cpu = cpus->first(); cpu != CpuSet::kNone; cpu = cpus->next(cpu)) *ids++ = static_cast<T>(cpu);
}

team::PlaceBinding partition() {
  team::PlaceBinding binding = team::member_of(this_worker()).binding;
  return binding.place != team::kNoPlace ? binding : team::PlaceBinding{team::kNoPlace, 0, team::places().count()};
}

template <class T>
void write_place_numbers(T* numbers) {
  const team::PlaceBinding mine = partition();
  for (unsigned i = 0; i < mine.count; i++) numbers[i] = static_cast<T>(mine.first) + static_cast<T>(i);
}

}  // namespace

RONDO_API int omp_get_proc_bind() { return static_cast<int>(team::proc_bind(this_worker())); }
RONDO_API int omp_get_num_places() { return static_cast<int>(team::places().count()); }
RONDO_API int omp_get_place_num_procs(int place) {
  const CpuSet* cpus = place_at(place);
  return cpus == nullptr ? 0 : static_cast<int>(cpus->count());
}
RONDO_API void omp_get_place_proc_ids(int place, int* ids) { write_cpus(place, ids); }
RONDO_API int omp_get_place_num() { return static_cast<int>(team::place_number(this_worker())); }
RONDO_API int omp_get_partition_num_places() { return static_cast<int>(partition().count); }
RONDO_API void omp_get_partition_place_nums(int* numbers) { write_place_numbers(numbers); }

RONDO_FORTRAN_GET(int, omp_get_proc_bind)
RONDO_FORTRAN_GET(int, omp_get_num_places)
RONDO_FORTRAN_INT(int, omp_get_place_num_procs)
RONDO_API void omp_get_place_proc_ids_(const int32_t* place, int32_t* ids) { write_cpus(*place, ids); }
RONDO_API void omp_get_place_proc_ids_8_(const int64_t* place, int64_t* ids) { write_cpus(narrow(*place), ids); }
RONDO_FORTRAN_GET(int, omp_get_place_num)
RONDO_FORTRAN_GET(int, omp_get_partition_num_places)
RONDO_API void omp_get_partition_place_nums_(int32_t* numbers) { write_place_numbers(numbers); }
RONDO_API void omp_get_partition_place_nums_8_(int64_t* numbers) { write_place_numbers(numbers); }

// ---- The text about a thread ----------------------------------------------------------------------------------

RONDO_API void omp_set_affinity_format(const char* format) { work::set_affinity_format(format); }
RONDO_API size_t omp_get_affinity_format(char* buffer, size_t bytes) {
  return work::copy_text(work::affinity_format(), buffer, bytes);
}
RONDO_API void omp_display_affinity(const char* format) { work::display_affinity(this_worker(), format); }
RONDO_API size_t omp_capture_affinity(char* buffer, size_t bytes, const char* format) {
  config::Text text;
  work::add_affinity(this_worker(), format, text);
  return work::copy_text(text.c_str(), buffer, bytes);
}

RONDO_API void ompc_set_affinity_format(const char* format) { omp_set_affinity_format(format); }
RONDO_API size_t ompc_get_affinity_format(char* buffer, size_t bytes) { return omp_get_affinity_format(buffer, bytes); }
RONDO_API void ompc_display_affinity(const char* format) { omp_display_affinity(format); }
RONDO_API size_t ompc_capture_affinity(char* buffer, size_t bytes, const char* format) {
  return omp_capture_affinity(buffer, bytes, format);
}

// Fortran's character arguments: lengths come last, returned text is padded with blanks and has no zero byte. Blanks
// behind a format are part of it, as on libgomp and libomp.

namespace {

class CString {
 public:
  CString(const char* text, size_t length) { text_.add("%.*s", static_cast<int>(length), text); }
  const char* get() const { return text_.c_str(); }

 private:
  config::Text text_;
};

size_t copy_padded(const char* text, char* buffer, size_t bytes) {
  size_t length = std::strlen(text);
  std::memcpy(buffer, text, length < bytes ? length : bytes);
  if (length < bytes) std::memset(buffer + length, ' ', bytes - length);
  return length;
}

}  // namespace

RONDO_API void omp_set_affinity_format_(const char* format, size_t length) {
  omp_set_affinity_format(CString(format, length).get());
}
RONDO_API size_t omp_get_affinity_format_(char* buffer, size_t length) {
  return copy_padded(work::affinity_format(), buffer, length);
}
RONDO_API void omp_display_affinity_(const char* format, size_t length) {
  omp_display_affinity(CString(format, length).get());
}
RONDO_API size_t omp_capture_affinity_(char* buffer, const char* format, size_t buffer_length, size_t format_length) {
  config::Text text;
  work::add_affinity(this_worker(), CString(format, format_length).get(), text);
  return copy_padded(text.c_str(), buffer, buffer_length);
}

}  // namespace rondo::omp
