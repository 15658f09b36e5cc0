#include <mlf/flow/json_writers.h>
#include <mlf/flow/node_alias.h>
#include <mlf/flow/points.h>
#include <mlf/flow/text.h>
#include <mlf/flow/window_watcher.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/meld_name.h>
#include <mlf/table/set_aside.h>
#include <mlf/table/state_text.h>
#include <mlf/table/turn_gang.h>
#include <mlf/table/view.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::table {

namespace {

// A Value as JSON: numbers and switches keep their type, the rest becomes text.
template <typename Out>
void WriteValue(Out& out, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull: return out.Value(nullptr);
    case Value::Kind::kScalar:
      if (const auto number = value.AsInt()) return out.Value(*number);
      if (const auto on = value.AsBool()) return out.Value(*on);
      return out.Value(value.text());
    case Value::Kind::kList:
      return out.List([&] {
        for (const Value& item : value.items()) WriteValue(out, item);
      });
    case Value::Kind::kMap:
      return out.Object([&] {
        for (const Value::Entry& entry : value.entries()) {
          out.Key(entry.key);
          WriteValue(out, entry.value);
        }
      });
  }
}

// The table of a flow without one.
const Board& EmptyBoard() {
  static const Board board = [] {
    Board empty;
    empty.dealer = empty.turn.drawer = kNoSeat;
    return empty;
  }();
  return board;
}

template <typename Out>
class Viewing {
 public:
  // `board` and `match` are null where the flow has none.
  Viewing(Out& out, const Flow& flow, const Records& records, Viewer viewer, const Board* board,
          const Match* match)
      : out_(out),
        flow_(flow),
        records_(records),
        viewer_(viewer),
        has_board_(board != nullptr),
        board_(has_board_ ? *board : EmptyBoard()),
        match_(match != nullptr ? *match : no_match_) {}

  void All() {
    const FlowState& state = records_.flow();
    out_.Object([&] {
      Field("v", kJsonVersion);
      Field("variant", flow_.name());
      Field("viewer", viewer_.kind == Viewer::kFull        ? "full"
                      : viewer_.kind == Viewer::kSpectator ? "spectator"
                                                           : "seat");
      if (viewer_.kind == Viewer::kSeat) Field("seat", viewer_.seat);
      if (!has_board_) Field("plain", true);
      Field("hand", state.hand);
      if (state.over != 0) Field("over", true);
      if (state.node != kNoNode) Field("node", flow_.node(ShownNode(state.node)).id);
      Field("actor", state.actor);
      Field("dealer", board_.dealer);
      Field("drawer", board_.turn.drawer);
      Field("wall_left", board_.wall.Left());
      if (board_.wall.keep > 0) Field("wall_keep", board_.wall.keep);
      if (board_.turned) Field("turned", TileName(*board_.turned));
      if (const TileMask wilds = Wilds(); wilds != 0) Kinds("wilds", wilds);
      if (match_.dice[0] != 0) {
        List("dice", [&] {
          out_.Value(match_.dice[0]);
          out_.Value(match_.dice[1]);
        });
      }
      if (board_.next_dealer != kNoSeat) Field("next_dealer", board_.next_dealer);
      Field("dealer_runs", match_.dealer_runs);
      Field("hands_done", match_.hands_done);

      const auto ledger_slot = FindSlot<Ledger>(flow_);
      const Ledger* const ledger = ledger_slot ? &(*ledger_slot)(records_) : nullptr;
      List("scores", [&] {
        const SeatPoints* const own = has_board_ ? nullptr : PointsOf(flow_);
        for (Seat seat = 0; seat < flow_.people(); ++seat) {
          out_.Value(own != nullptr ? own->Points(records_, seat)
                                    : std::int64_t{match_.score[seat]});
        }
      });
      List("points", [&] {
        for (Seat seat = 0; seat < flow_.people(); ++seat)
          out_.Value(ledger != nullptr ? ledger->points[seat] : 0);
      });
      List("ledger", [&] {
        for (int i = 0; ledger != nullptr && i < ledger->count; ++i)
          Entry(ledger->entries[static_cast<std::size_t>(i)]);
      });
      List("seats", [&] {
        for (Seat seat = 0; seat < flow_.seats(); ++seat) OneSeat(seat);
      });
      River();
      if (board_.turn.focus != Focus::kNone) {
        out_.Key("focus");
        out_.Object([&] {
          Field("kind", board_.turn.focus == Focus::kDiscard ? "discard"
                        : AsksSetAside(board_)               ? "set_aside"
                                                             : "added_gang");
          Field("tile", TileName(board_.FocusPiece()));
          Field("seat", board_.turn.focus_seat);
        });
      }
      if (DrewReplacement(board_.turn)) Field("after_gang", NameOf(board_.turn.gang).id);
      if (board_.turn.discard_gang != MeldKind::kNone && board_.turn.focus == Focus::kDiscard)
        Field("discard_after_gang", NameOf(board_.turn.discard_gang).id);
      State();
      Window();
      if (viewer_.kind == Viewer::kFull) {
        List("wall", [&] {
          for (int i = board_.wall.head; i < board_.wall.tail; ++i)
            out_.Value(TileName(board_.wall.tiles[static_cast<std::size_t>(i)]));
        });
        Field("version", state.version);
        Field("seed", state.match_seed);
      }
    });
  }

