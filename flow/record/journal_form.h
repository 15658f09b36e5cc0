// Shared by the journal reader and writer: both forms' magic words and checksums, and the text form
// of table states.
#pragma once

#include <mlf/flow/result.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mlf::journal_form {

inline constexpr std::string_view kMagicText = "mlf-journal";
inline constexpr std::string_view kMagicBinary = "MLFJ";
inline constexpr int kVersion = 1;

// The running checksum of the text form over `line`, and the word that ends the line.
inline constexpr std::uint32_t kCheckStart = 0x811C9DC5u;
std::uint32_t RunCheck(std::uint32_t check, std::string_view line);
std::string CheckText(std::uint32_t check);

// The CRC of the binary form, over the previous record's CRC and the content.
std::uint32_t RunCrc(std::uint32_t before, std::string_view content);

// Little-endian.
void PutU32(std::string& out, std::uint32_t n);
std::uint32_t GetU32(std::string_view bytes);

// Bytes as hex digits. A run of three or more zero bytes is written as its length in parentheses,
// because most of a state is zero.
std::string StateText(std::string_view state);
// Nothing if the text is malformed or longer than any table.
std::optional<std::string> ReadState(std::string_view text);

Fault FaultAt(std::string_view code, const std::string& file, int line, std::string message);

}  // namespace mlf::journal_form
