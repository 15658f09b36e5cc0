// 天听, 地听 (rules/taiwan.md#ready): who is ready on the dealt hand, or after the first discard.
//
// - note_dealt_ready, after the deal: every seat but the dealer that is ready has 天听.
// - note_discard_ready, after a discard: the seat may get 天听 or 地听. A changed hand loses it.
// - end_opening_ready, after an own meld: it is lost.
//
// Example: seat 2 is dealt a ready hand. It draws and discards that tile: 天听 stays. It discards
// another tile in its first turn and is ready again: now it has 地听.
#include <mlf/components/opening_ready.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/named_ids.h>
#include <mlf/table/state_text.h>

#include <string>

namespace mlf::logic {

void OpeningReady::Check(const Validation& check) const {
  check.Require(((heavenly | earthly) & ~check.Seats()) == 0, "only seats are ready");
  check.Require((heavenly & earthly) == 0, "a seat has 天听 or 地听, not both");
  check.RequireZero(reserved, "the unused bytes are zero");
}

namespace {

using table::Board;
using table::SeatBoard;

void Add(SeatMask& seats, Seat seat) { seats = static_cast<SeatMask>(seats | MaskOf(seat)); }
void Take(SeatMask& seats, Seat seat) { seats = static_cast<SeatMask>(seats & ~MaskOf(seat)); }

// The common base: the table, the slot and which hands wait.
class OpeningReadyEffect : public LogicEffect, public HiddenState {
 public:
  explicit OpeningReadyEffect(Params& params)
      : board_(params), ready_(params.Slot<OpeningReady>()) {}
  // Nobody else knows that a hand waits.
  void HideFrom(Records& seen, Seat viewer) const final {
    const auto own = viewer >= 0 && viewer < kMaxSeats ? MaskOf(viewer) : SeatMask{0};
    ready_(seen).heavenly &= own;
    ready_(seen).earthly &= own;
  }

 protected:
  table::BoardSlot board_;
  Slot<OpeningReady> ready_;
};

class NoteDealtReady final : public OpeningReadyEffect {
 public:
  static constexpr PartInfo kInfo{"note_dealt_ready", 1, "发牌、补花之后：闲家已听牌的记为天听",
                                  "after the deal: every seat but the dealer that is ready has "
                                  "heavenly ready"};
  explicit NoteDealtReady(Params& params)
      : OpeningReadyEffect(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})) {
    params.Brings(kOpeningReadyNoted);
  }
  void Run(Step& step) const override {
    const Board& board = board_(step.records);
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      const SeatBoard& own = board.seats[seat];
      if (seat == board.dealer || own.HandSize() % 3 != 1 || own.discards != 0) continue;
      if (win_->Waits(step.records, seat) != 0) Add(ready_(step.records).heavenly, seat);
    }
  }

 private:
  const WinRule* win_;
};

class NoteDiscardReady final : public OpeningReadyEffect,
                               public table::StateText,
                               public table::NamedIds {
 public:
  static constexpr PartInfo kInfo{"note_discard_ready", 1,
                                  "打牌之后：第一张打出即听的记为天听（庄家）或地听；换了牌的取消",
                                  "after a discard: a seat ready by its first one has heavenly "
                                  "(the dealer) or earthly ready; a "
                                  "seat that changes its hand loses it"};
  enum class Until : std::uint8_t { kOwnFirst, kFirstEight, kOwnFirstAlone };
  explicit NoteDiscardReady(Params& params)
      : OpeningReadyEffect(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})),
        until_(params.Enum(
            "until", Until::kOwnFirst, {"own_first", "first_eight", "own_first_alone"},
            {"自己第一张、此前没有人吃碰杠 / 全桌前八张、没有人吃碰杠 / "
             "自己第一张，不看别家吃碰",
             "the own first discard, nobody has melded / the first eight of all, nobody has melded "
             "/ the own first discard, whatever others have melded"})),
        dealer_heavenly_(params.Bool("dealer_heavenly", true,
                                     {"庄家第一张即听为天听（否则为地听）",
                                      "the dealer's first discard makes 天听, else 地听"})),
        seats_(params.seats()) {
    params.NeedsHere(kDiscarding);
    params.Brings(kOpeningReadyNoted);
  }
  void Run(Step& step) const override {
    const Board& board = board_(step.records);
    const Seat seat = step.seat;
    const SeatBoard& own = board.seats[seat];
    OpeningReady& ready = ready_(step.records);
    const bool had = ((ready.heavenly | ready.earthly) & MaskOf(seat)) != 0;
    if (had && board.river[static_cast<std::size_t>(board.river_count - 1)].drawn()) return;
    Take(ready.heavenly, seat);
    Take(ready.earthly, seat);
    if (!InTime(board, own) || win_->Waits(step.records, seat) == 0) return;
    const bool heavenly = seat == board.dealer && own.discards == 1 && dealer_heavenly_ &&
                          until_ != Until::kOwnFirstAlone;
    Add(heavenly ? ready.heavenly : ready.earthly, seat);
  }

  std::string_view StateKey() const override { return "opening_ready"; }
  table::StateLabel Label() const override { return {"天听地听", "ready from the opening"}; }
  std::vector<Reason> Names() const override {
    return {{"heavenly", "天听", "heavenly ready"}, {"earthly", "地听", "earthly ready"}};
  }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    if (seat < 0 || seat >= seats_)
      return "opening_ready is given for each seat: [~, heavenly, earthly, ~]";
    OpeningReady& ready = ready_(records);
    Take(ready.heavenly, seat);
    Take(ready.earthly, seat);
    if (value.IsNull()) return std::nullopt;
    if (value.text() == "heavenly") return Add(ready.heavenly, seat), std::nullopt;
    if (value.text() == "earthly") return Add(ready.earthly, seat), std::nullopt;
    return "opening_ready: expected heavenly or earthly, not " + value.Canonical();
  }
  // Secret: others do not see it.
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override {
    if (seat < 0 || seat >= seats_ || (viewer != kNoSeat && viewer != seat)) return {};
    const OpeningReady& ready = ready_(records);
    if ((ready.heavenly & MaskOf(seat)) != 0) return Value("heavenly");
    return (ready.earthly & MaskOf(seat)) != 0 ? Value("earthly") : Value();
  }

 private:
  bool InTime(const Board& board, const SeatBoard& own) const {
    switch (until_) {
      case Until::kOwnFirst: return own.discards == 1 && board.melds_made == 0;
      case Until::kFirstEight: return board.river_count <= 8 && board.melds_made == 0;
      case Until::kOwnFirstAlone: return own.discards == 1 && own.meld_count == 0;
    }
    return false;
  }

  const WinRule* win_;
  Until until_;
  bool dealer_heavenly_;
  int seats_;
};

class EndOpeningReady final : public OpeningReadyEffect {
 public:
  static constexpr PartInfo kInfo{"end_opening_ready", 1, "自己吃碰杠之后：取消天听、地听",
                                  "after an own meld: heavenly and earthly ready are lost"};
  explicit EndOpeningReady(Params& params) : OpeningReadyEffect(params) {
    params.Needs(kOpeningReadyNoted);
  }
  void Run(Step& step) const override {
    Take(ready_(step.records).heavenly, step.seat);
    Take(ready_(step.records).earthly, step.seat);
  }
};

}  // namespace

void RegisterOpeningReady(Registry& registry) {
  registry.Add<NoteDealtReady>();
  registry.Add<NoteDiscardReady>();
  registry.Add<EndOpeningReady>();
}

}  // namespace mlf::logic
