// The skills of the seats: when each hook is called, what the wall gives, and which questions are
// open. docs/en/skills.md names the hooks H1 to H16.
#include <mlf/components/dead_wall.h>
#include <mlf/components/dora.h>
#include <mlf/components/fact_node.h>
#include <mlf/components/missed_wins.h>
#include <mlf/components/skill_table.h>
#include <mlf/components/win_node.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/check.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

#include <algorithm>
#include <numeric>

namespace mlf::skills {

void SkillCursor::Check(const Validation& check) const {
  check.Require(copy <= 1 && silent <= 1, "a flag is 0 or 1");
  check.Require(copy == 0, "the records are a table, not a copy that looks ahead");
  check.Require(reserved == decltype(reserved){}, "the unused bytes are zero");
  check.RequireSeatsOnly(secrets, "only seats have skills");
}

void PreparedWeights::Check(const Validation& check) const {
  check.Require(count <= kMost, "the list holds the weights that are prepared");
  for (std::uint32_t i = 0; i < kMost; ++i) {
    const One& one = list[i];
    check.Require(one.place < table::kMaxTiles && (one.kind & ~int{kOfReserve}) < kMaxPieces,
                  "a weight is of a kind at a place of the wall");
    check.Require(i < count || (one.weight == 0 && one.place == 0 && one.kind == 0),
                  "the unused entries are zero");
  }
}

void SkillDesk::Check(const Validation& check) const {
  check.RequireSeatsOnly(question, "only seats have checklists");
  check.RequireSeatsOnly(popups, "only seats are shown texts");
  const unsigned seats = check.Seats();
  check.Require(((open | click | spared) & ~seats) == 0, "only seats have skills");
  for (Seat seat = 0; seat < check.flow.seats(); ++seat)
    check.Require(((open >> seat) & 1) == (question[seat] != 0 ? 1 : 0),
                  "an open checklist has a number", seat);
  check.Require(asker >= 0 && asker < check.flow.seats(), "a seat was to move");
  check.Require(facts_asked <= kMaxFacts && facts_known >> facts_asked == 0,
                "a known fact has been asked for");
  check.Require(spared_tile < 64, "the spared piece is a tile");
}

namespace {

const EventType kPoppedUp{"popped_up", "{seat} 看到一段文字", "{seat} is shown a text"};
constexpr Reason kNoQuestion{"no_skill_question", "技能现在没有要问的",
                             "the skill asks nothing now"};

std::vector<Item> ButtonItem() {
  return {{.zh = "发动技能", .en = "use the skill", .able = true, .on = false, .radio = false}};
}

}  // namespace

// ---- Construction ----

SkillTable::SkillTable(Params& params)
    : table_(params),
      fate_(params.Slot<table::WallFate>()),
      cursor_(params.Slot<SkillCursor>()),
      desk_(params.Slot<SkillDesk>()),
      prepared_(params.Slot<PreparedWeights>()),
      late_(params.Enum("wall_mode", 0, {"late", "shuffled"},
                        {"牌墙：开到哪张才定哪张，或开局洗定",
                         "the wall: a tile is decided when it is opened, or when it is built"}) ==
            0),
      retry_limit_(
          params.Int("retry_limit", 1000, 0, 1000000,
                     {"一副起手最多重发几次", "how often an opening hand is dealt again"})),
      conflict_(params.Enum("fixed_conflict", Conflict::kFirst, {"first", "error"},
                            {"两个技能定同一张：先定的算，或出错",
                             "two skills fix one place: the first counts, or it is an error"})),
      nested_(params.Bool("nested_skills", true,
                          {"预演里技能也发动", "skills work in a copy that looks ahead"})),
      filter_counts_as_pass_(params.Bool(
          "filter_counts_as_pass", true,
          {"被技能禁止的胡算放过", "a win that a filter takes away counts as passed up"})),
      seats_(params.seats()),
      wall_stream_(params.Stream("wall")),
      skill_stream_(params.Stream("skill")) {
  const Value& list =
      params.Raw("seats", {"各家的技能，none 表示没有", "the skills by seat; none = no skill"});
  Seat seat = 0;
  for (const Value& item : list.items()) {
    if (seat >= table::kMaxPlayers) break;
    OfSeat& own = skills_[seat++];
    if (item.IsNull() || (item.IsScalar() && item.text() == "none")) continue;
    own.skill = params.PartFrom<Skill>(item);
    own.name = item.IsMap() && !item.entries().empty() ? item.entries()[0].key : item.text();
    if (own.skill == nullptr) continue;
    used_ |= own.skill->uses();
    for (const FactDecl& fact : own.skill->facts()) {
      if (std::ranges::find(facts_, fact.name, &FactDecl::name) == facts_.end())
        facts_.push_back(fact);
    }
  }
  if (facts_.size() > kMaxFacts)
    params.Fault("the skills read more than " + std::to_string(kMaxFacts) +
                 " facts; seat fewer of them");
  if (!facts_.empty()) params.Brings(kBystanderTopic);
}

template <typename Visit>
void SkillTable::ForEachSkill(Step& step, Visit&& visit) const {
  if (Silent(step.records)) return;
  for (Seat seat = 0; seat < seats_; ++seat) {
    if (skills_[seat].skill == nullptr) continue;
    SkillStep one(step, *this, seat);
    visit(*skills_[seat].skill, one);
  }
}

unsigned SkillTable::Filters(const Records& records, Seat who) const {
  if (Silent(records)) return 0;
  unsigned all = 0;
  for (Seat me = 0; me < seats_; ++me) {
    if (skills_[me].skill != nullptr) all |= skills_[me].skill->Filters(records, me, who);
  }
  return all;
}

// ---- The wall ----

void SkillTable::DecidePlace(
    Step& step, int place,
    const std::function<void(const Skill&, SkillStep&, Weights&)>& collect) const {
  Weights weights;
  ForEachSkill(step, [&](const Skill& skill, SkillStep& one) { collect(skill, one, weights); });
  table::LateWall wall = Wall(step.records);
  if (!wall.IsOpen(place)) return DropPrepared(step.records, place);
  AddPrepared(step.records, place, weights);
  DropPrepared(step.records, place);
  Stream chance = WallChance(step);
  wall.Decide(place, weights, chance);
}

bool SkillTable::Prepare(Records& records, int place, Tile kind, bool reserve, int weight) const {
  if (!Wall(records).IsOpen(place) || kind >= kMaxPieces) return false;
  PreparedWeights& prepared = prepared_(records);
  const auto end = prepared.list.begin() + prepared.count;
  const int of = kind | (reserve ? PreparedWeights::kOfReserve : 0);
  auto one = std::find_if(prepared.list.begin(), end, [&](const PreparedWeights::One& known) {
    return known.place == place && known.kind == of;
  });
  if (one == end) {
    MLF_CHECK(prepared.count < PreparedWeights::kMost,
              "skills prepare more than 8 weights; prepare them nearer to the draw, or fix tiles");
    ++prepared.count;
    *one = {0, static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(of)};
  }
  const int sum = one->weight + weight;
  MLF_CHECK(sum >= -PreparedWeights::kHeaviest && sum <= PreparedWeights::kHeaviest,
            "a prepared weight is between -30000 and 30000");
  one->weight = static_cast<std::int16_t>(sum);
  return true;
}

void SkillTable::AddPrepared(const Records& records, int place, Weights& weights) const {
  const PreparedWeights& prepared = prepared_(records);
  for (std::uint32_t i = 0; i < prepared.count; ++i) {
    const PreparedWeights::One& one = prepared.list[i];
    if (one.place != place) continue;
    if ((one.kind & PreparedWeights::kOfReserve) != 0) {
      weights.AddReserve(static_cast<Tile>(one.kind & ~int{PreparedWeights::kOfReserve}),
                         one.weight);
    } else {
      weights.Add(one.kind, one.weight);
    }
  }
}

void SkillTable::DropPrepared(Records& records, int place) const {
  PreparedWeights& prepared = prepared_(records);
  if (prepared.count == 0) return;
  const auto begin = prepared.list.begin(), end = begin + prepared.count;
  const auto kept = std::remove_if(begin, end, [&](const auto& one) { return one.place == place; });
  std::fill(kept, end, PreparedWeights::One{});
  prepared.count = static_cast<std::uint32_t>(kept - begin);
}

void SkillTable::DecideDraw(Step& step) const {
  const Board& board = table_.board(step.records);
  if (!board.wall.CanDraw()) return;
  const bool replacement = board.turn.from_tail != 0;
  const Seat who = board.turn.drawer;
  DecidePlace(step, replacement ? board.wall.tail - 1 : board.wall.head,
              [&](const Skill& skill, SkillStep& one, Weights& weights) {
                skill.OnDraw(one, who, replacement, weights);
              });
}

void SkillTable::DecideTurnedUp(Step& step) const {
  const Board& board = table_.board(step.records);
  if (board.wall.Left() == 0) return;
  DecidePlace(step, board.wall.head, [](const Skill& skill, SkillStep& one, Weights& weights) {
    skill.OnFlipIndicator(one, weights);
  });
}

void SkillTable::BeforeIndicator(Step& step, int place, bool below) const {
  SeatMask winners = 0;
  if (below) {
    winners = MaskOf(step.seat);
    for (const Action& winner : step.winners) winners |= MaskOf(winner.seat);
  }
  const bool open = Wall(step.records).IsOpen(place);
  if (!open) return;  // decided before: skills have had their say
  DecidePlace(step, place, [&](const Skill& skill, SkillStep& one, Weights& weights) {
    if (below) {
      skill.OnDigUra(one, winners, weights);
    } else {
      skill.OnFlipIndicator(one, weights);
    }
  });
}

// ---- Dice ----

void SkillTable::BeforeDice(Step& step) const {
  ForEachSkill(step, [](const Skill& skill, SkillStep& one) { skill.OnDice(one); });
}

void SkillTable::BendFirstDice(Step& step, Stream& dice) const {
  const auto* node = dynamic_cast<const logic::DealerNode*>(step.flow.node(step.action.node).impl);
  if (node == nullptr || !node->ThrowsForFirstDealer(step.records)) return;
  const table::MatchMoves match = table_.match_moves(step.records);
  FirstDice first{table::ThrowDice(match, dice), *node, seats_};
  ForEachSkill(step, [&](const Skill& skill, SkillStep& one) { skill.OnFirstDice(one, first); });
  for (const std::uint8_t die : first.dice) MLF_CHECK(die >= 1 && die <= 6, "a die shows 1 to 6");
  table::GiveDice(match, first.dice);
}

// ---- The deal ----

// Tries the plans of the seats in random order until no two are in conflict.
bool SkillTable::Bargain(Step& step, table::PerSeat<TileClaims>& chosen) const {
  struct Offer {
    Seat seat;
    std::vector<TileClaims> plans;
    std::vector<int> order;
  };
  std::vector<Offer> offers;
  ForEachSkill(step, [&](const Skill& skill, SkillStep& one) {
    Offer offer{one.me, skill.OnBargain(one), {}};
    if (!offer.plans.empty()) offers.push_back(std::move(offer));
  });
  if (offers.empty()) return false;
  for (Offer& offer : offers) {
    offer.order.resize(offer.plans.size());
    std::iota(offer.order.begin(), offer.order.end(), 0);
    Stream random = step.Random(skill_stream_);
    random.Shuffle(std::span(offer.order));
  }
  const table::LateWall::Copies stock = Wall(step.records).Stock();
  const auto fits = [&](const std::vector<int>& picks) {
    for (Tile kind = 0; kind < kMaxPieces; ++kind) {
      int whole = 0, any = 0, four = 0;
      for (std::size_t i = 0; i < picks.size(); ++i) {
        const Claim claim = offers[i].plans[static_cast<std::size_t>(picks[i])][kind];
        whole += claim == Claim::kAll || claim == Claim::kFour ? 1 : 0;
        four += claim == Claim::kFour ? 1 : 0;
        any += claim == Claim::kAny ? 1 : 0;
      }
      if (whole > 1 || (whole > 0 && any > 0) || stock[kind] < any || (four > 0 && stock[kind] < 4))
        return false;
    }
    return true;
  };
  std::vector<std::size_t> at(offers.size(), 0);
  for (;;) {
    std::vector<int> picks;
    picks.reserve(offers.size());
    for (std::size_t i = 0; i < offers.size(); ++i) picks.push_back(offers[i].order[at[i]]);
    if (fits(picks)) {
      for (std::size_t i = 0; i < offers.size(); ++i) {
        chosen[offers[i].seat] = offers[i].plans[static_cast<std::size_t>(picks[i])];
        SkillStep one(step, *this, offers[i].seat);
        skills_[offers[i].seat].skill->OnBargained(one, picks[i]);
      }
      return true;
    }
    std::size_t digit = 0;
    while (digit < at.size() && ++at[digit] == offers[digit].plans.size()) at[digit++] = 0;
    if (digit == at.size()) return false;
  }
}

void SkillTable::DecideDeal(Step& step, int hand, bool extra) const {
  const Board& board = table_.board(step.records);
  const int first = board.wall.head;
  table::PerSeat<int> begin{}, filled{};
  for (int turn = 0; turn < seats_; ++turn)
    begin[(board.dealer + turn) % seats_] = first + turn * hand;
  table::LateWall wall = Wall(step.records);
  Stream chance = WallChance(step);
  const auto give = [&](Seat seat, Tile kind) {
    if (filled[seat] < hand && wall.Fix(begin[seat] + filled[seat], kind, chance)) ++filled[seat];
  };

  if ((used_ & kUsesDeal) != 0 && !Silent(step.records)) {
    // 1. Raids.
    table::PerSeat<Wishes> raids;
    ForEachSkill(step,
                 [&](const Skill& skill, SkillStep& one) { skill.OnRaid(one, raids[one.me]); });
    for (const bool high : {true, false}) {
      for (Seat seat = 0; seat < seats_; ++seat) {
        for (const Wishes::Wish& wish : raids[seat].list) {
          if (wish.high == high && wall.Stock(wish.kind) > 0) give(seat, wish.kind);
        }
      }
    }
  }
  // 2. Plans.
  table::PerSeat<TileClaims> plans{};
  if ((used_ & kUsesDeal) != 0) Bargain(step, plans);
  // 3. The first indicator.
  if (const auto* dead = step.flow.Shared<logic::DeadWallRule>("dead_wall"))
    BeforeIndicator(step, dead->PlaceOf(board.wall.size, 0, false), false);
  table::PerSeat<Weights> weights{};
  if ((used_ & kUsesDeal) != 0 && !Silent(step.records)) {
    // 4. Begging.
    ForEachSkill(step, [&](const Skill& skill, SkillStep& one) {
      Wishes wishes;
      skill.OnBeg(one, wishes);
      for (const Wishes::Wish& wish : wishes.list) {
        bool hidden = false;
        for (Seat other = 0; other < seats_; ++other) {
          const Claim claim = plans[other][wish.kind];
          hidden |= other != one.me && (claim == Claim::kAll || claim == Claim::kFour);
        }
        if (!hidden && wall.Stock(wish.kind) > 0) give(one.me, wish.kind);
      }
    });
    // 5. Weights.
    ForEachSkill(step, [&](const Skill& skill, SkillStep& one) { skill.OnMonkey(one, weights); });
  }
  // 6. The rest of each hand, until no skill rejects it.
  for (Seat seat = 0; seat < seats_; ++seat) {
    const Counts reserve = wall.fate().reserve;
    for (int tries = 0;; ++tries) {
      for (int i = filled[seat]; i < hand; ++i) {
        const int place = begin[seat] + i;
        if (!wall.IsOpen(place)) continue;
        Weights of_place = weights[seat];
        AddPrepared(step.records, place, of_place);
        if (tries > 0 && of_place.Empty()) {
          wall.DecideAnew(place, chance);
        } else {
          wall.Decide(place, of_place, chance);
        }
      }
      if ((used_ & kUsesDeal) == 0 || tries >= retry_limit_) break;
      Counts tiles;
      for (int i = 0; i < hand; ++i) {
        const int place = begin[seat] + i;
        tiles.Add(table::KindOf(board.wall.tiles[static_cast<std::size_t>(place)]));
      }
      bool accepted = true;
      ForEachSkill(step, [&](const Skill& skill, SkillStep& one) {
        accepted = accepted && skill.CheckInit(one, seat, tiles, tries);
      });
      if (accepted) break;
      for (int i = filled[seat]; i < hand; ++i) wall.Reopen(begin[seat] + i);
      wall.fate().reserve = reserve;
    }
    for (int i = 0; i < hand; ++i) DropPrepared(step.records, begin[seat] + i);
  }
  if (!extra) return;
  const Seat dealer = board.dealer;
  DecidePlace(step, first + seats_ * hand, [&](const Skill& skill, SkillStep& one, Weights& w) {
    skill.OnDraw(one, dealer, false, w);
  });
}

// ---- Questions ----

Seat SkillTable::Asked(const Records& records) const {
  const SeatMask open = desk_(records).open;
  return open == 0 ? kNoSeat : static_cast<Seat>(std::countr_zero(unsigned{open}));
}

std::vector<Item> SkillTable::ItemsOf(const Records& records, Seat seat) const {
  const std::uint8_t question = desk_(records).question[seat];
  if (question == 0 || skills_[seat].skill == nullptr) return {};
  if (question == kClickFirst) return ButtonItem();
  std::vector<Item> items = skills_[seat].skill->Items(records, seat, question);
  MLF_CHECK(items.size() <= kMaxItems, "a checklist has at most 16 items");
  return items;
}

void SkillTable::OfferTo(const Records& records, Seat seat, OfferSink& sink) const {
  if (seat >= seats_) return sink.Because(kNoQuestion);
  const SkillDesk& desk = desk_(records);
  if (desk.open == 0) {
    if ((desk.click & MaskOf(seat)) == 0 || !sink.has_other_offer())
      return sink.Because(kNoQuestion);
    return sink.Bits(1, 0, 1);
  }
  if (Asked(records) != seat) return sink.Because(kNoQuestion);
  std::uint32_t able = 0, radio = 0, bit = 1;
  for (const Item& item : ItemsOf(records, seat)) {
    if (item.able) able |= bit;
    if (item.radio) radio |= bit;
    bit <<= 1;
  }
  sink.Bits(able, radio);
}

void SkillTable::Answer(Step& step) const {
  SkillDesk& desk = desk_(step.records);
  const Seat seat = step.seat;
  const auto ticked = static_cast<std::uint32_t>(step.action.value);
  const std::uint8_t question = desk.question[seat];
  desk.click &= static_cast<SeatMask>(~MaskOf(seat));
  desk.open &= static_cast<SeatMask>(~MaskOf(seat));
  desk.question[seat] = 0;
  ++cursor_(step.records).secrets[seat];
  if (question == kClickFirst && ticked == 0) return;
  SkillStep one(step, *this, seat);
  const Handled handled =
      skills_[seat].skill->Handle(one, question == kClickFirst ? 0 : question, ticked);
  if (handled.handled && handled.next != 0) one.Ask(handled.next);
}

// Whether the window of the node that runs would offer `seat` an ordinary choice.
bool SkillTable::HasChoices(Step& step, Seat seat) const {
  FlowState& state = step.records.flow();
  const NodeIndex before = state.node;
  state.node = step.action.node;
  Choices choices;
  step.flow.OffersTo(step.records, seat, choices);
  state.node = before;
  return !choices.Of(seat).empty();
}

// The wins on the tile in question that filters take away.
void SkillTable::NoteFiltered(Step& step) const {
  const Board& board = table_.board(step.records);
  SkillDesk& desk = desk_(step.records);
  desk.spared = 0;
  desk.spared_tile = 0;
  if ((used_ & kUsesFilters) == 0 || board.turn.focus == table::Focus::kNone) return;
  const auto* win = step.flow.Shared<logic::WinRule>("win");
  if (win == nullptr) return;
  const Tile tile = board.turn.focus_tile;
  const auto by =
      board.turn.focus == table::Focus::kDiscard ? logic::WinBy::kDiscard : logic::WinBy::kRob;
  for (Seat seat = 0; seat < seats_; ++seat) {
    if (seat == board.turn.focus_seat || !board.InHand(seat) ||
        !win->CanWin(step.records, seat, tile, by) || (Filters(step.records, seat) & kNoRon) == 0)
      continue;
    for (const auto& part : step.flow.parts()) {
      const auto* book = dynamic_cast<const logic::MissedWinBook*>(part.get());
      if (book == nullptr) continue;
      if (filter_counts_as_pass_) {
        book->Note(step.records, seat);
      } else if (!book->Noted(step.records, seat, tile)) {
        desk.spared |= MaskOf(seat);
        desk.spared_tile = tile;
      }
    }
  }
}

void SkillTable::Activate(Step& step, Moment moment) const {
  if (Silent(step.records)) return;
  SkillDesk& desk = desk_(step.records);
  FlowState& state = step.records.flow();
  desk.open = desk.click = 0;
  desk.question = {};
  desk.asker = state.actor;
  if (moment == Moment::kClaims) NoteFiltered(step);
  const unsigned asks = moment == Moment::kDice   ? kAsksAtDice
                        : moment == Moment::kTurn ? kAsksInTurn
                                                  : kAsksAtClaims;
  for (Seat seat = 0; seat < seats_; ++seat) {
    const Skill* skill = skills_[seat].skill;
    if (skill == nullptr || (skill->uses() & asks) == 0) continue;
    if (moment == Moment::kTurn && seat != state.actor) continue;
    if (moment == Moment::kClaims) {
      // Other seats' checklists would bar the offers that are looked at.
      const SeatMask open = std::exchange(desk.open, SeatMask{0});
      const bool has = seat != state.actor && HasChoices(step, seat);
      desk.open = open;
      if (!has) continue;
    }
    SkillStep one(step, *this, seat);
    skill->OnActivate(one, moment);
    if (moment == Moment::kTurn || (desk.click & MaskOf(seat)) == 0) continue;
    // A button beside the choices of several seats would make their answers stale.
    desk.click &= static_cast<SeatMask>(~MaskOf(seat));
    if ((desk.open & MaskOf(seat)) != 0) continue;
    desk.open |= MaskOf(seat);
    desk.question[seat] = kClickFirst;
  }
}

// ---- Facts ----

const FactDecl* SkillTable::FactAsked(const Records& records) const {
  const std::size_t asked = desk_(records).facts_asked;
  return asked < facts_.size() ? &facts_[asked] : nullptr;
}

void SkillTable::TakeFact(Records& records, int value) const {
  SkillDesk& desk = desk_(records);
  const std::size_t asked = desk.facts_asked++;
  if (value == logic::kFactUnknown) return;
  desk.facts[asked] = static_cast<std::int16_t>(value);
  desk.facts_known |= static_cast<std::uint8_t>(1u << asked);
}

std::optional<int> SkillTable::Fact(const Records& records, std::string_view name) const {
  const SkillDesk& desk = desk_(records);
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    if (facts_[i].name == name && (desk.facts_known >> i & 1) != 0) return desk.facts[i];
  }
  return std::nullopt;
}

