// SPDX-License-Identifier: Apache-2.0
//
// libomp's own variables for processors beside OpenMP's: which of them counts, and what follows from its value.
#include <cstring>

#include "base/message.hpp"
#include "config/settings.hpp"
#include "os/kmp_affinity.hpp"

namespace rondo::config {
namespace {

constexpr const char* kAffinity = "KMP_AFFINITY";

bool is(const char* source, const char* variable) { return source != nullptr && strcmp(source, variable) == 0; }

}  // namespace

void Settings::forget(Id id) {
  (*this)[id].reset();
  set_source(id, nullptr);
}

// Rondo's and OpenMP's variables stand before those of other runtimes, here as everywhere in the table.
void Settings::settle_kmp_affinity(const char* text) {
  os::KmpAffinity affinity;
  if (text == nullptr || affinity.parse(text) != nullptr) return;
  const bool stands_alone = is(source(Id::Places), kAffinity);
  const char* winner = is_given(Id::ProcBind) ? source(Id::ProcBind) : stands_alone ? nullptr : source(Id::Places);
  const Value& value = (*this)[Id::Places];
  const auto bind = static_cast<ProcBind>(value.list[0]);
  if (winner != nullptr) {
    if (stands_alone) forget(Id::Places);
    if (affinity.is_silent || affinity.kind == os::KmpAffinity::Kind::Disabled) return;
    base::warn("%s is not followed because %s is set; unset one of them", kAffinity, winner);
    return;
  }
  if (!stands_alone) return;  // another variable has a malformed value, which is reported elsewhere
  if (value.flag && !is_given(Id::DisplayAffinity)) {
    (*this)[Id::DisplayAffinity].flag = true;
    set_source(Id::DisplayAffinity, kAffinity);
  }
  if (bind == ProcBind::False) return forget(Id::Places);
  Value& proc_bind = (*this)[Id::ProcBind];
  proc_bind.list[0] = static_cast<uint32_t>(bind);
  proc_bind.n_listed = 1;
  set_source(Id::ProcBind, kAffinity);
}

void Settings::settle_subset(bool (*limit)(const char* subset)) {
  const char* subset = (*this)[Id::HardwareSubset].text;
  if (subset == nullptr) return;
  const char* variable = source(Id::HardwareSubset);
  if (!limit(subset)) {
    base::warn(
        "%s='%.200s' asks for more than is there of the processors this process may use, and is ignored; see "
        "`rondo info`",
        variable, subset);
    return forget(Id::HardwareSubset);
  }
  // Threads without another binding share the part as one place, and do not leave it, as with libomp.
  if (is_given(Id::Places) || is_given(Id::ProcBind)) return;
  Value& places = (*this)[Id::Places];
  places.text = strdup("none");
  if (places.text == nullptr) return;
  set_source(Id::Places, variable);
}

void Settings::settle_affinity(const Environment& environment, bool (*limit)(const char* subset)) {
  settle_kmp_affinity(environment.find(kAffinity));
  settle_subset(limit);
}

}  // namespace rondo::config
