#include "tools/kit/checks_worth.h"
#include <mlf/components/flower_honours.h>
#include <mlf/components/judge.h>
#include <mlf/components/payment.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/unpaid_wins.h>
#include <mlf/components/win_node.h>
#include <mlf/flow/random.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/state_text.h>
#include "tools/kit/nodes_of.h"
#include "tools/kit/position.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

namespace mlf::tools {
namespace {

using logic::WinBy;
using score::WinCase;
using table::Board;
using table::TileMask;

constexpr Seat kWinner = 0, kPayer = 1;
constexpr int kMostSteps = 4000;  // of the search for one hand
constexpr int kMostWild = 8;
constexpr int kPointsEach = 1'000'000;  // enough to pay every win in full

// How a hand is won.
enum class Way : std::uint8_t { kDraw, kDealt, kFirstDraw, kReplacement, kDiscard, kRob };
constexpr std::string_view kWayNames[] = {
    "by the own draw",         "with the dealt hand", "by the first own draw after a claim",
    "on a gang's replacement", "on a discard",        "by robbing a gang"};
constexpr bool IsOwn(Way way) { return way <= Way::kReplacement; }
constexpr WinBy ByOf(Way way) {
  if (IsOwn(way)) return WinBy::kSelfDraw;
  return way == Way::kRob ? WinBy::kRob : WinBy::kDiscard;
}

// The play of the payer that lets another seat win.
constexpr logic::Play OfferedBy(Way way) {
  return way == Way::kRob ? logic::Play::kAddedGang : logic::Play::kDiscard;
}

// A win in this shape needs no row of the fan table.
constexpr std::string_view kPlainShape = "standard";

// The defect of a win.
enum class Lack : std::uint8_t { kWorthNothing, kNotCounted, kNoPoints };

// A complete hand. `tiles` includes the winning tile and wildcards.
struct Hand {
  Counts tiles;
  std::vector<Meld> melds;
  Tile win = table::kNoTile;
  bool plain = false;  // complete in kPlainShape too
};

std::string TextOf(const Hand& hand) {
  Counts rest = hand.tiles;
  rest.Remove(hand.win);
  std::vector<Tile> list;
  ForEach(rest.Kinds(),
          [&](Tile tile) { list.insert(list.end(), static_cast<std::size_t>(rest[tile]), tile); });
  std::string text = table::FormatTiles(list);
  for (const Meld& meld : hand.melds) text += " " + MeldText(meld);
  return text + " + " + table::TileName(hand.win);
}

std::string IdOf(const Part& part) {
  const Value none;
  for (const Registry::Entry* entry : AllParts().All()) {
    if (entry->role != logic::WinShape::kRole) continue;
    Params params(none, {}, nullptr);
    const auto made = entry->make(params);
    const Part& shape = *made;
    if (typeid(shape) == typeid(part)) return std::string(entry->info.id);
  }
  return "?";
}

class WorthCheck {
 public:
  WorthCheck(const Flow& flow, int hands) : flow_(flow), hands_(hands), random_(Mix64(1), drawn_) {}

  Faults Run() {
    rule_ = Find<logic::WinRule>();
    tiles_ = flow_.Shared<logic::TileSet>("tiles");
    judge_ = flow_.Shared<score::Judge>("judge");
    const auto board = table::FindSlot<Board>(flow_);
    const auto match = table::FindSlot<table::Match>(flow_);
    if (rule_ == nullptr || tiles_ == nullptr || !board || !match || flow_.seats() < 2 ||
        !ReadState())
      return {};
    board_ = *board;
    match_ = *match;
    ledger_ = table::FindSlot<table::Ledger>(flow_);
    std::vector<const logic::WinShape*> shapes;
    for (const auto& part : flow_.parts()) {
      const auto* shape = dynamic_cast<const logic::WinShape*>(part.get());
      if (shape == nullptr) continue;
      shapes.push_back(shape);
      if (IdOf(*shape) == kPlainShape) plain_shape_ = shape;
    }
    for (const logic::WinShape* shape : shapes) {
      shape_ = IdOf(*shape);
      for (int melds = 0; melds <= 1; ++melds) {
        for (int wild = 0; wild <= std::min(kMostWild, wild_tiles_.Size()); ++wild)
          Kind(*shape, melds, wild);
      }
    }
    return Report();
  }

