/// \file
/// Actions as one line of text; offers, events and refusals as people read them.
///
///   2 peng 5p            one piece, as the flow's PieceText writes it
///   0 chi 3m 45m         the piece in question, then those it joins
///   1 exchange_three 147p
///   1 choose_void s      a value by its word (ActionNode::ValueName)
///   0 bid 50             a value as a decimal number
///   3 timeout            play the default of this seat
///
/// A final `@17` names the window (`ask`) that the action answers. A flow without a PieceText
/// writes pieces as numbers joined by dots: 3.17.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/result.h>
#include <mlf/flow/viewer.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mlf {

/// "0 chi 3m 45m". `with_ask` adds the window. An action outside the grammar above, sent by
/// mistake, is written with `raw:`, and an unknown node as `?`. Only ParseRecordedAction reads
/// these forms.
std::string FormatAction(const Flow& flow, const Action& action, bool with_ask = false);

/// Reads such a line; `ask` is 0 if absent. Faults, with the column (bytes, from 1):
///   A01 missing words     A03 unknown action, with the nearest     A05 too many words
///   A02 no such seat      A04 payload of another form              A06 window number
Result<Action> ParseAction(const Flow& flow, std::string_view text);
/// Also reads the forms of journals: any seat, `?` and `raw:`.
Result<Action> ParseRecordedAction(const Flow& flow, std::string_view text);

/// The payload alone: "3m 45m"; empty if there is none.
std::string FormatPayload(const Flow& flow, const Action& action);
/// "123m5z"; hidden pieces are "?" each.
std::string FormatPieces(const Flow& flow, std::span<const Piece> pieces);
/// Reads such a word without `?` into `out`. Returns the number of pieces. Nothing if it is no such
/// word, or if `out` is too small.
std::optional<std::size_t> ParsePieces(const Flow& flow, std::string_view word,
                                       std::span<Piece> out);

/// The label of a node, or its id if it has none.
std::string NodeLabel(const Flow& flow, NodeIndex node, Lang lang);
/// "座1" / "seat 1".
std::string SeatText(Seat seat, Lang lang);
/// "peng 5p", "chi 3m 45m | 3m 24m", "exchange_three 3 of 1358m247p, one group", "bid 11..100".
std::string FormatOffer(const Flow& flow, const Offer& offer, Lang lang);
/// All offers of a seat: "hu, peng 5p, guo".
std::string FormatOffers(const Flow& flow, const Choices& choices, Seat seat, Lang lang);

/// One line, as `viewer` sees it; empty if the viewer does not see the event. The texts of an
/// EventType may contain {seat} {other} {pieces} {value} {text}. A text without placeholders is
/// written as "座2 碰 5p (座0)" / "seat 2 peng 5p (seat 0)".
std::string FormatEvent(const Flow& flow, const Event& event, Viewer viewer, Lang lang);

/// Why `seat` was refused, and its alternatives. Empty if `response` is not a refusal.
std::string FormatRefusal(const Flow& flow, const Response& response, Seat seat, Lang lang);

}  // namespace mlf