// ---- What passes ----

void SkillTable::TellAnswers(Step& step) const {
  SkillDesk& desk = desk_(step.records);
  // After the effects of the variant have noted who let the tile go.
  if (desk.spared != 0) {
    for (const auto& part : step.flow.parts()) {
      const auto* book = dynamic_cast<const logic::MissedWinBook*>(part.get());
      if (book == nullptr) continue;
      ForEachSeat(desk.spared, [&](Seat seat) {
        book->Forget(step.records, seat, static_cast<Tile>(desk.spared_tile));
      });
    }
  }
  TellNewAnswers(step);
}

void SkillTable::TellNewAnswers(Step& step) const {
  const FlowState& state = step.records.flow();
  if (state.node == kNoNode) return;
  const Node& asking = step.flow.node(state.node);
  if (!asking.window) return;
  SkillCursor& cursor = cursor_(step.records);
  if (cursor.told_ask != state.window.ask) {
    cursor.told_ask = state.window.ask;
    cursor.heard_from = 0;
  }
  const auto answers = static_cast<SeatMask>(state.window.answered & ~cursor.heard_from);
  cursor.heard_from = state.window.answered;
  ForEachSeat(answers, [&](Seat seat) {
    const StoredAnswer& answer = state.window.answers[seat];
    Action action{.node = asking.window->answers[answer.edge].to,
                  .seat = seat,
                  .count = answer.count,
                  .pieces = answer.pieces,
                  .ask = state.window.ask,
                  .value = answer.value};
    if (seat >= seats_ || step.flow.node(action.node).type == "ji_neng") return;
    ForEachSkill(step, [&](const Skill& skill, SkillStep& one) { skill.OnInbox(one, action); });
  });
}