 private:
  template <typename T>
  void Field(std::string_view key, const T& value) {
    WriteField(out_, key, value);
  }
  template <typename Content>
  void List(std::string_view key, Content&& content) {
    out_.Key(key);
    out_.List(content);
  }
  void Kinds(std::string_view key, TileMask kinds) {
    List(key, [&] { ForEach(kinds, [&](Tile tile) { out_.Value(TileName(tile)); }); });
  }
  void Tiles(std::string_view key, const std::vector<Tile>& tiles) {
    List(key, [&] {
      for (const Tile tile : tiles) out_.Value(TileName(tile));
    });
  }

  void River() {
    const PerSeat<int> declared = DeclaredAt();
    PerSeat<int> made = DiscardsBefore();
    List("river", [&] {
      for (int i = 0; i < board_.river_count; ++i) {
        const Discard& discard = board_.river[static_cast<std::size_t>(i)];
        out_.Object([&] {
          Field("seat", discard.seat());
          Field("tile", TileName(discard.Piece()));
          if (discard.drawn()) Field("drawn", true);
          if (discard.claimed()) Field("claimed", true);
          if (discard.won()) Field("won", true);
          if (discard.robbed()) Field("robbed", true);
          if (!discard.robbed() && ++made[discard.seat()] == declared[discard.seat()])
            Field("declared", true);
        });
      }
    });
  }

  void Entry(const LedgerEntry& entry) {
    const std::vector<const Reason*>& reasons = flow_.Numbers(kLedgerReasons);
    out_.Object([&] {
      Field("to", entry.party());
      List("from", [&] { ForEachSeat(entry.payers, [&](Seat payer) { out_.Value(payer); }); });
      Field("each", entry.each);
      if (entry.reason < reasons.size() && reasons[entry.reason] != nullptr) {
        const Reason& reason = *reasons[entry.reason];
        out_.Key("reason");
        out_.Object([&] {
          Field("id", reason.id);
          Field("zh", reason.zh);
          Field("en", reason.en);
        });
      }
      if (entry.refers) Field("undoes", *entry.refers);
      if (entry.undone()) Field("undone", true);
    });
  }

  // The node at which the game rests, as this viewer may know it.
  NodeIndex ShownNode(NodeIndex node) const {
    return viewer_.kind == Viewer::kFull ? node : mlf::ShownNode(flow_, node);
  }

