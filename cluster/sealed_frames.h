// SealedFrames: one end of a connection between two nodes. It cuts bytes into frames, and seals
// and opens them. It knows no sockets.
//
// Each end sends 32 random bytes and its name. The key of each direction is a hash of the cluster's
// key, both hellos and the direction. A frame is four bytes of length (big-endian) and its sealed
// text; its nonce is its number.
#pragma once

#include "server/journal/seal.h"
#include "server/world/world.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

class SealedFrames {
 public:
  static constexpr std::size_t kLargest = std::size_t{16} << 20;  // bytes of a frame

  // `dialed`: this end made the connection.
  SealedFrames(const SecretKey& key, bool dialed, const std::string& name, Entropy& entropy);
  ~SealedFrames();
  SealedFrames(const SealedFrames&) = delete;
  SealedFrames& operator=(const SealedFrames&) = delete;

  // The first bytes to send.
  const std::string& hello() const { return hello_; }
  // The other end has sent its hello, and everything is sealed from here on.
  bool ready() const { return ready_; }
  const std::string& peer() const { return peer_; }
  // Bytes of one frame to send. Only when ready.
  std::string Close(std::string_view text);
  // Appends bytes that have come.
  void Add(std::string_view bytes) { in_ += bytes; }
  // The next frame; nothing where more bytes are needed. `broken`: it was not sealed by an end that
  // has the key.
  std::optional<std::string> Take(bool& broken);

 private:
  std::optional<std::string> TakeBytes(bool& broken);

  SecretKey key_, send_{}, receive_{};
  const bool dialed_;
  std::string hello_, peer_, in_;
  std::uint64_t sent_ = 0, received_ = 0;
  bool ready_ = false;
};

}  // namespace mlf::server