 private:
  template <typename T>
  const T* Find() const {
    for (const auto& part : flow_.parts()) {
      if (const auto* found = dynamic_cast<const T*>(part.get())) return found;
    }
    return nullptr;
  }

  // Reads the wildcards of a dealt game. Positions get the same ones.
  bool ReadState() {
    Records records = flow_.Blank();
    Response response;
    flow_.Start(records, 1, response);
    if (!response.ok()) return false;
    state_ = Value::Map();
    TileMask kinds = 0;
    if (rule_->wilds() != nullptr) {
      kinds = rule_->wilds()->WildsOf(records);
      if (const auto* text = dynamic_cast<const table::StateText*>(rule_->wilds())) {
        const Value value = text->WriteState(records, kNoSeat, kNoSeat);
        if (!value.IsNull()) state_.Set(std::string(text->StateKey()), value);
      }
    }
    pool_ = {};
    const table::TileMask flowers = table::kFlowers | logic::FlowerHonoursOf(flow_);
    for (const Tile tile : tiles_->Tiles()) {
      if ((MaskOf(table::KindOf(tile)) & flowers) == 0) pool_.Add(tile);
    }
    // The indicator is out of play.
    if (const auto slot = table::FindSlot<Board>(flow_); slot && (*slot)(records).turned)
      pool_.Remove(*(*slot)(records).turned);
    ForEach(kinds & pool_.Kinds(), [&](Tile tile) {
      const int copies = std::min(pool_[tile], kMostWild - wild_tiles_.Size());
      wild_tiles_.Add(tile, copies);
      pool_.Remove(tile, pool_[tile]);
    });
    return true;
  }

  int Below(int bound) {
    return static_cast<int>(random_.Below(static_cast<std::uint32_t>(bound)));
  }
  Tile AnyOf(const Counts& tiles) {
    int n = Below(tiles.Size());
    Tile found = table::kNoTile;
    ForEach(tiles.Kinds(), [&](Tile tile) {
      if (n >= 0 && n < tiles[tile]) found = tile;
      n -= tiles[tile];
    });
    return found;
  }

  // ---- hands ----

  void Kind(const logic::WinShape& shape, int melds, int wild) {
    for (int i = 0; i < hands_; ++i) {
      const std::optional<Hand> hand = Build(shape, melds, wild);
      if (!hand) return;
      for (const Way way :
           {Way::kDraw, Way::kDealt, Way::kFirstDraw, Way::kReplacement, Way::kDiscard, Way::kRob})
        Play(*hand, way);
    }
  }

  // A random hand, changed tile by tile until it is complete.
  std::optional<Hand> Build(const logic::WinShape& shape, int melds, int wild) {
    Hand hand;
    Counts pool = pool_;
    for (int i = 0; i < melds; ++i) {
      const TileMask fours = pool.AtLeast(4);
      if (fours == 0) return std::nullopt;
      std::vector<Tile> kinds;
      ForEach(fours, [&](Tile tile) { kinds.push_back(tile); });
      const Tile tile = kinds[static_cast<std::size_t>(Below(static_cast<int>(kinds.size())))];
      pool.Remove(tile, 4);
      hand.melds.push_back({MeldKind::kAnGang, tile, kWinner, 0});
    }
    const int natural = HandSize(flow_) + 1 - 3 * melds - wild;
    if (natural < 1 || pool.Size() < natural) return std::nullopt;
    Counts tiles;
    const auto take = [&](Tile tile) {
      tiles.Add(tile);
      pool.Remove(tile);
    };
    for (int i = 0; i < natural; ++i) take(AnyOf(pool));
    int distance = shape.Distance(tiles, melds, wild);
    for (int step = 0; !shape.Complete(tiles, melds, wild); ++step) {
      if (step == kMostSteps) return std::nullopt;
      const Tile out = AnyOf(tiles);
      const Tile in = AnyOf(pool);
      Counts next = tiles;
      next.Remove(out);
      next.Add(in);
      const int nearer = shape.Distance(next, melds, wild);
      if (nearer > distance && Below(20) != 0) continue;
      distance = nearer;
      tiles = next;
      pool.Remove(in);
      pool.Add(out);
    }
    hand.win = AnyOf(tiles);
    hand.tiles = tiles;
    const TileMask stand_for = rule_->wilds() == nullptr
                                   ? logic::Wilds::kAnyKind
                                   : rule_->wilds()->StandFor() | wild_tiles_.Kinds();
    hand.plain =
        plain_shape_ != nullptr && plain_shape_->CompleteWith(tiles, melds, wild, stand_for);
    Counts wilds = wild_tiles_;
    for (int i = 0; i < wild; ++i) {
      const Tile tile = AnyOf(wilds);
      wilds.Remove(tile);
      hand.tiles.Add(tile);
    }
    return hand;
  }