void SkillTable::TellEvents(Step& step) const {
  SkillCursor& cursor = cursor_(step.records);
  const std::uint32_t version = step.records.flow().version;
  if (cursor.version != version || cursor.events > step.events().size()) {
    cursor.version = version;
    cursor.events = 0;
  }
  // A text that a skill shows when it observes an event is an event too.
  for (; cursor.events < step.events().size(); ++cursor.events) {
    const Event event = step.events()[cursor.events];
    const std::size_t before = step.events().size();
    ForEachSkill(step, [&](const Skill& skill, SkillStep& one) { skill.OnEvent(one, event); });
    MLF_CHECK(event.type->id != kPoppedUp.id || step.events().size() == before,
              "a skill answers a text with a text, without end");
  }
}

std::uint32_t SkillTable::HiddenWindows(const Records& records, Seat seat) const {
  const auto& secrets = cursor_(records).secrets;
  std::uint32_t all = 0;
  for (Seat other = 0; other < seats_; ++other) {
    if (other != seat) all += secrets[other];
  }
  return all;
}

void SkillTable::Pop(Step& step, Seat seat) const {
  std::uint8_t& shown = desk_(step.records).popups[seat];
  shown = static_cast<std::uint8_t>(shown == 255 ? 1 : shown + 1);
  step.Emit(kPoppedUp, seat).Only(MaskOf(seat)).value = shown;
}

