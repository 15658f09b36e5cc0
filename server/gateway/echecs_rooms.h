// Match rooms of the echecs form: what a quick match may be of. Room 1 of a variant is played by
// its default options, the others by its presets, in their order.
#pragma once

#include "server/protocol/messages.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server {

struct EchecsRoom {
  std::string variant, preset;  // without a preset: the default options
  Json zh, en;                  // its name
  Json own;                     // options that differ from the defaults
};

class EchecsRooms {
 public:
  // A variant as in the answer to `variants`; null where there is none.
  using Describe = std::function<Json(const std::string& variant)>;

  // `variant`: that of rooms which name none.
  EchecsRooms(std::string variant, Describe describe)
      : variant_(std::move(variant)), describe_(std::move(describe)) {}

  const std::string& variant() const { return variant_; }
  std::vector<EchecsRoom> Of(const std::string& variant) const;
  // The room of a `room_type`: the number of a room, a preset, a variant, or null for room 1. A
  // word that is none of these is returned as a variant. Nothing if it is no room.
  std::optional<EchecsRoom> Find(const Json& room_type) const;
  // Whether a desk with these options plays what the room does, with `custom` over its options.
  bool Plays(const EchecsRoom& room, const Json& custom, const Json& options) const;

  // The answer to a query: each room, with the people at its desks, which are those of the answer
  // to `desks`.
  Json Listed(const std::string& variant, const Json& desks) const;

 private:
  Json About(const std::string& variant) const { return describe_ ? describe_(variant) : Json(); }

  std::string variant_;
  Describe describe_;
};

}  // namespace mlf::server
