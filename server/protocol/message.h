// Message: a push on its way to clients. Its recipients share it, and each wire form encodes it
// once.
#pragma once

#include "server/protocol/messages.h"

#include <array>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace mlf::server {

enum class Wire : std::uint8_t { kJson, kFramed, kEchecs };
inline constexpr int kWires = 3;

class Message {
 public:
  explicit Message(Push push) : push_(std::move(push)) {}
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  const Push& push() const { return push_; }
  // Whether its recipient may have to act on it. A step without a question only shows events.
  bool urgent() const {
    const auto* step = std::get_if<push::Step>(&push_);
    return step == nullptr || step->choices.has_value();
  }
  // The bytes of this push in one wire form, made by `encode` at the first call. Called from one
  // thread.
  template <typename Encode>
  const std::string& Bytes(Wire wire, Encode&& encode) const {
    std::string& bytes = encoded_[static_cast<std::size_t>(wire)];
    if (bytes.empty()) bytes = encode(push_);
    return bytes;
  }

 private:
  Push push_;
  mutable std::array<std::string, kWires> encoded_;
};
using MessagePtr = std::shared_ptr<const Message>;

// The desk that a push is about; null where it is about none.
inline const std::string* DeskOf(const Push& push) {
  return std::visit(
      [](const auto& one) -> const std::string* {
        if constexpr (requires { one.desk; }) return &one.desk;
        if constexpr (std::is_same_v<decltype(one), const push::Desk&>) return &one.id;
        return nullptr;
      },
      push);
}

inline MessagePtr MakeMessage(Push push) {
  return std::make_shared<const Message>(std::move(push));
}

}  // namespace mlf::server