std::string SkillTable::PopUpText(const Records& records, Seat seat, Lang lang) const {
  if (seat < 0 || seat >= seats_ || skills_[seat].skill == nullptr ||
      desk_(records).popups[seat] == 0)
    return {};
  return skills_[seat].skill->PopUpText(records, seat, lang);
}

std::vector<Reason> SkillTable::Names() const {
  std::vector<Reason> names;
  for (const OfSeat& own : skills_) {
    const Skill::Name name = own.skill == nullptr ? Skill::Name{} : own.skill->name();
    if (!name.zh.empty()) names.push_back({own.name, name.zh, name.en});
  }
  return names;
}

// ---- State ----

// Skills remember in slots of their own; a position begins without.
void SkillTable::HideFrom(Records& seen, Seat viewer) const {
  fate_(seen) = {};
  prepared_(seen) = {};
  SkillDesk& desk = desk_(seen);
  for (Seat seat = 0; seat < seats_; ++seat) {
    if (seat == viewer) continue;
    cursor_(seen).secrets[seat] = 0;
    desk.question[seat] = desk.popups[seat] = 0;
    desk.open = static_cast<SeatMask>(desk.open & ~MaskOf(seat));
    desk.click = static_cast<SeatMask>(desk.click & ~MaskOf(seat));
    desk.spared = static_cast<SeatMask>(desk.spared & ~MaskOf(seat));
  }
}

