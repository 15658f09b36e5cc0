#include "flow/plugin/elf_section.h"

#include <elf.h>

#include <cstring>

namespace mlf {

namespace {

// A struct at `at`, or nothing if it reaches beyond the end.
template <typename T>
std::optional<T> At(std::string_view file, std::uint64_t at) {
  if (at > file.size() || file.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

std::optional<std::string_view> Bytes(std::string_view file, const Elf64_Shdr& section) {
  if (section.sh_type == SHT_NOBITS || section.sh_offset > file.size() ||
      file.size() - section.sh_offset < section.sh_size)
    return std::nullopt;
  return file.substr(section.sh_offset, section.sh_size);
}

}  // namespace

std::optional<std::string> ElfSection(std::string_view file, std::string_view name) {
  const auto head = At<Elf64_Ehdr>(file, 0);
  if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
      head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_type != ET_DYN ||
      head->e_shentsize != sizeof(Elf64_Shdr))
    return std::nullopt;
  const auto section = [&](std::uint64_t index) {
    return At<Elf64_Shdr>(file, head->e_shoff + index * sizeof(Elf64_Shdr));
  };
  const auto names_at = section(head->e_shstrndx);
  const auto names = names_at ? Bytes(file, *names_at) : std::nullopt;
  if (!names) return std::nullopt;
  for (std::uint64_t i = 0; i < head->e_shnum; ++i) {
    const auto one = section(i);
    if (!one || one->sh_name >= names->size()) return std::nullopt;
    const std::string_view rest = names->substr(one->sh_name);
    if (rest.substr(0, rest.find('\0')) != name) continue;
    const auto bytes = Bytes(file, *one);
    return bytes ? std::optional<std::string>(*bytes) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace mlf