  // The state of the parts by key. The first part with a key is used for all.
  void State() {
    // WriteState shows everything for kNoSeat. A spectator has no seat, so it queries with an
    // invalid seat number.
    const Seat as = viewer_.kind == Viewer::kFull   ? kNoSeat
                    : viewer_.kind == Viewer::kSeat ? viewer_.seat
                                                    : static_cast<Seat>(kMaxSeats);
    out_.Key("state");
    out_.Object([&] {
      std::set<std::string_view> seen;
      for (const auto& part : flow_.parts()) {
        const auto* text = dynamic_cast<const StateText*>(part.get());
        if (text == nullptr || !seen.insert(text->StateKey()).second) continue;
        Value value;
        if (text->PerSeat()) {
          std::vector<Value> seats;
          seats.reserve(static_cast<std::size_t>(flow_.seats()));
          for (Seat seat = 0; seat < flow_.seats(); ++seat)
            seats.push_back(text->WriteState(records_, seat, as));
          if (!std::ranges::all_of(seats, &Value::IsNull)) value = Value::List(std::move(seats));
        } else {
          value = text->WriteState(records_, kNoSeat, as);
        }
        if (value.IsNull()) continue;
        out_.Key(text->StateKey());
        WriteValue(out_, value);
      }
    });
  }

  // Of each seat, the discards that are not in the river: a position may leave them out.
  PerSeat<int> DiscardsBefore() const {
    PerSeat<int> before{};
    for (Seat seat = 0; seat < flow_.seats(); ++seat) before[seat] = board_.seats[seat].discards;
    for (int i = 0; i < board_.river_count; ++i) {
      const Discard& discard = board_.river[static_cast<std::size_t>(i)];
      if (!discard.robbed()) --before[discard.seat()];
    }
    return before;
  }

  // Of each seat, the number of the discard with which it declared; 0 = none.
  PerSeat<int> DeclaredAt() const {
    PerSeat<int> at{};
    for (const auto& part : flow_.parts()) {
      const auto* declarations = dynamic_cast<const Declarations*>(part.get());
      if (declarations == nullptr) continue;
      for (Seat seat = 0; seat < flow_.seats(); ++seat)
        at[seat] = declarations->DeclaredAt(records_, seat);
      break;
    }
    return at;
  }

  // The kinds that are wild now.
  TileMask Wilds() const {
    TileMask kinds = 0;
    for (const auto& part : flow_.parts()) {
      if (const auto* wild = dynamic_cast<const WildKinds*>(part.get()))
        kinds |= wild->WildsOf(records_);
    }
    return kinds;
  }

  // The open window as far as it concerns this viewer; nothing if it does not.
  void Window() {
    const FlowState& state = records_.flow();
    if (state.over != 0 || state.node == kNoNode || !flow_.node(state.node).window) return;
    const mlf::Window& window = *flow_.node(state.node).window;
    const auto answered = static_cast<SeatMask>(state.window.asked & state.window.answered);
    // Asked in turn, and its turn has not come.
    const SeatMask waiting = viewer_.kind == Viewer::kFull ? SeatMask{0} : state.window.asked;
    const unsigned concerned = state.window.active | answered | waiting;
    SeatMask shown = 0;
    for (Seat seat = 0; seat < flow_.people(); ++seat) {
      if (viewer_.Knows(seat) && (concerned & MaskOf(seat)) != 0)
        shown = static_cast<SeatMask>(shown | MaskOf(seat));
    }
    if (shown == 0) return;
    Choices choices;
    flow_.FillChoices(records_, choices);
    out_.Key("window");
    out_.Object([&] {
      Field("ask", viewer_.kind == Viewer::kFull ? state.window.ask
                                                 : ShownAsk(flow_, records_, viewer_.seat));
      Field("deadline_ms", window.deadline_ms);
      List("seats", [&] {
        ForEachSeat(shown, [&](Seat seat) {
          const SeatMask bit = MaskOf(seat);
          out_.Object([&] {
            Field("seat", seat);
            if ((state.window.active & bit) != 0) {
              List("offers", [&] {
                for (const Offer& offer : choices.Of(seat)) WriteOffer(out_, flow_, offer);
              });
            } else if ((answered & bit) != 0) {
              const StoredAnswer& answer = state.window.answers[static_cast<std::size_t>(seat)];
              Field("answered", flow_.node(window.answers[answer.edge].to).id);
              if (answer.count > 0) {
                out_.Key("pieces");
                WritePieces(out_, flow_, {answer.pieces.data(), answer.count});
              }
              if (answer.value != 0) Field("value", answer.value);
            } else {
              Field("waits", true);
            }
          });
        });
      });
    });
  }

