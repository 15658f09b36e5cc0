#include "flow/record/journal_form.h"
#include <mlf/flow/records.h>
#include "flow/base/words.h"

#include <fmt/format.h>
#include <boost/crc.hpp>

namespace mlf::journal_form {

std::uint32_t RunCheck(std::uint32_t check, std::string_view line) {
  for (const char c : line) check = (check ^ static_cast<unsigned char>(c)) * 0x01000193u;
  return (check ^ '\n') * 0x01000193u;
}

std::string CheckText(std::uint32_t check) {
  return fmt::format("#{:04x}", (check ^ (check >> 16)) & 0xFFFF);
}

void PutU32(std::string& out, std::uint32_t n) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(n >> (8 * i));
}
std::uint32_t GetU32(std::string_view bytes) {
  std::uint32_t n = 0;
  for (int i = 0; i < 4; ++i)
    n |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return n;
}

std::uint32_t RunCrc(std::uint32_t before, std::string_view content) {
  std::string head;
  PutU32(head, before);
  boost::crc_32_type crc;
  crc.process_bytes(head.data(), head.size());
  crc.process_bytes(content.data(), content.size());
  return crc.checksum();
}

std::string StateText(std::string_view state) {
  std::string text;
  for (std::size_t i = 0; i < state.size();) {
    std::size_t end = i;
    while (end < state.size() && state[end] == 0) ++end;
    if (end - i >= 3) {
      text += fmt::format("({})", end - i);
      i = end;
    } else {
      text += fmt::format("{:02x}", static_cast<unsigned char>(state[i++]));
    }
  }
  return text;
}

std::optional<std::string> ReadState(std::string_view text) {
  std::string state;
  while (!text.empty()) {
    if (text[0] == '(') {
      const std::size_t close = text.find(')');
      if (close == std::string_view::npos) return std::nullopt;
      const auto zeros = ParseNumber<std::uint32_t>(text.substr(1, close - 1));
      if (!zeros || *zeros > Records::kCapacity) return std::nullopt;
      state.append(*zeros, '\0');
      text.remove_prefix(close + 1);
    } else {
      const auto byte = ParseNumber<std::uint8_t>(text.substr(0, 2), 16);
      if (text.size() < 2 || !byte) return std::nullopt;
      state += static_cast<char>(*byte);
      text.remove_prefix(2);
    }
    if (state.size() > Records::kCapacity) return std::nullopt;
  }
  return state;
}

Fault FaultAt(std::string_view code, const std::string& file, int line, std::string message) {
  return Fault{std::string(code), SourcePos{file, line, 0}, std::move(message)};
}

}  // namespace mlf::journal_form
