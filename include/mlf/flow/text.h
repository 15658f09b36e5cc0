/// \file
/// Actions as one line of text, and offers, events and refusals as people read them.
///
///   2 peng 5p            one piece, as the flow's PieceText writes it
///   0 chi 3m 45m         the piece in question, then those it joins
///   1 exchange_three 147p
///   1 choose_void s      a value by its word (ActionNode::ValueName), else
///   0 bid 50             as a decimal number
///   3 timeout            play this seat's default
///
/// `@17` at the end names the window (`ask`) the action answers. A flow without a PieceText writes
/// pieces as numbers joined by dots: 3.17.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mlf {

/// "0 chi 3m 45m". The window is written only where `with_ask` says so. An action that no line of
/// the grammar above means (as programs send them by mistake) is written with `raw:`, and an
/// unknown node as `?`; only ParseRecordedAction reads these.
std::string FormatAction(const Flow& flow, const Action& action, bool with_ask = false);

/// Reads such a line; `ask` is 0 where none is written. Faults, with the column (bytes, from 1):
///   A01 words missing     A03 unknown action, with the nearest     A05 words too many
///   A02 no such seat      A04 payload not of the action's form     A06 window number
Result<Action> ParseAction(const Flow& flow, std::string_view text);
/// The same for lines of a journal: any seat, `?` and `raw:` are read too.
Result<Action> ParseRecordedAction(const Flow& flow, std::string_view text);

/// The payload alone: "3m 45m"; empty when there is none.
std::string FormatPayload(const Flow& flow, const Action& action);
/// "123m5z"; pieces that are not shown are "?" each.
std::string FormatPieces(const Flow& flow, std::span<const Piece> pieces);
/// Reads one such word into `out`, with no `?` in it: how many were read; nothing when the word is
/// none, or `out` has no room.
std::optional<std::size_t> ParsePieces(const Flow& flow, std::string_view word,
                                       std::span<Piece> out);

/// A node's label in a language, its id where it has none.
std::string NodeLabel(const Flow& flow, NodeIndex node, Lang lang);
/// "座1" / "seat 1".
std::string SeatText(Seat seat, Lang lang);
/// "peng 5p", "chi 3m 45m | 3m 24m", "exchange_three 3 of 1358m247p, one group", "bid 11..100".
std::string FormatOffer(const Flow& flow, const Offer& offer, Lang lang);
/// All offers of a seat: "hu, peng 5p, guo".
std::string FormatOffers(const Flow& flow, const Choices& choices, Seat seat, Lang lang);

/// One line, as `viewer` sees it; empty when it does not. The texts of an EventType may hold {seat}
/// {other} {pieces} {value} {text}; one without any is written as "座2 碰 5p (座0)" / "seat 2 peng
/// 5p (seat 0)".
std::string FormatEvent(const Flow& flow, const Event& event, Viewer viewer, Lang lang);

/// Why `seat` was refused, and what it could do instead. Empty when `response` is no refusal.
std::string FormatRefusal(const Flow& flow, const Response& response, Seat seat, Lang lang);

}  // namespace mlf
