// SPDX-License-Identifier: Apache-2.0
// See elf_file.hpp. Every offset of the file is checked before it is followed.

#include "elf_file.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <string_view>

namespace rondo::cli {
namespace {

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

  // The zero-terminated text at `offset`; empty beyond the end.
  [[nodiscard]] std::string_view text(std::size_t offset) const {
    if (bytes_ == nullptr || offset >= size_) {
      return {};
    }
    return {bytes_ + offset, strnlen(bytes_ + offset, size_ - offset)};
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

class Reader {
 public:
  Reader(const MappedFile& file, const Header& header) : file_(file), header_(header) {}

  void read_segments(ElfFacts& facts) const {
    for (std::size_t i = 0; i < header_.e_phnum; ++i) {
      const auto segment = file_.at<Segment>(header_.e_phoff + i * sizeof(Segment));
      if (segment && segment->p_type == PT_INTERP) {
        facts.has_interpreter = true;
      } else if (segment && segment->p_type == PT_DYNAMIC) {
        read_dynamic(*segment, facts);
      }
    }
  }

  void read_symbols(ElfFacts& facts) const {
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const auto section = section_at(i);
      if (section && (section->sh_type == SHT_DYNSYM || section->sh_type == SHT_SYMTAB)) {
        read_symbol_table(*section, facts);
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
    std::vector<std::size_t> needed;
    std::optional<std::size_t> filter;
    std::optional<std::size_t> strings;
    for (std::size_t offset = 0; offset < segment.p_filesz; offset += sizeof(Dynamic)) {
      const auto entry = file_.at<Dynamic>(segment.p_offset + offset);
      if (!entry || entry->d_tag == DT_NULL) {
        break;
      }
      if (entry->d_tag == DT_NEEDED) {
        needed.push_back(entry->d_un.d_val);
      } else if (entry->d_tag == DT_FILTER) {
        filter = entry->d_un.d_val;
      } else if (entry->d_tag == DT_STRTAB) {
        strings = offset_of(entry->d_un.d_ptr);
      }
    }
    if (!strings) {
      return;
    }
    for (const std::size_t name : needed) {
      facts.needed.emplace_back(file_.text(*strings + name));
    }
    if (filter) {
      facts.filter = file_.text(*strings + *filter);
    }
  }

  void read_symbol_table(const Section& table, ElfFacts& facts) const {
    const auto strings = section_at(table.sh_link);
    if (!strings) {
      return;
    }
    for (std::size_t offset = 0; offset < table.sh_size; offset += sizeof(Symbol)) {
      const auto symbol = file_.at<Symbol>(table.sh_offset + offset);
      if (!symbol) {
        return;
      }
      const std::string_view name = file_.text(strings->sh_offset + symbol->st_name);
      // gcc's programs refer to it, clang's have it in them.
      facts.has_thread_sanitizer |= name == "__tsan_init";
      if (symbol->st_shndx == SHN_UNDEF) {
        continue;
      }
      facts.defines_gomp |= name == "GOMP_parallel";
      facts.defines_kmpc |= name == "__kmpc_fork_call";
      facts.defines_rondo |= name == "rondo_version";
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
  facts.word_bits = header->e_ident[EI_CLASS] == ELFCLASS32 ? 32 : 64;
  // This very executable tells which machine the library is built for.
  const auto self = MappedFile("/proc/self/exe").at<Header>(0);
  facts.is_loadable_here = self && header->e_ident[EI_CLASS] == self->e_ident[EI_CLASS] &&
                           header->e_ident[EI_DATA] == self->e_ident[EI_DATA] && header->e_machine == self->e_machine;
  if (facts.is_loadable_here) {
    const Reader reader(file, *header);
    reader.read_segments(facts);
    reader.read_symbols(facts);
  }
  return facts;
}

}  // namespace rondo::cli