  // ---- a table for the hand ----

  // The first node whose window has an answer that fulfils `is`; kNoNode = none.
  template <typename Is>
  NodeIndex Asking(Is&& is) const {
    for (std::size_t n = 0; n < flow_.nodes().size(); ++n) {
      const Node& node = flow_.nodes()[n];
      if (!node.window) continue;
      for (const Edge& answer : node.window->answers) {
        if (is(flow_.node(answer.to))) return static_cast<NodeIndex>(n);
      }
    }
    return kNoNode;
  }

  static std::vector<Tile> ListOf(const Counts& tiles) {
    std::vector<Tile> list;
    ForEach(tiles.Kinds(), [&](Tile tile) {
      list.insert(list.end(), static_cast<std::size_t>(tiles[tile]), tile);
    });
    return list;
  }

  void Play(const Hand& hand, Way way) {
    const bool own = IsOwn(way);
    const NodeIndex turn = Asking([&](const Node& answer) {
      return own ? logic::Wins(*answer.impl, WinBy::kSelfDraw)
                 : logic::PlayOf(*answer.impl) == OfferedBy(way);
    });
    if (turn == kNoNode || (way == Way::kReplacement && hand.melds.empty()) ||
        (way == Way::kDealt && (!hand.melds.empty() || DealerDraws(flow_))) ||
        (way == Way::kFirstDraw && !hand.melds.empty())) {
      return;
    }
    PositionSpec spec;
    spec.at = flow_.node(turn).id;
    spec.actor = own ? kWinner : kPayer;
    spec.dealer = way == Way::kDealt ? kWinner : kPayer;
    spec.state = state_;
    spec.score.assign(static_cast<std::size_t>(flow_.seats()), kPointsEach);
    spec.seats.resize(static_cast<std::size_t>(flow_.seats()));
    SeatSpec& winner = spec.seats[kWinner];
    winner.hand_given = true;
    Counts rest = hand.tiles;
    rest.Remove(hand.win);
    winner.hand = ListOf(rest);
    winner.melds = hand.melds;
    if (own) {
      winner.hand.push_back(hand.win);
      winner.drawn = way == Way::kDealt ? table::kNoTile : hand.win;
      if (way == Way::kDealt) winner.draws = winner.discards = 0;
      if (way == Way::kFirstDraw) {
        winner.draws = 1, winner.discards = 0;
        if (!GiveClaim(hand, spec.seats[kPayer])) return;
      }
      if (way == Way::kReplacement)
        spec.after_gang = MeldKind::kAnGang, spec.after_gang_from = kWinner;
    } else if (!GivePayer(hand, way, spec.seats[kPayer])) {
      return;
    }
    Records records;
    const auto entry = PlacePosition(flow_, spec, records);
    if (!entry) return;
    Response response;
    flow_.Enter(records, entry->node, entry->actor, response);
    if (!response.ok()) return;
    if (!own) {
      const NodeIndex offered = NodeOf(flow_, OfferedBy(way));
      if (!Do(records, response,
              {.node = offered, .seat = kPayer, .count = 1, .pieces = {hand.win}}))
        return;
    }
    WinNow(hand, way, records, response);
  }

  // Gives a claim, because facts of the opening hold until the first claim.
  bool GiveClaim(const Hand& hand, SeatSpec& claimer) const {
    Counts pool = pool_;
    ForEach(hand.tiles.Kinds() & pool_.Kinds(),
            [&](Tile tile) { pool.Remove(tile, std::min(pool[tile], hand.tiles[tile])); });
    const TileMask threes = pool.AtLeast(3);
    if (threes == 0) return false;
    claimer.melds = {{MeldKind::kPeng, static_cast<Tile>(std::countr_zero(threes)),
                      static_cast<Seat>(flow_.seats() - 1), 0}};
    return true;
  }

