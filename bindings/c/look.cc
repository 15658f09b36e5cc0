// What a viewer may see: progress, choices, views, reasons.
#include <mlf/flow/explain.h>
#include <mlf/table/view.h>
#include "bindings/c/inside.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace mlf::c {
namespace {

static_assert(MLF_SEATS == table::kMaxPlayers && MLF_PEOPLE == table::kMaxParties);
static_assert(int{MLF_WON} == int{table::kHasWon} && int{MLF_READY} == int{table::kReady});
static_assert(MLF_CHI == static_cast<int>(table::MeldKind::kChi) &&
              MLF_CHAO_TIAN == static_cast<int>(table::MeldKind::kChaoTian));
static_assert(std::extent_v<decltype(mlf_view::river)> == table::kMaxTiles);
static_assert(std::extent_v<decltype(mlf_seat_view::melds)> == table::kMaxMelds);

void PutProgress(const mlf_flow& flow, const Records& records, mlf_progress& out) {
  out = {};
  const FlowState& state = records.flow();
  out.fingerprint = state.fingerprint;
  out.version = state.version;
  out.hand = state.hand;
  out.ask = state.window.ask;
  out.node = state.node;
  out.over = state.over;
  out.asked = state.over != 0 ? SeatMask{0} : state.window.active;
  for (int person = 0; person < flow.flow->people(); ++person) {
    if (flow.match) out.scores[person] = (*flow.match)(records).score[person];
    if (flow.ledger) out.points[person] = (*flow.ledger)(records).points[person];
  }
}

void PutCounts(const Counts& counts, std::uint8_t (&out)[48]) {
  ForEach(counts.Kinds(),
          [&](Piece piece) { out[piece] = static_cast<std::uint8_t>(counts[piece]); });
}

void PutMeld(const table::Meld& meld, mlf_meld& out) {
  out.kind = static_cast<std::uint8_t>(meld.kind);
  out.tile = meld.tile;
  out.from = meld.from;
  out.taken = static_cast<std::uint8_t>(meld.Taken());
  out.reds = static_cast<std::uint8_t>(meld.Reds());
  out.gap = static_cast<std::uint8_t>(meld.Gap());
}

void PutSeat(const table::SeatBoard& seat, int count, bool known, mlf_seat_view& out) {
  out.known = known ? 1 : 0;
  out.drawn = MLF_NO_PIECE;
  if (known) {
    for (const table::Tile tile : seat.HandPieces()) ++out.hand[tile];
    out.drawn = seat.drawn == table::kNoTile ? table::kNoTile : seat.DrawnPiece();
  }
  PutCounts(seat.set_aside, out.set_aside);
  out.won_kinds = seat.won_kinds;
  out.count = static_cast<std::uint8_t>(count);
  for (const table::Meld& meld : seat.Melds()) PutMeld(meld, out.melds[out.meld_count++]);
  out.flags = seat.flags;
  out.wins = seat.wins;
  out.flowers = seat.flowers;
  out.discards = seat.discards;
}

void PutTable(const mlf_flow& flow, const table::Board& board, const table::Match& match,
              mlf_view& out) {
  out.seats = static_cast<std::int8_t>(flow.flow->seats());
  out.dealer = board.dealer;
  out.drawer = board.turn.drawer;
  out.next_dealer = board.next_dealer;
  out.wall_left = static_cast<std::uint8_t>(board.wall.Left());
  out.wall_keep = board.wall.keep;
  out.turned = board.turned ? *board.turned : table::kNoTile;
  std::ranges::copy(match.dice, out.dice);
  const bool in_focus = board.turn.focus != table::Focus::kNone;
  out.focus = in_focus ? board.FocusPiece() : table::kNoTile;
  out.focus_seat = in_focus ? board.turn.focus_seat : kNoSeat;
  out.focus_gang = board.turn.focus == table::Focus::kAddedGang ? 1 : 0;
  out.dealer_runs = match.dealer_runs;
  out.hands_done = match.hands_done;
  out.river_count = board.river_count;
  for (std::size_t i = 0; i < board.river_count; ++i) {
    const table::Discard& discard = board.river[i];
    out.river[i] = {.tile = discard.Piece(),
                    .seat = discard.seat(),
                    .flags = static_cast<std::uint8_t>((discard.drawn() ? MLF_DRAWN_TILE : 0) |
                                                       (discard.claimed() ? MLF_CLAIMED : 0) |
                                                       (discard.won() ? MLF_WON_ON : 0) |
                                                       (discard.robbed() ? MLF_ROBBED : 0)),
                    .reserved = 0};
  }
}

Json ReasonJson(const Reason& reason) {
  return {{"id", reason.id}, {"zh", reason.zh}, {"en", reason.en}};
}

// Whether records rest at a window.
bool Rests(const Flow& flow, const FlowState& state) {
  return state.over == 0 && state.node < flow.nodes().size() && flow.node(state.node).window;
}

Json WhyNotJson(const Flow& flow, const Records& records, Viewer viewer) {
  Json list = Json::array();
  if (!Rests(flow, records.flow())) return list;
  ForEachSeat(records.flow().window.active, [&](Seat seat) {
    if (!viewer.Knows(seat)) return;
    for (NodeIndex node = 0; node < flow.nodes().size(); ++node) {
      const ActionNode* const action = flow.node(node).impl;
      if (action == nullptr || !action->player()) continue;
      if (const Reason* reason = flow.WhyNot(records, seat, node))
        list.push_back(
            {{"seat", seat}, {"node", flow.node(node).id}, {"reason", ReasonJson(*reason)}});
    }
  });
  return list;
}

}  // namespace
}  // namespace mlf::c