std::optional<std::string> SkillTable::ReadState(Records&, Seat, const Value&) const {
  return std::nullopt;
}

Value SkillTable::WriteState(const Records& records, Seat seat, Seat viewer) const {
  if (seat < 0 || seat >= seats_ || skills_[seat].skill == nullptr) return {};
  Value map = Value::Map({{"skill", Value(skills_[seat].name)}});
  if (viewer != kNoSeat && viewer != seat) return map;
  const std::vector<Item> items = ItemsOf(records, seat);
  if (!items.empty()) {
    std::vector<Value> list;
    list.reserve(items.size());
    for (const Item& item : items)
      list.push_back(Value::Map({{"zh", Value(item.zh)},
                                 {"en", Value(item.en)},
                                 {"able", Value(item.able)},
                                 {"on", Value(item.on)},
                                 {"radio", Value(item.radio)}}));
    map.Set("items", Value::List(std::move(list)));
  }
  const std::string text = PopUpText(records, seat, Lang::kEn);
  if (!text.empty()) {
    map.Set("zh", Value(PopUpText(records, seat, Lang::kZh)));
    map.Set("en", Value(text));
  }
  return map;
}

void SkillTable::CheckRecords(const Validation& check) const {
  const table::Wall& wall = table_.board(check.records).wall;
  const table::WallFate& fate = fate_(check.records);
  for (int place = wall.size; place < table::kMaxTiles; ++place)
    check.Require((fate.decided[static_cast<std::size_t>(place) / 64] >> (place % 64) & 1) == 0,
                  "the decided places are places of the wall", place);
  table::LateWall::Copies open{};
  for (int place = wall.head; place < wall.tail; ++place) {
    if ((fate.decided[static_cast<std::size_t>(place) / 64] >> (place % 64) & 1) == 0)
      ++open[table::KindOf(wall.tiles[static_cast<std::size_t>(place)])];
  }
  ForEach(fate.reserve.Kinds(), [&](Tile kind) {
    check.Require(fate.reserve[kind] <= open[kind], "the reserve holds tiles of the wall", kind);
  });
  const SkillDesk& desk = desk_(check.records);
  for (Seat seat = 0; seat < seats_; ++seat)
    check.Require(desk.question[seat] == 0 || skills_[seat].skill != nullptr,
                  "only a skill has a checklist", seat);
  check.Require(desk.facts_asked <= facts_.size(), "only the facts of the skills are asked for");
}

void RegisterSkillTable(Registry& registry) { registry.Add<SkillTable>(); }

}  // namespace mlf::skills
