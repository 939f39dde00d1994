// SPDX-License-Identifier: Apache-2.0
//
// The entry points that directives in Fortran call beside those of include/rondo/directive.h
// (directives/fortran/README.md). Fortran cannot initialise a site with an address, so these calls pass the place,
// and the first one completes the site. All arguments are as in C; strings end with a NUL character and are constants
// of the program, except tags.
#define RONDO_OPTIONAL  // here is where they are defined
#include "abi/api.hpp"
#include "abi/rondo/process.hpp"
#include "rondo/directive.h"

namespace {

// A module that is unloaded would take its sites along: `module` stays empty, so a shared library with directives in
// Fortran must stay loaded.
void* completed(void* words, const char* file, int line) {
  auto& site = *static_cast<rondo_directive_site*>(words);
  rondo::sync::SpinGuard guard(rondo::abi::process.sites_lock);
  if (site.version == 0) {
    site.file = file;
    site.line = static_cast<unsigned int>(line);
    site.version = RONDO_DIRECTIVE_ABI;
  }
  return words;
}

}  // namespace

RONDO_API int rondo_fortran_taskgraph(void* frame, void* site, int flags, long long graph_id, const char* file,
                                      int line) noexcept {
  return rondo_directive_taskgraph(frame, completed(site, file, line), static_cast<unsigned int>(flags),
                                   static_cast<unsigned long long>(graph_id));
}

RONDO_API void rondo_fortran_taskiter(void* frame, void* site, int flags, long long unroll, const char* file,
                                      int line) noexcept {
  rondo_directive_taskiter(frame, completed(site, file, line), static_cast<unsigned int>(flags),
                           static_cast<unsigned long long>(unroll));
}

RONDO_API void rondo_fortran_pattern(void* frame, void* site, const char* tag, const char* file, int line) noexcept {
  rondo_directive_pattern(frame, completed(site, file, line), tag);
}