  void OneMeld(Seat seat, const Meld& meld, bool hidden) {
    out_.Object([&] {
      Field("kind", NameOf(meld.kind).id);
      List("tiles", [&] {
        // Red fives come first among equal tiles.
        int reds = meld.Reds();
        for (int i = 0; i < meld.Size(); ++i) {
          const auto tile = meld.At(i);
          const bool red = reds > 0 && RedOf(tile) != tile;
          if (red) --reds;
          out_.Value(hidden ? "?" : TileName(red ? RedOf(tile) : tile));
        }
      });
      if (meld.from != seat) Field("from", meld.from);
      if (meld.kind == MeldKind::kChi) {
        const Tile taken = meld.TakenTile();
        Field("taken", TileName(meld.TookRed() ? RedOf(taken) : taken));
      }
    });
  }

  void OneSeat(Seat seat) {
    const SeatBoard& own = board_.seats[seat];
    const bool own_hand = viewer_.Knows(seat);
    const bool knows = own_hand || (viewer_.kind == Viewer::kSeat && own.ShownTo(viewer_.seat));
    out_.Object([&] {
      Field("seat", seat);
      Field("count", own.hand.Size());
      if (knows) Tiles("hand", own.HandPieces());
      if (own.drawn != kNoTile) Field("drawn", knows ? TileName(own.DrawnPiece()) : "?");
      List("melds", [&] {
        for (const Meld& meld : own.Melds()) OneMeld(seat, meld, meld.Hidden() && !knows);
      });
      if (!own.set_aside.Empty()) Tiles("set_aside", ToList(own.set_aside));
      if (own.wins > 0) Field("wins", own.wins);
      if (own.won_kinds != 0) Kinds("won_on", own.won_kinds);
      if (own.flowers != 0) {
        List("flowers", [&] {
          for (int i = 0; i < 8; ++i) {
            if ((own.flowers >> i) & 1) out_.Value(TileName(static_cast<Tile>(36 + i)));
          }
        });
      }
      if (own.Is(kHasWon)) Field("won", true);
      if (own.Is(kLeft)) Field("left", true);
      if (own.Is(kLocked)) Field("locked", true);
      if (own.Is(kReady)) Field("ready", true);
      if (own_hand && (records_.flow().auto_seats & MaskOf(seat)) != 0) Field("auto", true);
    });
  }

  Out& out_;
  const Flow& flow_;
  const Records& records_;
  Viewer viewer_;
  const Match no_match_{};
  const bool has_board_;
  const Board& board_;
  const Match& match_;
};

template <typename Out>
void WriteView(Out& out, const Flow& flow, const Records& records, Viewer viewer) {
  if (viewer.kind == Viewer::kSeat && (viewer.seat < 0 || viewer.seat >= flow.people()))
    viewer = Viewer::Spectator();
  const auto board_slot = FindSlot<Board>(flow);
  const auto match_slot = FindSlot<Match>(flow);
  if (records.flow().fingerprint != flow.fingerprint()) return out.Value(nullptr);
  Viewing(out, flow, records, viewer, board_slot ? &(*board_slot)(records) : nullptr,
          match_slot ? &(*match_slot)(records) : nullptr)
      .All();
}

}  // namespace

Json View(const Flow& flow, const Records& records, Viewer viewer) {
  return Tree([&](TreeOut& out) { WriteView(out, flow, records, viewer); });
}

void AppendView(std::string& out, const Flow& flow, const Records& records, Viewer viewer) {
  TextOut text(out);
  WriteView(text, flow, records, viewer);
}

}  // namespace mlf::table
