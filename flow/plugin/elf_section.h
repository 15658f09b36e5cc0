// Reads one section of an ELF file without loading it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mlf {

// The bytes of section `name` of a 64-bit shared library of this machine; nothing if `file` is no
// such library or has no such section. `file` is not trusted.
std::optional<std::string> ElfSection(std::string_view file, std::string_view name);

}  // namespace mlf
