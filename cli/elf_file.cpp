// SPDX-License-Identifier: Apache-2.0
// See elf_file.hpp. Every offset of the file is checked before it is followed.

#include "elf_file.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

// This very executable's header, where the linker puts it: which machine the library is built for, without /proc.
extern "C" const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

namespace rondo::cli {
namespace {

// No name looked for is longer, nor is a loader's path.
constexpr std::size_t kMostText = 4096;
// Of a table; the largest programs have some millions of symbols.
constexpr std::size_t kMostEntries = std::size_t{1} << 24;

// Of the libraries that a file names; none names a hundred, and a hostile one is to cost little.
constexpr std::size_t kMostNeeded = 1024;

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Section = ElfW(Shdr);
using Dynamic = ElfW(Dyn);
using Symbol = ElfW(Sym);

// A file's bytes, mapped read-only; empty when it cannot be mapped.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts = {};
    if (file >= 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
      size_ = static_cast<std::size_t>(facts.st_size);
      void* address = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      bytes_ = address == MAP_FAILED ? nullptr : static_cast<const char*>(address);
    }
    if (file >= 0) {
      close(file);
    }
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (bytes_ != nullptr) {
      munmap(const_cast<char*>(bytes_), size_);
    }
  }

  // The object at `offset`, or nullopt beyond the end. A copy: the file promises no alignment.
  template <typename T>
  [[nodiscard]] std::optional<T> at(std::size_t offset) const {
    if (bytes_ == nullptr || offset > size_ || size_ - offset < sizeof(T)) {
      return std::nullopt;
    }
    T object;
    std::memcpy(&object, bytes_ + offset, sizeof(T));
    return object;
  }

  // The zero-terminated text at `offset`; empty beyond the end, and for what is longer than any name looked for.
  [[nodiscard]] std::string_view text(std::size_t offset) const {
    if (bytes_ == nullptr || offset >= size_) {
      return {};
    }
    const std::size_t most = std::min(size_ - offset, kMostText);
    const std::size_t length = strnlen(bytes_ + offset, most);
    return length < most ? std::string_view{bytes_ + offset, length} : std::string_view{};
  }