using namespace mlf;
using mlf::c::Belongs;
using mlf::c::Give;
using mlf::c::Guarded;
using mlf::c::Held;

namespace {

// Runs `body(flow, records, viewer)` if they fit each other.
template <typename Body>
mlf_code Looking(const mlf_flow* flow, const mlf_records* records, int32_t viewer, Body&& body) {
  return Guarded([&]() -> mlf_code {
    if (flow == nullptr || records == nullptr) return MLF_ARGUMENT;
    const auto who = c::ViewerOf(*flow->flow, viewer);
    if (!who) return MLF_ARGUMENT;
    Held held(records);
    if (!Belongs(flow, held)) return MLF_OTHER_FLOW;
    return body(*flow->flow, *held, *who);
  });
}

}  // namespace

extern "C" {

mlf_code mlf_progress_of(const mlf_flow* flow, const mlf_records* records, mlf_progress* progress) {
  return Looking(flow, records, MLF_FULL, [&](const Flow&, Records& own, Viewer) -> mlf_code {
    if (progress == nullptr) return MLF_ARGUMENT;
    c::PutProgress(*flow, own, *progress);
    return MLF_OK;
  });
}

mlf_code mlf_offers(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                    mlf_offer* out, size_t room, size_t* count) {
  return Looking(flow, records, viewer, [&](const Flow& own, Records& at, Viewer who) -> mlf_code {
    Choices choices;
    if (c::Rests(own, at.flow())) own.FillChoices(at, choices);
    return c::GiveOffers(choices, who, out, room, count);
  });
}

mlf_code mlf_choices_json(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                          mlf_text* out) {
  return Looking(flow, records, viewer, [&](const Flow& own, Records& at, Viewer who) -> mlf_code {
    Choices choices;
    if (c::Rests(own, at.flow())) own.FillChoices(at, choices);
    return Give(ChoicesJson(own, choices, who).dump(), out);
  });
}

mlf_code mlf_view_of(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                     mlf_view* view) {
  return Looking(flow, records, viewer, [&](const Flow& own, Records& at, Viewer who) -> mlf_code {
    if (view == nullptr || !flow->board || !flow->match) return MLF_ARGUMENT;
    // Others than a full viewer are shown only what Sight leaves. No person has the last number.
    Records seen;
    const bool full = who.kind == Viewer::kFull;
    const auto seat = static_cast<Seat>(who.kind == Viewer::kSeat ? who.seat : kMaxSeats - 1);
    if (!full) flow->sight.Fill(at, seat, seen);
    const Records& shown = full ? at : seen;
    *view = {};
    c::PutProgress(*flow, shown, view->progress);
    // The version and the window count the answers of others too.
    if (!full) view->progress.version = view->progress.ask = 0;
    if (view->progress.asked != 0) view->progress.ask = at.flow().window.ask;
    view->actor = shown.flow().actor;
    const table::Board& board = (*flow->board)(shown);
    c::PutTable(*flow, board, (*flow->match)(shown), *view);
    for (Seat s = 0; s < own.seats() && s < MLF_SEATS; ++s) {
      const bool known = full || (who.kind == Viewer::kSeat &&
                                  (s == who.seat || board.seats[s].ShownTo(who.seat)));
      c::PutSeat(board.seats[s], (*flow->board)(at).seats[s].hand.Size(), known, view->seat[s]);
    }
    return MLF_OK;
  });
}

mlf_code mlf_view_json(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                       mlf_text* out) {
  return Looking(flow, records, viewer, [&](const Flow& own, Records& at, Viewer who) -> mlf_code {
    std::string text;
    table::AppendView(text, own, at, who);
    return Give(text, out);
  });
}

mlf_code mlf_why_not(const mlf_flow* flow, const mlf_records* records, int32_t seat, int32_t node,
                     mlf_refusal* refusal) {
  return Looking(flow, records, MLF_FULL, [&](const Flow& own, Records& at, Viewer) -> mlf_code {
    if (refusal == nullptr || seat < 0 || seat >= own.people() || node < 0 ||
        node >= static_cast<int32_t>(own.nodes().size()))
      return MLF_ARGUMENT;
    *refusal = {{"", 0}, {"", 0}, {"", 0}, {"", 0}};
    if (const Reason* reason =
            own.WhyNot(at, static_cast<Seat>(seat), static_cast<NodeIndex>(node))) {
      refusal->reason = c::StringOf(reason->id);
      refusal->zh = c::StringOf(reason->zh);
      refusal->en = c::StringOf(reason->en);
    }
    return MLF_OK;
  });
}

mlf_code mlf_explain(const mlf_flow* flow, const mlf_records* records, int32_t viewer, int32_t lang,
                     mlf_text* out) {
  return Looking(flow, records, viewer, [&](const Flow& own, Records& at, Viewer who) -> mlf_code {
    if (lang != MLF_ZH && lang != MLF_EN) return MLF_ARGUMENT;
    return Give(Explain(own, at, lang == MLF_ZH ? Lang::kZh : Lang::kEn, who), out);
  });
}

mlf_code mlf_explain_json(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                          int32_t lang, mlf_text* out) {
  return Looking(flow, records, viewer, [&](const Flow& own, Records& at, Viewer who) -> mlf_code {
    if (lang != MLF_ZH && lang != MLF_EN) return MLF_ARGUMENT;
    Json json{{"v", kJsonVersion},
              {"text", Explain(own, at, lang == MLF_ZH ? Lang::kZh : Lang::kEn, who)},
              {"why_not", c::WhyNotJson(own, at, who)}};
    return Give(json.dump(), out);
  });
}

}  // extern "C"
