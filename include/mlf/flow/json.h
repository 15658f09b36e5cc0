/// \file
/// Actions, choices, events, refusals and responses as JSON, for clients. docs/en/json.md describes
/// every key; a test compares the two.
///
/// Every function writes one object with "v": kJsonVersion. Nested objects have no "v". The output
/// holds only what the viewer may know. A `waits` or `refused` response belongs to the acting seat
/// alone: it reveals an answer to an undecided window.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mlf {

using Json = nlohmann::ordered_json;
inline constexpr int kJsonVersion = 1;

/// Reads one JSON text from outside. Any bytes are safe to read. All outside JSON must pass here,
/// because nlohmann::json copies, compares and destroys trees by recursion: deep nesting would
/// overflow the stack. Faults, each with line and column (bytes, from 1):
///   B04 not JSON
///   B05 more than kJsonMaxDepth levels
///   B06 duplicate key in one object (without a position)
inline constexpr int kJsonMaxDepth = 64;
Result<Json> ParseJson(std::string_view text, const FileName& file = {});

Json ActionJson(const Flow& flow, const Action& action);
/// Reads an action object. Faults, besides those of ParseAction:
/// - B01 not an object, or another version;
/// - B02 missing key or wrong type;
/// - B03 unknown key, with the nearest known one.
Result<Action> ActionFromJson(const Flow& flow, const Json& json);
/// The same of its parts; `value` is null where there is none.
Result<Action> ActionFromWords(const Flow& flow, Seat seat, std::string_view node,
                               std::span<const std::string> pieces, const Json* value,
                               std::int64_t ask);

/// The choices of the seats that `viewer` may see.
Json ChoicesJson(const Flow& flow, const Choices& choices, Viewer viewer);
/// Null if the viewer does not see the event.
Json EventJson(const Flow& flow, const Event& event, Viewer viewer);
Json RefusalJson(const Flow& flow, const Refusal& refusal, Viewer viewer);
Json ResponseJson(const Flow& flow, const Response& response, Viewer viewer);

/// Building blocks for larger objects (views), without "v": an offer, an event, a list of pieces as
/// words.
Json OfferBody(const Flow& flow, const Offer& offer);
Json EventBody(const Flow& flow, const Event& event, Viewer viewer);
Json PiecesBody(const Flow& flow, std::span<const Piece> pieces);

/// "rests", "waits", "over", "refused".
std::string_view StatusName(Status status);

}  // namespace mlf
