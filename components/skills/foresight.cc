// foresight (预见): the owner presses the button, names a discard, and reads what the next go-round
// brings. The wall then gives these tiles.
#include <mlf/components/play_node.h>
#include <mlf/components/skill.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

namespace mlf::skills {
namespace {

constexpr int kMostSeen = 10;
constexpr int kPickDiscard = 1;

struct Prophecy {
  static constexpr std::string_view kSlot = "foresight";
  static constexpr Scope kScope = Scope::kHand;

  struct One {
    std::uint8_t uses = 0;  // in the turn with this number of discards
    std::uint8_t turn = 0;  // 1 + discards of the seat
    std::uint8_t count = 0;
    std::uint8_t discard = 0;  // the tile announced
    // Bits 0-5 the tile, bits 6-7 the seat; `drawn`: bit i = the owner draws it.
    std::array<std::uint8_t, kMostSeen> seen{};
    std::uint16_t drawn = 0;
  };
  table::PerSeat<One> of{};

  void Check(const Validation& check) const {
    check.RequireSeatsOnly(of, "only seats have skills");
    for (const One& one : of) {
      check.Require(one.count <= kMostSeen && one.discard < 64, "a prophecy has up to ten tiles");
      check.Require(one.drawn >> one.count == 0, "the tiles drawn are tiles seen");
    }
  }
};

class Foresight final : public Skill, public HiddenState {
 public:
  static constexpr PartInfo kInfo{
      "foresight", 1, "发动后选一张要打的牌，看到下一巡的牌；一回合最多 uses 次",
      "used with a discard in mind, it shows the next go-round; at most `uses` times a turn"};
  explicit Foresight(Params& params)
      : table_(params),
        prophecy_(params.Slot<Prophecy>()),
        uses_(params.Int("uses", 2, 1, 20, {"一回合最多几次", "times a turn"})) {}

  Name name() const override { return {"先见", "foresight"}; }
  void HideFrom(Records& seen, Seat viewer) const override {
    for (Seat seat = 0; seat < table::kMaxPlayers; ++seat) {
      if (seat != viewer) prophecy_(seen).of[seat] = {};
    }
  }
  unsigned uses() const override { return kAsksInTurn | kUsesDraws; }

  void OnActivate(SkillStep& step, Moment moment) const override {
    if (moment == Moment::kTurn && MayUse(step)) step.OfferClick();
  }
  std::vector<Item> Items(const Records& records, Seat me, int) const override {
    std::vector<Item> items{{.zh = "打出这张，看下一巡", .en = "discard this and see"}};
    for (const Tile tile : Discards(records, me))
      items.push_back({.zh = table::TileNameZh(tile), .en = table::TileName(tile), .radio = true});
    return items;
  }
  Handled Handle(SkillStep& step, int question, std::uint32_t ticked) const override {
    if (question == 0) return {.handled = true, .next = kPickDiscard};
    Prophecy::One& own = prophecy_(step.records()).of[step.me];
    const std::vector<Tile> tiles = Discards(step.records(), step.me);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      if ((ticked >> (i + 1) & 1) == 0) continue;
      CountUse(step, own);
      Foresee(step, own, tiles[i]);
      break;
    }
    if (MayUse(step)) step.OfferClick();
    return {};
  }
  std::string PopUpText(const Records& records, Seat me, Lang lang) const override {
    const bool zh = lang == Lang::kZh;
    const Prophecy::One& own = prophecy_(records).of[me];
    if (own.count == 0) return zh ? "什么也看不到。" : "Nothing can be seen.";
    std::string text = zh ? "若打" + table::TileNameZh(own.discard) + "："
                          : "After " + table::TileName(own.discard) + ": ";
    for (std::size_t i = 0; i < own.count; ++i) {
      const Tile tile = own.seen[i] & 63;
      const std::string seat = std::to_string(own.seen[i] >> 6);
      const bool drawn = (own.drawn >> i & 1) != 0;
      if (i > 0) text += zh ? "，" : ", ";
      text += zh ? "座" + seat + (drawn ? "摸" : "打") + table::TileNameZh(tile)
                 : "seat " + seat + (drawn ? " draws " : " discards ") + table::TileName(tile);
    }
    return text + (zh ? "。" : ".");
  }

