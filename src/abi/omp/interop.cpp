// SPDX-License-Identifier: Apache-2.0
//
// omp_get_interop_*: queries about an object of the interop construct. Without devices there is none, so each answer
// is that the object is empty.
#include "abi/omp/fortran.hpp"

namespace rondo::omp {

namespace {

// omp_interop_rc_t
enum Answer : int {
  kNoValue = 1,
  kSuccess = 0,
  kEmpty = -1,
  kOutOfRange = -2,
  kIsInt = -3,
  kIsPointer = -4,
  kIsText = -5,
};

// omp_interop_property_t, which counts down from -1.
constexpr const char* kNames[] = {"fr_id",    "fr_name", "vendor",         "vendor_name", "device_num",
                                  "platform", "device",  "device_context", "targetsync"};
constexpr const char* kTypes[] = {"int",    "const char *", "int",    "const char *", "int",
                                  "void *", "void *",       "void *", "void *"};
constexpr int kProperties = sizeof kNames / sizeof kNames[0];

const char* of_property(const char* const* texts, int property) {
  return property < 0 && property >= -kProperties ? texts[-property - 1] : nullptr;
}

void answer_empty(int* answer) {
  if (answer != nullptr) *answer = kEmpty;
}

}  // namespace

RONDO_API int omp_get_num_interop_properties(const void*) { return 0; }
RONDO_API intptr_t omp_get_interop_int(const void*, int, int* answer) {
  answer_empty(answer);
  return 0;
}
RONDO_API void* omp_get_interop_ptr(const void*, int, int* answer) {
  answer_empty(answer);
  return nullptr;
}
RONDO_API const char* omp_get_interop_str(const void*, int, int* answer) {
  answer_empty(answer);
  return nullptr;
}
RONDO_API const char* omp_get_interop_name(const void*, int property) { return of_property(kNames, property); }
RONDO_API const char* omp_get_interop_type_desc(const void*, int property) { return of_property(kTypes, property); }
RONDO_API const char* omp_get_interop_rc_desc(const void*, int answer) {
  switch (answer) {
    case kNoValue:
      return "the property has no value";
    case kSuccess:
      return "success";
    case kEmpty:
      return "the object is empty: omp_interop_none";
    case kOutOfRange:
      return "there is no such property";
    case kIsInt:
      return "the property is an integer: omp_get_interop_int";
    case kIsPointer:
      return "the property is a pointer: omp_get_interop_ptr";
    case kIsText:
      return "the property is a text: omp_get_interop_str";
    default:
      return "unknown";
  }
}

// ---- Fortran ------------------------------------------------------------------------------------------------

// Intel's passes the object and the number by reference; gfortran calls the C names of these.
RONDO_API int omp_get_num_interop_properties_(const void* const* object) {
  return omp_get_num_interop_properties(*object);
}
RONDO_API intptr_t omp_get_interop_int_(const void* const* object, const int32_t* property, int* answer) {
  return omp_get_interop_int(*object, *property, answer);
}
RONDO_API void* omp_get_interop_ptr_(const void* const* object, const int32_t* property, int* answer) {
  return omp_get_interop_ptr(*object, *property, answer);
}

// As gfortran 15 calls them: a text is a pointer to characters and their number, which the caller has room for.
RONDO_API void omp_get_interop_str_(const char** text, size_t* length, const void* object, int property, int* answer) {
  give_text(omp_get_interop_str(object, property, answer), text, length);
}
RONDO_API void omp_get_interop_name_(const char** text, size_t* length, const void* object, int property) {
  give_text(omp_get_interop_name(object, property), text, length);
}
RONDO_API void omp_get_interop_type_desc_(const char** text, size_t* length, const void* object, int property) {
  give_text(omp_get_interop_type_desc(object, property), text, length);
}
RONDO_API void omp_get_interop_rc_desc_(const char** text, size_t* length, const void* object, int answer) {
  give_text(omp_get_interop_rc_desc(object, answer), text, length);
}

}  // namespace rondo::omp