  [[nodiscard]] bool has_text(std::size_t offset, std::string_view text) const {
    return bytes_ != nullptr && offset < size_ && size_ - offset > text.size() &&
           std::memcmp(bytes_ + offset, text.data(), text.size()) == 0 && bytes_[offset + text.size()] == '\0';
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// Follows the loader's segments and the two symbol tables that a file can have, each once, whatever the file repeats:
// its headers may claim 65535 tables of the file's size.
class Reader {
 public:
  Reader(const MappedFile& file, const Header& header) : file_(file), header_(header) {}

  void read_segments(ElfFacts& facts) const {
    std::optional<Segment> dynamic;
    for (std::size_t i = 0; i < header_.e_phnum; ++i) {
      const auto segment = file_.at<Segment>(header_.e_phoff + i * sizeof(Segment));
      if (segment && segment->p_type == PT_INTERP && facts.interpreter.empty()) {
        facts.interpreter = file_.text(segment->p_offset);
      } else if (segment && segment->p_type == PT_DYNAMIC && !dynamic) {
        dynamic = segment;
      }
    }
    if (dynamic) {
      read_dynamic(*dynamic, facts);
    }
  }

  void read_symbols(ElfFacts& facts) const {
    bool is_read[2] = {false, false};
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const auto section = section_at(i);
      if (section && (section->sh_type == SHT_DYNSYM || section->sh_type == SHT_SYMTAB)) {
        bool& is_read_already = is_read[section->sh_type == SHT_SYMTAB ? 1 : 0];
        if (!is_read_already) {
          read_symbol_table(*section, facts);
        }
        is_read_already = true;
      }
    }
  }

 private:
  [[nodiscard]] std::optional<Section> section_at(std::size_t index) const {
    return file_.at<Section>(header_.e_shoff + index * sizeof(Section));
  }

  // Offset in the file of what will stand at `address` in memory.
  [[nodiscard]] std::optional<std::size_t> offset_of(ElfW(Addr) address) const {
    for (std::size_t i = 0; i < header_.e_phnum; ++i) {
      const auto segment = file_.at<Segment>(header_.e_phoff + i * sizeof(Segment));
      if (segment && segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
          address - segment->p_vaddr < segment->p_filesz) {
        return segment->p_offset + (address - segment->p_vaddr);
      }
    }
    return std::nullopt;
  }

  void read_dynamic(const Segment& segment, ElfFacts& facts) const {
    std::optional<std::size_t> filter;
    std::vector<std::size_t> needed;
    std::optional<ElfW(Addr)> strings;
    for (std::size_t i = 0; i < std::min<std::size_t>(segment.p_filesz / sizeof(Dynamic), kMostEntries); ++i) {
      const auto entry = file_.at<Dynamic>(segment.p_offset + i * sizeof(Dynamic));
      if (!entry || entry->d_tag == DT_NULL) {
        break;
      }
      if (entry->d_tag == DT_FILTER) {
        filter = entry->d_un.d_val;
      } else if (entry->d_tag == DT_NEEDED && needed.size() < kMostNeeded) {
        needed.push_back(entry->d_un.d_val);
      } else if (entry->d_tag == DT_STRTAB) {
        strings = entry->d_un.d_ptr;
      }
    }
    const auto offset = strings ? offset_of(*strings) : std::nullopt;
    if (offset && filter) {
      facts.filter = file_.text(*offset + *filter);
    }
    for (std::size_t i = 0; offset && i < needed.size(); ++i) {
      facts.needed.emplace_back(file_.text(*offset + needed[i]));
    }
  }

  void read_symbol_table(const Section& table, ElfFacts& facts) const {
    const auto strings = section_at(table.sh_link);
    if (!strings) {
      return;
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(table.sh_size / sizeof(Symbol), kMostEntries); ++i) {
      const auto symbol = file_.at<Symbol>(table.sh_offset + i * sizeof(Symbol));
      if (!symbol) {
        return;
      }
      const std::size_t name = strings->sh_offset + symbol->st_name;
      // gcc's programs refer to it, clang's have it in them.
      facts.has_thread_sanitizer |= file_.has_text(name, "__tsan_init");
      if (symbol->st_shndx == SHN_UNDEF) {
        continue;
      }
      facts.defines_gomp |= file_.has_text(name, "GOMP_parallel");
      facts.defines_kmpc |= file_.has_text(name, "__kmpc_fork_call");
      facts.defines_rondo |= file_.has_text(name, "rondo_version");
    }
  }

  const MappedFile& file_;
  const Header& header_;
};

}  // namespace

std::optional<ElfFacts> read_elf(const std::filesystem::path& path) {
  const MappedFile file(path);
  const auto header = file.at<Header>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
    return std::nullopt;
  }
  ElfFacts facts;
  facts.is_loadable_here = header->e_ident[EI_CLASS] == __ehdr_start.e_ident[EI_CLASS] &&
                           header->e_ident[EI_DATA] == __ehdr_start.e_ident[EI_DATA] &&
                           header->e_machine == __ehdr_start.e_machine;
  if (facts.is_loadable_here) {
    const Reader reader(file, *header);
    reader.read_segments(facts);
    reader.read_symbols(facts);
  }
  return facts;
}

std::string own_interpreter() {
  const char* base = reinterpret_cast<const char*>(&__ehdr_start);
  const auto* segments = reinterpret_cast<const Segment*>(base + __ehdr_start.e_phoff);
  for (std::size_t i = 0; i < __ehdr_start.e_phnum; ++i) {
    if (segments[i].p_type == PT_INTERP) {
      return base + segments[i].p_offset;  // the first segment maps the file's beginning
    }
  }
  return {};
}

}  // namespace rondo::cli
