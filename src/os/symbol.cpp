// SPDX-License-Identifier: Apache-2.0
#include "os/symbol.hpp"

#include <link.h>
#include <unistd.h>

namespace rondo::os {

namespace {

// What a module exports. The tables lie in its segments, so that they are there without its file.
struct Exports {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  uint64_t names_bytes = 0;
  const uint32_t* hash = nullptr;      // [0] buckets, [1] symbols, ...
  const uint32_t* gnu_hash = nullptr;  // [0] buckets, [1] its first symbol, [2] addresses of a filter, from [4] on
};

bool is_loaded(const dl_phdr_info& module, uintptr_t address) {
  for (int i = 0; i < module.dlpi_phnum; i++) {
    const ElfW(Phdr)& segment = module.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && address - (module.dlpi_addr + segment.p_vaddr) < segment.p_memsz) return true;
  }
  return false;
}

// The loader replaces offsets in the module by addresses in most of them: not in the kernel's (vdso), on some
// machines in none, and musl's never does. Null: it is neither.
template <class T>
const T* at(const dl_phdr_info& module, uintptr_t value) {
  if (is_loaded(module, value)) return reinterpret_cast<const T*>(value);
  value += module.dlpi_addr;
  return is_loaded(module, value) ? reinterpret_cast<const T*>(value) : nullptr;
}

Exports exports_of(const dl_phdr_info& module) {
  Exports exports;
  for (int i = 0; i < module.dlpi_phnum; i++) {
    const ElfW(Phdr)& segment = module.dlpi_phdr[i];
    if (segment.p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(module.dlpi_addr + segment.p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_SYMTAB) exports.symbols = at<ElfW(Sym)>(module, entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRTAB) exports.names = at<char>(module, entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRSZ) exports.names_bytes = entry->d_un.d_val;
      if (entry->d_tag == DT_HASH) exports.hash = at<uint32_t>(module, entry->d_un.d_ptr);
      if (entry->d_tag == DT_GNU_HASH) exports.gnu_hash = at<uint32_t>(module, entry->d_un.d_ptr);
    }
  }
  return exports;
}

// No entry has the length of the table of symbols. The old kind of hash table says it; in GNU's, the last chain ends
// with the last symbol.
uint32_t n_symbols(const Exports& exports) {
  if (exports.hash != nullptr) return exports.hash[1];
  if (exports.gnu_hash == nullptr) return 0;
  const uint32_t n_buckets = exports.gnu_hash[0];
  const uint32_t first = exports.gnu_hash[1];
  const uint32_t* buckets = exports.gnu_hash + 4 + exports.gnu_hash[2] * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
  const uint32_t* chains = buckets + n_buckets;  // the lowest bit: it is the last one of its bucket
  uint32_t last = 0;
  for (uint32_t i = 0; i < n_buckets; i++)
    if (buckets[i] > last) last = buckets[i];
  if (last < first) return 0;
  while ((chains[last - first] & 1) == 0) last++;
  return last + 1;
}

bool is_code(const ElfW(Sym) & symbol) {
  const unsigned type = symbol.st_info & 0xf;
  const bool is_exported = symbol.st_info >> 4 != STB_LOCAL && symbol.st_shndx != SHN_UNDEF;
  return is_exported && symbol.st_shndx != SHN_ABS && (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE);
}

struct NameSearch {
  uintptr_t address;
  const char* name;  // found
};

int look_up(dl_phdr_info* info, size_t, void* context) {
  auto& search = *static_cast<NameSearch*>(context);
  const dl_phdr_info& module = *info;
  if (!is_loaded(module, search.address)) return 0;
  const Exports exports = exports_of(module);
  if (exports.symbols == nullptr || exports.names == nullptr) return 1;
  const uintptr_t offset = search.address - module.dlpi_addr;
  const ElfW(Sym)* nearest = nullptr;
  for (uint32_t i = 0, n = n_symbols(exports); i < n; i++) {
    const ElfW(Sym)& symbol = exports.symbols[i];
    if (!is_code(symbol) || symbol.st_name >= exports.names_bytes) continue;
    const uintptr_t bytes = symbol.st_size == 0 ? 1 : symbol.st_size;
    if (offset - symbol.st_value >= bytes) continue;
    if (nearest == nullptr || symbol.st_value > nearest->st_value) nearest = &symbol;
  }
  if (nearest != nullptr) search.name = exports.names + nearest->st_name;
  return 1;
}

}  // namespace

const char* symbol_at(const void* code) {
  NameSearch search = {reinterpret_cast<uintptr_t>(code), nullptr};
  dl_iterate_phdr(look_up, &search);
  return search.name;
}

void program_name(char* out, uint32_t out_bytes) {
  ssize_t length = readlink("/proc/self/exe", out, out_bytes - 1);
  out[length < 0 ? 0 : length] = '\0';
}

}  // namespace rondo::os