  // Gives the winning tile and tiles that no other seat needs.
  bool GivePayer(const Hand& hand, Way way, SeatSpec& payer) {
    Counts pool = pool_;
    const Counts used = hand.tiles;
    bool enough = true;
    ForEach(used.Kinds() & pool_.Kinds(), [&](Tile tile) {
      enough = enough && pool[tile] >= used[tile];
      if (enough) pool.Remove(tile, used[tile]);
    });
    for (const Meld& meld : hand.melds) {
      if (pool[meld.tile] < 4) return false;
      pool.Remove(meld.tile, 4);
    }
    if (!enough || (pool_.Kinds() & MaskOf(hand.win)) == 0) return false;
    payer.hand_given = true;
    int size = HandSize(flow_);
    if (way == Way::kRob) {
      if (pool[hand.win] < 3) return false;
      pool.Remove(hand.win, 3);
      payer.melds = {{MeldKind::kPeng, hand.win, static_cast<Seat>(flow_.seats() - 1), 0}};
      size -= 3;
    }
    if (pool.Size() < size) return false;
    for (int i = 0; i < size; ++i) {
      const Tile tile = AnyOf(pool);
      pool.Remove(tile);
      payer.hand.push_back(tile);
    }
    payer.hand.push_back(hand.win);
    payer.drawn = hand.win;
    return true;
  }

  bool Do(Records& records, Response& response, Action action) const {
    action.ask = records.flow().window.ask;
    flow_.ProcessActionNode(records, action, response);
    return response.ok();
  }

  // ---- the win ----

  void WinNow(const Hand& hand, Way way, Records& records, Response& response) {
    NodeIndex node = kNoNode;
    for (const Offer& offer : response.choices.Of(kWinner)) {
      if (logic::Wins(*flow_.node(offer.node).impl, ByOf(way))) node = offer.node;
    }
    if (node == kNoNode || MovesNoPoints(flow_.node(node))) return;
    const WinCase win = score::CaseOf(board_(records), kWinner);
    score::Verdict verdict;
    if (judge_ != nullptr) judge_->Evaluate(records, win, verdict);
    const table::PerParty<std::int32_t> before = PointsOf(records);
    // All other asked seats pass.
    for (Seat seat = 0; seat < flow_.seats(); ++seat) {
      if (seat == kWinner || (records.flow().window.active & MaskOf(seat)) == 0) continue;
      const Window& window = *flow_.node(records.flow().node).window;
      for (const Edge& answer : window.answers) {
        if (answer.pass && !Do(records, response, {.node = answer.to, .seat = seat})) return;
      }
    }
    if (!Do(records, response, {.node = node, .seat = kWinner})) return;
    if (judge_ != nullptr && verdict.win) {
      if (verdict.line_count == 0 && verdict.value == 0)
        return Note(node, way, hand, Lack::kWorthNothing);
      if (!hand.plain && !Counted(verdict)) return Note(node, way, hand, Lack::kNotCounted);
      if (verdict.value == 0) return;  // all rows say fan: 0
    }
    if (PointsOf(records) == before && !PaidLater(flow_.node(node)))
      Note(node, way, hand, Lack::kNoPoints);
  }

  bool Counted(const score::Verdict& verdict) const {
    return std::ranges::any_of(
        verdict.Lines(), [&](const score::FanLine& line) { return judge_->CountsHand(line.row); });
  }

  // Points of each party, earlier hands included.
  table::PerParty<std::int32_t> PointsOf(const Records& records) const {
    table::PerParty<std::int32_t> points = match_(records).score;
    if (!ledger_) return points;
    for (std::size_t i = 0; i < points.size(); ++i) points[i] += (*ledger_)(records).points[i];
    return points;
  }

