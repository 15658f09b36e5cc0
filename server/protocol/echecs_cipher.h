// Encryption of bodies of the echecs form: AES-CFB with segments of 8 bits, as Python's
// AES.new(key, AES.MODE_CFB). The text is padded to blocks of 16 bytes (PKCS#7). A listener uses
// one of two ways to begin a text; docs/en/echecs.md describes both.
#pragma once

#include <mlf/flow/result.h>

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

// Each text has an initialization vector of its own, which comes first.
class EchecsCipher {
 public:
  static constexpr std::size_t kBlock = 16;
  using Vector = std::array<std::byte, kBlock>;

  // A key of 16 or 32 bytes.
  explicit EchecsCipher(std::string key);
  std::string Encrypt(std::string_view text, const Vector& iv) const;
  // Nothing if the padding is wrong. This detects a wrong key in all but one of some hundred cases.
  std::optional<std::string> Decrypt(std::string_view bytes) const;

 private:
  std::string key_;
};

// One AES object for a whole connection, which begins with a vector of zeros and encrypts and
// decrypts all messages of one side. No vector is sent: a text goes on from the last 16 encrypted
// bytes that its writer wrote or read before. Either side has one such object, and their states are
// equal as long as no messages cross.
//
// This class follows the state of the other side's object. Where a message from there has crossed
// some of ours, it goes on from an earlier one of them.
class EchecsChain {
 public:
  // Whether a decrypted text is right.
  using Accepts = std::function<bool(std::string_view text)>;

  explicit EchecsChain(std::string key);
  std::string Encrypt(std::string_view text);
  // Nothing if no text is right that begins from a possible state.
  std::optional<std::string> Decrypt(std::string_view bytes, const Accepts& accepts);

 private:
  std::string key_;
  // States that the client's object may be in when it writes its next message, in the order in
  // which it passes them. The last one is that in which it reads our next message.
  std::deque<std::string> states_;
};

// The AES object of a client, the other side of an EchecsChain. A message that has crossed some of
// the client's own goes on from an earlier state of this object. A client of the older platform
// cannot read the first block of such a message; this one tries the earlier states too.
class EchecsChainClient {
 public:
  explicit EchecsChainClient(std::string key);
  std::string Encrypt(std::string_view text);
  // Nothing if no text is right that begins from a possible state.
  std::optional<std::string> Decrypt(std::string_view bytes, const EchecsChain::Accepts& accepts);

 private:
  std::string key_;
  std::deque<std::string> states_;  // since the last message read; the last one is of now
};

// The key in a file: its content without the line end. Fault W10: not 16 or 32 bytes.
Result<std::string> ReadEchecsKey(std::string_view content);

}  // namespace mlf::server