 private:
  static std::vector<Tile> Distinct(const table::SeatBoard& own) {
    std::vector<Tile> tiles;
    ForEach(own.Pieces(), [&](Tile tile) {
      if (static_cast<int>(tiles.size()) + 1 < kMaxItems) tiles.push_back(tile);
    });
    return tiles;
  }
  std::vector<Tile> Discards(const Records& records, Seat me) const {
    return Distinct(table_.board(records).seats[me]);
  }
  bool MayUse(const SkillStep& step) const {
    const Prophecy::One& own = prophecy_(step.records()).of[step.me];
    return own.turn != step.board().seats[step.me].discards + 1 || own.uses < uses_;
  }
  static void CountUse(const SkillStep& step, Prophecy::One& own) {
    const auto turn = static_cast<std::uint8_t>(step.board().seats[step.me].discards + 1);
    if (own.turn != turn) own = {.turn = turn};
    ++own.uses;
  }

  // Plays a copy on until the owner is asked in its next turn, and fixes what was drawn in it.
  void Foresee(SkillStep& step, Prophecy::One& own, Tile discard) const {
    own.count = 0;
    own.drawn = 0;
    own.discard = discard;
    own.seen = {};
    Stream random = step.Random();
    const int head = step.board().wall.head;
    if (auto ahead = step.LookAhead(random.Next()); ahead != nullptr) {
      Action first{.node = DiscardNode(step.flow()), .seat = step.me, .count = 1};
      first.ask = ahead->records.flow().window.ask;
      first.pieces[0] = discard;
      bool going = ahead->Act(first);
      for (int acts = 0; going; ++acts) {
        See(*ahead, step.me, own);
        const FlowState& state = ahead->records.flow();
        const bool mine = (ahead->response.asked & MaskOf(step.me)) != 0;
        if (acts == 40 || state.over != 0 || ahead->response.asked == 0) break;
        if (mine && state.actor == step.me && ahead->board().turn.focus == table::Focus::kNone)
          break;
        going =
            ahead->TimeOut(static_cast<Seat>(std::countr_zero(unsigned{ahead->response.asked})));
      }
      const Board& after = ahead->board();
      if (going && after.wall.tail == step.board().wall.tail &&
          after.river_count > step.board().river_count) {
        for (int place = head; place < after.wall.head; ++place)
          step.Fix(place, table::KindOf(after.wall.tiles[static_cast<std::size_t>(place)]));
      }
    }
    step.PopUp();
  }
  static void See(const Ahead& ahead, Seat me, Prophecy::One& own) {
    for (const Event& event : ahead.response.events) {
      const bool draws = event.type->id == "draw" && event.seat == me;
      const bool discards = event.type->id == "discard" && event.seat != me;
      if ((!draws && !discards) || event.count == 0 || own.count == kMostSeen) continue;
      if (draws) own.drawn = static_cast<std::uint16_t>(own.drawn | 1u << own.count);
      own.seen[own.count++] = static_cast<std::uint8_t>(event.seat << 6 | event.pieces[0]);
    }
  }
  static NodeIndex DiscardNode(const Flow& flow) {
    for (std::size_t i = 0; i < flow.nodes().size(); ++i) {
      if (logic::PlayOf(*flow.nodes()[i].impl) == logic::Play::kDiscard)
        return static_cast<NodeIndex>(i);
    }
    return kNoNode;
  }

  table::TableSlots table_;
  Slot<Prophecy> prophecy_;
  int uses_;
};

}  // namespace

void RegisterForesight(Registry& registry) { registry.Add<Foresight>(); }

}  // namespace mlf::skills