  template <typename Visit>
  static void EffectsOf(const Node& node, Visit&& visit) {
    for (const auto& hook : node.hooks) {
      for (const RoleUse<Effect>& effect : hook) visit(effect);
    }
  }
  static bool MovesNoPoints(const Node& node) {
    bool found = false;
    EffectsOf(node, [&](const RoleUse<Effect>& effect) {
      found = found || dynamic_cast<const score::UnpaidWins*>(effect.part) != nullptr;
    });
    return found;
  }
  // Another node than the win node may pay wins, for example at the end of the hand.
  bool PaidLater(const Node& win) const {
    bool found = false;
    for (const Node& node : flow_.nodes()) {
      if (&node == &win || logic::Wins(*node.impl)) continue;
      EffectsOf(node, [&](const RoleUse<Effect>& effect) {
        found = found || dynamic_cast<const score::WinPayer*>(effect.part) != nullptr;
      });
    }
    return found;
  }

  // ---- what was found ----

  struct Finding {
    std::string shape;
    NodeIndex node;
    Lack lack;
    std::vector<std::string> ways;
    std::string hand;
    std::string first;  // the way of `hand`
  };

  void Note(NodeIndex node, Way way, const Hand& hand, Lack lack) {
    const std::string name(kWayNames[static_cast<std::size_t>(way)]);
    for (Finding& known : findings_) {
      if (known.shape != shape_ || known.node != node || known.lack != lack) continue;
      if (std::find(known.ways.begin(), known.ways.end(), name) == known.ways.end())
        known.ways.push_back(name);
      return;
    }
    findings_.push_back({shape_, node, lack, {name}, TextOf(hand), name});
  }

  Faults Report() const {
    Faults faults;
    for (const Finding& found : findings_) {
      const Node& node = flow_.node(found.node);
      std::string ways;
      for (const std::string& way : found.ways) ways += (ways.empty() ? "" : ", ") + way;
      const std::string lack = fmt::format(
          "a win is worth {}: \"{}\"",
          found.lack == Lack::kNotCounted ? "as much as a plain one" : "nothing", found.shape);
      const std::string won = fmt::format("{}, won {} ({}): ", lack, ways, found.hand);
      const std::string minimum = fmt::format("or a minimum_fan under if: of \"{}\"", node.id);
      switch (found.lack) {
        case Lack::kWorthNothing:
          faults.push_back({"C01", node.where,
                            won +
                                "no row of the fan table counts it; add a row that does (fan: 0 "
                                "where it is meant to be worth nothing), " +
                                minimum,
                            lack});
          break;
        case Lack::kNotCounted:
          faults.push_back({"C01", node.where,
                            won +
                                "no row of the fan table counts the hand; add a row that does (of "
                                "a plain win's fan where that is meant), " +
                                minimum,
                            lack});
          break;
        case Lack::kNoPoints:
          faults.push_back(
              {"C02", node.where,
               won + fmt::format("\"{}\" moves no points; add settle: win_points to it, "
                                 "or settle: no_points where that is meant",
                                 node.id),
               lack});
          break;
      }
    }
    return faults;
  }

  const Flow& flow_;
  const int hands_;
  std::uint32_t drawn_ = 0;
  Stream random_;
  const logic::WinRule* rule_ = nullptr;
  const logic::TileSet* tiles_ = nullptr;
  const logic::WinShape* plain_shape_ = nullptr;
  const score::Judge* judge_ = nullptr;
  Slot<Board> board_;
  Slot<table::Match> match_;
  std::optional<Slot<table::Ledger>> ledger_;
  Value state_;
  Counts pool_;  // natural tiles in play
  Counts wild_tiles_;
  std::string shape_;  // of the hands being built
  std::vector<Finding> findings_;
};

}  // namespace

Faults CheckWorth(const Flow& flow, int hands) { return WorthCheck(flow, hands).Run(); }

void AddWorthless(const Flow& flow, std::string_view options, Faults& faults) {
  constexpr int kHandsOfDefaults = 6, kHandsOfValue = 1;
  for (Fault& fault : CheckWorth(flow, options.empty() ? kHandsOfDefaults : kHandsOfValue)) {
    const auto same = [&](const Fault& known) {
      return known.code == fault.code && known.where.Text() == fault.where.Text() &&
             known.about == fault.about;
    };
    if (std::any_of(faults.begin(), faults.end(), same)) continue;
    if (!options.empty()) fault.message += fmt::format(" (with{})", options);
    faults.push_back(std::move(fault));
  }
}

}  // namespace mlf::tools
