/// \file
/// Actions, choices, events, refusals and responses as JSON, for clients. docs/en/json.md describes
/// every key; a test holds the two together.
///
/// Every function writes one whole object with "v": kJsonVersion; what stands inside another object
/// has no "v" of its own. A viewer gets what it may know and nothing else. A `waits` or `refused`
/// response is for the seat that acted only: that somebody has answered an undecided window shows
/// to nobody else.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>

#include <nlohmann/json_fwd.hpp>

namespace mlf {

using Json = nlohmann::ordered_json;
inline constexpr int kJsonVersion = 1;

/// Reads one JSON text from outside; any bytes are safe to read. JSON goes through here and nowhere
/// else, as a deep text ends a process: what walks the tree (a copy, a comparison, its destructor)
/// calls itself once a level. Faults, each with line and column (bytes, from 1):
///   B04 no JSON
///   B05 more than kJsonMaxDepth levels
///   B06 a key written twice in one object (no place)
inline constexpr int kJsonMaxDepth = 64;
Result<Json> ParseJson(std::string_view text, const FileName& file = {});

Json ActionJson(const Flow& flow, const Action& action);
/// Reads such an object; faults B01 (not an object, version) B02 (key missing or of a wrong type)
/// B03 (unknown key, with the nearest), and those of ParseAction.
Result<Action> ActionFromJson(const Flow& flow, const Json& json);

/// The choices of the seats that `viewer` may know.
Json ChoicesJson(const Flow& flow, const Choices& choices, Viewer viewer);
/// Null where the viewer does not see the event.
Json EventJson(const Flow& flow, const Event& event, Viewer viewer);
Json RefusalJson(const Flow& flow, const Refusal& refusal, Viewer viewer);
Json ResponseJson(const Flow& flow, const Response& response, Viewer viewer);

/// For those who put more on top (views): the same without "v"; one piece as a word; a list of
/// pieces as words.
Json OfferBody(const Flow& flow, const Offer& offer);
Json EventBody(const Flow& flow, const Event& event, Viewer viewer);
Json PiecesBody(const Flow& flow, std::span<const Piece> pieces);

/// "rests", "waits", "over", "refused".
std::string_view StatusName(Status status);

}  // namespace mlf
