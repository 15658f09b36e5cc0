#include "bindings/python/core.h"
#include "flow/record/describe.h"

#include <mlf/flow/random.h>
#include <mlf/flow/text.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace mlf::python {

using table::Tile;

namespace {

constexpr int kCombos = 16;
constexpr int kMostValues = 64;

template <typename T>
Slot<T> Required(const Flow& flow) {
  const auto slot = table::FindSlot<T>(flow);
  if (!slot) throw std::invalid_argument(flow.name() + " has no table of tiles");
  return *slot;
}

// Whether `left` more pieces, none lower than `low`, can complete picks of `group` (-1: of any).
bool CanComplete(const Domain& domain, const Counts& pool, Piece low, int left, int group) {
  int held = 0;
  for (Piece piece = low; piece < kPieces; ++piece) {
    if (group < 0 || GroupOf(piece) == group) held += pool[piece];
  }
  return held >= left || domain.take == 0;
}

std::string_view KindWord(Domain::Kind kind) {
  constexpr std::string_view kWords[] = {"none",   "nothing", "piece", "combo",
                                         "subset", "value",   "range", "bits"};
  return kWords[kind];
}

}  // namespace

// ---- Actions as numbers ----

ActionCode::ActionCode(const Flow& flow) : flow_(flow), block_of_(flow.nodes().size(), -1) {
  for (NodeIndex node = 0; node < flow.nodes().size(); ++node) {
    const ActionNode* const logic = flow.node(node).impl;
    if (logic == nullptr || !logic->player()) continue;
    Block block{node, logic->payload(), size_, 1};
    switch (block.kind) {
      case Domain::kNone:
      case Domain::kNothing: break;
      case Domain::kPiece:
      case Domain::kSubset: block.size = kPieces; break;
      case Domain::kCombo: block.size = kCombos; break;
      case Domain::kValue:
        for (block.size = 0; !logic->ValueName(block.size).empty();) ++block.size;
        if (block.size == 0) block.size = kMostValues;
        break;
      case Domain::kRange:
      case Domain::kBits: block.size = kMostValues; break;
    }
    block_of_[node] = static_cast<int>(blocks_.size());
    blocks_.push_back(block);
    size_ += block.size;
  }
}

std::string ActionCode::Name(int id) const {
  for (const Block& block : blocks_) {
    if (id < block.first || id >= block.first + block.size) continue;
    const Node& node = flow_.node(block.node);
    const int n = id - block.first;
    if (block.kind == Domain::kNothing) return node.id;
    if (block.kind == Domain::kPiece || block.kind == Domain::kSubset)
      return node.id + " " + table::TileName(static_cast<Tile>(n));
    if (block.kind == Domain::kCombo) {
      constexpr const char* kShapes[] = {" lowest", " middle", " highest", " equal"};
      if (n / 4 < 3 && n % 4 >= 2)
        return node.id + kShapes[n / 4] + (n % 4 == 2 ? " gap below" : " gap above");
      return node.id + kShapes[n / 4] + (n % 4 > 0 ? " red " + std::to_string(n % 4) : "");
    }
    const std::string_view word = node.impl->ValueName(n);
    return node.id + " " + (word.empty() ? std::to_string(n) : std::string(word));
  }
  return {};
}

std::string ActionCode::Text() const {
  std::string text;
  for (const Block& block : blocks_) {
    text += std::to_string(block.first) + " " + std::to_string(block.size) + " " +
            flow_.node(block.node).id + " " + std::string(KindWord(block.kind)) + "\n";
  }
  return text;
}

int ActionCode::ComboCode(const Domain::Combo& combo) {
  const Tile claimed = table::KindOf(combo[0]);
  int below = 0, above = 0, reds = 0, lowest = claimed, highest = claimed, sum = claimed;
  for (std::size_t i = 1; i < combo.size() && combo[i] != kNoPiece; ++i) {
    const Tile kind = table::KindOf(combo[i]);
    below += kind < claimed ? 1 : 0;
    above += kind > claimed ? 1 : 0;
    reds += table::IsRed(combo[i]) ? 1 : 0;
    lowest = std::min<int>(lowest, kind);
    highest = std::max<int>(highest, kind);
    sum += kind;
  }
  if (below == 0 && above == 0) return 4 * 3 + reds;
  const int shape = below == 0 ? 0 : above == 0 ? 2 : 1;
  if (highest - lowest == 2) return 4 * shape + reds;
  const int middle = sum - lowest - highest;
  if (highest != table::kWhite || !table::IsSuited(static_cast<Tile>(middle)))
    return 4 * shape + (highest - middle == 1 ? 2 : 3);
  // 白 in a run. For a claimed 白 the run may lie below or above what it is read as; the two begin
  // three ranks apart.
  if (middle - lowest == 2) return 4 * shape + 3;
  return 4 * shape + (shape == 2 && RankOf(static_cast<Tile>(lowest)) / 3 % 2 == 1 ? 0 : 2);
}

void ActionCode::Legal(std::span<const Offer> offers, const Picks& picks,
                       std::vector<std::int32_t>& ids) const {
  for (const Offer& offer : offers) {
    if (picks.count > 0 && offer.node != picks.node) continue;
    const Block& block = blocks_[static_cast<std::size_t>(block_of_[offer.node])];
    const Domain& domain = offer.domain;
    switch (domain.kind) {
      case Domain::kNone: break;
      case Domain::kNothing: ids.push_back(block.first); break;
      case Domain::kPiece:
      case Domain::kValue:
        ForEach(domain.mask, [&](Piece n) {
          if (n < block.size) ids.push_back(block.first + n);
        });
        break;
      case Domain::kCombo:
        for (std::size_t i = 0; i < domain.combo_count; ++i)
          ids.push_back(block.first + ComboCode(domain.combos[i]));
        break;
      case Domain::kSubset: {
        Counts pool = domain.pool;
        for (int i = 0; i < picks.count; ++i)
          pool.Remove(picks.pieces[static_cast<std::size_t>(i)]);
        const bool any = picks.count == 0;
        const Piece last = any ? Piece{0} : picks.pieces[picks.count - 1u];
        ForEach(pool.Kinds(), [&](Piece piece) {
          if (piece < last) return;
          if (!any && domain.same_group && GroupOf(piece) != GroupOf(last)) return;
          if (CanComplete(domain, pool, piece, domain.take - picks.count,
                          domain.same_group ? GroupOf(piece) : -1))
            ids.push_back(block.first + piece);
        });
        break;
      }
      case Domain::kRange:
      case Domain::kBits:
        for (std::uint64_t n = 0; n < std::min<std::uint64_t>(domain.Count(), kMostValues); ++n)
          ids.push_back(block.first + static_cast<int>(n));
        break;
    }
  }
}

std::optional<Action> ActionCode::Take(std::span<const Offer> offers, int id, Picks& picks) const {
  for (const Offer& offer : offers) {
    const Block& block = blocks_[static_cast<std::size_t>(block_of_[offer.node])];
    if (id < block.first || id >= block.first + block.size) continue;
    const int n = id - block.first;
    const Domain& domain = offer.domain;
    Action action{.node = offer.node, .seat = offer.seat};
    switch (domain.kind) {
      case Domain::kNone:
      case Domain::kNothing: break;
      case Domain::kPiece:
        action.count = 1;
        action.pieces[0] = static_cast<Piece>(n);
        break;
      case Domain::kValue: action.value = n; break;
      case Domain::kCombo:
        for (std::size_t i = 0; i < domain.combo_count; ++i) {
          if (ComboCode(domain.combos[i]) == n) domain.Nth(i, action);
        }
        break;
      case Domain::kSubset:
        picks.node = offer.node;
        picks.pieces[picks.count++] = static_cast<Piece>(n);
        if (picks.count < domain.take) return std::nullopt;
        action.count = picks.count;
        action.pieces = picks.pieces;
        break;
      case Domain::kRange:
      case Domain::kBits: domain.Nth(static_cast<std::uint64_t>(n), action); break;
    }
    picks = {};
    return action;
  }
  return std::nullopt;
}

// ---- Observations ----

Observer::Observer(const Flow& flow)
    : flow_(flow),
      sight_(flow),
      board_(Required<table::Board>(flow)),
      match_(Required<table::Match>(flow)),
      ledger_(table::FindSlot<table::Ledger>(flow)),
      indicators_(table::FindSlot<logic::Indicators>(flow)) {
  for (const auto& part : flow.parts()) {
    if (const auto* wild = dynamic_cast<const table::WildKinds*>(part.get()))
      wilds_.push_back(wild);
  }
  names_ = {"seat",        "seats",      "hand",      "node",       "actor_turn", "dealer_turn",
            "drawer_turn", "wall_left",  "wall_keep", "turned",     "dice_1",     "dice_2",
            "dealer_runs", "hands_done", "focus",     "focus_tile", "focus_turn"};
  for (int turn = 0; turn < flow.people(); ++turn) {
    for (const char* what : {"score", "points"})
      names_.push_back(what + ("_" + std::to_string(turn)));
  }
  for (int turn = 0; turn < flow.seats(); ++turn) {
    for (const char* what :
         {"count", "melds", "won", "left", "locked", "ready", "wins", "discards", "flowers"})
      names_.push_back(what + ("_" + std::to_string(turn)));
  }
  for (const Layout::Entry& slot : flow.layout().entries()) {
    if (slot.name == table::Board::kSlot || slot.name == table::Match::kSlot ||
        slot.name == table::Ledger::kSlot)
      continue;
    slots_.emplace_back(slot.offset, slot.size);
    for (int i = 0; i < slot.size; ++i) names_.push_back(slot.name + "." + std::to_string(i));
  }
}

std::vector<std::string> Observer::PlaneNames() {
  std::vector<std::string> names = {"hand",   "drawn",     "picked", "focus",
                                    "turned", "indicator", "wild"};
  for (int turn = 0; turn < table::kMaxPlayers; ++turn) {
    for (const char* what :
         {"melds", "river", "river_drawn", "river_last", "aside", "won_on", "shown"})
      names.push_back(what + ("_" + std::to_string(turn)));
  }
  return names;
}

// The seat `turn` turns after `seat`. Persons without a seat look from seat 0.
Seat Observer::Place(Seat seat, int turn) const {
  return SeatAfter(seat < flow_.seats() ? seat : Seat{0}, turn, flow_.seats());
}

int Observer::TurnOf(Seat seat, Seat from) const {
  if (seat < 0 || seat >= flow_.seats()) return seat;
  const int base = from < flow_.seats() ? from : 0;
  return (seat - base + flow_.seats()) % flow_.seats();
}

void Observer::Look(const Records& records, Seat seat, const ActionCode::Picks& picks,
                    std::uint8_t* planes, std::int32_t* flat) const {
  Records seen;
  sight_.Fill(records, seat, seen);
  FillPlanes(seen, seat, picks, planes);
  FillFlat(records, seen, seat, flat);
}

void Observer::FillPlanes(const Records& seen, Seat seat, const ActionCode::Picks& picks,
                          std::uint8_t* planes) const {
  std::memset(planes, 0, kPlaneBytes);
  const table::Board& board = board_(seen);
  const auto plane = [&](int number) { return planes + number * kPieces; };
  const auto add = [](const Counts& counts, std::uint8_t* to) {
    for (int g = 0; g < kGroups; ++g) {
      for (std::uint32_t rest = counts.group[static_cast<std::size_t>(g)]; rest != 0;) {
        const int rank = std::countr_zero(rest) / 3;
        to[g * kGroupSize + rank] = static_cast<std::uint8_t>(rest >> 3 * rank & 7);
        rest &= ~(7u << 3 * rank);
      }
    }
  };
  const auto add_hand = [&](const table::SeatBoard& own, std::uint8_t* to) {
    add(own.hand, to);
    if ((own.red & table::SeatBoard::kReds) == 0) return;
    for (const Tile red : table::kRedFives) {
      const auto reds = static_cast<std::uint8_t>(own.RedsOf(table::KindOf(red)));
      to[red] = reds;
      to[table::KindOf(red)] = static_cast<std::uint8_t>(to[table::KindOf(red)] - reds);
    }
  };
  if (seat < flow_.seats()) {
    const table::SeatBoard& own = board.seats[seat];
    add_hand(own, plane(0));
    if (own.drawn != table::kNoTile) plane(1)[own.DrawnPiece()] = 1;
  }
  for (std::size_t i = 0; i < picks.count; ++i) ++plane(2)[picks.pieces[i]];
  if (board.turn.focus != table::Focus::kNone) plane(3)[board.FocusPiece()] = 1;
  if (board.turned) plane(4)[*board.turned] = 1;
  if (indicators_) {
    for (const Tile tile : (*indicators_)(seen).dora.Tiles()) ++plane(5)[tile];
  }
  for (const table::WildKinds* wild : wilds_)
    ForEach(wild->WildsOf(seen), [&](Tile tile) { plane(6)[tile] = 1; });
  std::array<std::uint8_t*, table::kMaxPlayers> of_seat{};
  for (int turn = 0; turn < flow_.seats(); ++turn) {
    const Seat other = Place(seat, turn);
    std::uint8_t* const first = plane(kOwnPlanes + kSeatPlanes * turn);
    of_seat[static_cast<std::size_t>(other)] = first;
    const table::SeatBoard& its = board.seats[other];
    for (const table::Meld& meld : its.Melds()) {
      if (meld.tile >= kPieces) continue;  // hidden
      for (int i = 0; i < meld.Size(); ++i) ++first[meld.At(i)];
    }
    if (!its.set_aside.Empty()) add(its.set_aside, first + 4 * kPieces);
    ForEach(its.won_kinds, [&](Tile tile) {
      if (tile < kPieces) first[5 * kPieces + tile] = 1;
    });
    if (other != seat && its.ShownTo(seat)) add_hand(its, first + 6 * kPieces);
  }
  for (int i = 0; i < board.river_count; ++i) {
    const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
    std::uint8_t* const first = of_seat[static_cast<std::size_t>(discard.seat())];
    const Tile tile = discard.Piece();
    ++first[kPieces + tile];
    if (discard.drawn()) ++first[2 * kPieces + tile];
    first[3 * kPieces + tile] = static_cast<std::uint8_t>(i + 1);
  }
}

void Observer::FillFlat(const Records& records, const Records& seen, Seat seat,
                        std::int32_t* flat) const {
  const table::Board& board = board_(seen);
  const table::Match& match = match_(seen);
  const bool focus = board.turn.focus != table::Focus::kNone;
  const auto put = [&](std::int32_t value) { *flat++ = value; };
  put(seat);
  put(flow_.seats());
  put(static_cast<std::int32_t>(seen.flow().hand));
  put(seen.flow().node);
  put(TurnOf(seen.flow().actor, seat));
  put(TurnOf(board.dealer, seat));
  put(TurnOf(static_cast<Seat>(board.turn.drawer), seat));
  put(board.wall.Left());
  put(board.wall.keep);
  put(board.turned ? *board.turned : table::kNoTile);
  put(match.dice[0]);
  put(match.dice[1]);
  put(match.dealer_runs);
  put(match.hands_done);
  put(static_cast<std::int32_t>(board.turn.focus));
  put(focus ? board.FocusPiece() : table::kNoTile);
  put(focus ? TurnOf(board.turn.focus_seat, seat) : kNoSeat);
  for (int turn = 0; turn < flow_.people(); ++turn) {
    const Seat place = turn < flow_.seats() ? Place(seat, turn) : static_cast<Seat>(turn);
    put(match.score[place]);
    put(ledger_ ? (*ledger_)(seen).points[place] : 0);
  }
  for (int turn = 0; turn < flow_.seats(); ++turn) {
    const Seat place = Place(seat, turn);
    const table::SeatBoard& its = board.seats[place];
    put(sight_.HandSize(records, place));
    put(its.meld_count);
    for (const auto flag : {table::kHasWon, table::kLeft, table::kLocked, table::kReady})
      put(its.Is(flag) ? 1 : 0);
    put(its.wins);
    put(its.discards);
    put(its.flowers);
  }
  for (const auto& [offset, size] : slots_) {
    for (int i = 0; i < size; ++i)
      put(static_cast<std::int32_t>(seen.bytes[static_cast<std::size_t>(offset + i)]));
  }
}

// ---- Tables ----

Rules::Rules(std::shared_ptr<const Flow> opened, Source from)
    : source(std::move(from)),
      flow(std::move(opened)),
      code(*flow),
      observer(*flow),
      match(Required<table::Match>(*flow)),
      persons(flow->Shared<logic::PersonRule>("persons")) {}

void Table::Start(std::uint64_t seed) {
  chance_ = nullptr;
  records_ = rules_->flow->Blank();
  if (records_journal_) {
    recorder_.own = std::make_unique<Recorder>(*rules_->flow);
    recorder_.own->Start(records_, seed, response_);
  } else {
    rules_->flow->Start(records_, seed, response_);
  }
  Started();
}
bool Table::Start(std::shared_ptr<Chance> chance) {
  Records records = rules_->flow->Blank();
  Response response;
  OwnRecorder recorder;
  if (records_journal_) {
    recorder.own = std::make_unique<Recorder>(*rules_->flow);
    recorder.own->Start(records, *chance, response);
  } else {
    rules_->flow->Start(records, *chance, response);
  }
  if (!response.ok()) return false;
  recorder_.own = std::move(recorder.own);
  chance_ = std::move(chance);
  records_ = records;
  response_ = std::move(response);
  Started();
  return true;
}
void Table::Resume(const Records& records, std::shared_ptr<Chance> chance) {
  chance_ = std::move(chance);
  records_ = records;
  recorder_.own = nullptr;  // a journal begins with its match
  if (records_.flow().node < rules_->flow->nodes().size())
    Describe(*rules_->flow, records_, response_);
  else
    response_.Clear();
  Started();
}
void Table::Started() {
  picks_ = {};
  gained_ = {};
  hand_over_ = false;
  NoteScores();
  gained_ = {};
}

Seat Table::seat() const {
  return asked() == 0 ? kNoSeat : static_cast<Seat>(std::countr_zero(unsigned{asked()}));
}

void Table::Legal(Seat seat, std::vector<std::int32_t>& ids) const {
  ids.clear();
  if (seat < 0 || (asked() & MaskOf(seat)) == 0) return;
  rules_->code.Legal(response_.choices.Of(seat), picks_[static_cast<std::size_t>(seat)], ids);
}

// Takes the scores of each person, and what was gained since the last time.
void Table::NoteScores() {
  const table::Match& match = rules_->match(records_);
  const logic::PersonRule* const persons = rules_->persons;
  for (int place = 0; place < rules_->flow->people(); ++place) {
    const auto person =
        static_cast<std::size_t>(persons == nullptr ? place : persons->At(records_, place));
    const std::int32_t score = match.score[place];
    gained_[static_cast<std::size_t>(places_[person])] =
        static_cast<float>(score - scores_[person]);
    scores_[person] = score;
  }
  for (int place = 0; place < rules_->flow->people(); ++place)
    places_[static_cast<std::size_t>(persons == nullptr ? place : persons->At(records_, place))] =
        place;
  hands_done_ = match.hands_done;
}

bool Table::Process(const Action& action) {
  const std::uint32_t ask = response_.ask;
  if (recorder_)
    recorder_.own->Process(records_, action, next_, nullptr, chance_.get());
  else
    rules_->flow->ProcessActionNode(records_, action, next_, nullptr, chance_.get());
  if (!next_.ok()) return false;
  std::swap(response_, next_);
  if (recorder_ && over()) recorder_.own->Finish(records_);
  if (response_.ask != ask) picks_ = {};
  gained_ = {};
  hand_over_ = rules_->match(records_).hands_done != hands_done_ || over();
  if (hand_over_) NoteScores();
  return true;
}

bool Table::Act(Seat seat, int id) {
  thread_local std::vector<std::int32_t> ids;
  Legal(seat, ids);
  return std::ranges::find(ids, id) != ids.end() && Play(seat, id);
}

bool Table::Play(Seat seat, int id) {
  ActionCode::Picks& picks = picks_[static_cast<std::size_t>(seat)];
  const ActionCode::Picks before = picks;
  auto action = rules_->code.Take(response_.choices.Of(seat), id, picks);
  if (!action) {
    gained_ = {};
    hand_over_ = false;
    return true;
  }
  action->ask = response_.ask;
  if (Process(*action)) return true;
  picks = before;
  return false;
}

void Table::Look(Seat seat, std::uint8_t* planes, std::int32_t* flat) const {
  rules_->observer.Look(records_, seat, picks_[static_cast<std::size_t>(seat)], planes, flat);
}

Workers::Workers(int threads) {
  for (int i = 1; i < threads; ++i) {
    threads_.emplace_back([this, number = static_cast<std::size_t>(i)] {
      for (std::uint32_t seen = 0;; ++seen) {
        round_.wait(seen);
        if (over_) return;
        Share(number);
        if (left_.fetch_sub(1) == 1) left_.notify_one();
      }
    });
  }
}

Workers::~Workers() {
  over_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::Share(std::size_t number) const {
  const std::size_t shares = threads_.size() + 1;
  (*body_)(rows_* number / shares, rows_ * (number + 1) / shares);
}

void Workers::Run(std::size_t rows, const Body& body) {
  body_ = &body;
  rows_ = rows;
  left_ = static_cast<std::uint32_t>(threads_.size());
  ++round_;
  round_.notify_all();
  Share(0);
  for (std::uint32_t left = left_; left != 0; left = left_) left_.wait(left);
}

Tables::Tables(std::shared_ptr<const Rules> rules, int count, std::uint64_t seed, bool per_match,
               int threads)
    : rules_(std::move(rules)), per_match_(per_match), workers_(threads) {
  const auto n = static_cast<std::size_t>(count);
  planes.resize(n * Observer::kPlaneBytes);
  flat.resize(n * static_cast<std::size_t>(rules_->observer.flat_size()));
  mask.resize(n * static_cast<std::size_t>(rules_->code.size()));
  seats.resize(n);
  rewards.resize(n * static_cast<std::size_t>(rules_->flow->people()));
  done.resize(n);
  hands.resize(n);
  legal_.resize(n);
  sums_.resize(n);
  tables_.assign(n, Table(rules_));
  Reset(seed);
}

void Tables::Reset(std::uint64_t seed) {
  seed_ = seed;
  matches_ = words_ = 0;
  std::ranges::fill(rewards, 0.0f);
  std::ranges::fill(done, std::uint8_t{0});
  std::ranges::fill(hands, std::uint8_t{0});
  for (std::size_t row = 0; row < tables_.size(); ++row) {
    Begin(row);
    Show(row);
  }
}

void Tables::Begin(std::size_t row) {
  tables_[row].Start(HandSeed(seed_, static_cast<std::uint32_t>(matches_++)));
  sums_[row] = {};
}

void Tables::Show(std::size_t row) {
  Table& table = tables_[row];
  const Seat seat = table.seat();
  seats[row] = seat;
  std::uint8_t* const its = mask.data() + row * static_cast<std::size_t>(rules_->code.size());
  for (const std::int32_t id : legal_[row]) its[id] = 0;
  table.Legal(seat, legal_[row]);
  for (const std::int32_t id : legal_[row]) its[id] = 1;
  table.Look(seat, planes.data() + row * Observer::kPlaneBytes,
             flat.data() + row * static_cast<std::size_t>(rules_->observer.flat_size()));
}

std::optional<int> Tables::Step(std::span<const std::int32_t> actions) {
  for (std::size_t row = 0; row < tables_.size(); ++row) {
    if (std::ranges::find(legal_[row], actions[row]) == legal_[row].end())
      return static_cast<int>(row);
  }
  workers_.Run(tables_.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      Act(row, actions[row]);
      if (done[row] == 0) Show(row);
    }
  });
  // In order, so that the seeds of the matches do not depend on the threads.
  for (std::size_t row = 0; row < tables_.size(); ++row) {
    if (done[row] == 0) continue;
    Begin(row);
    Show(row);
  }
  return std::nullopt;
}

void Tables::Act(std::size_t row, std::int32_t id) {
  Table& table = tables_[row];
  table.Play(table.seat(), id);
  const auto people = static_cast<std::size_t>(rules_->flow->people());
  float* const reward = rewards.data() + row * people;
  for (std::size_t p = 0; p < people; ++p) {
    sums_[row][p] += table.gained()[p];
    reward[p] = per_match_ ? (table.over() ? sums_[row][p] : 0.0f) : table.gained()[p];
  }
  hands[row] = table.hand_over() ? 1 : 0;
  done[row] = table.over() ? 1 : 0;
}

void Tables::Sample(std::span<std::int32_t> actions) {
  Stream stream(seed_ ^ kGolden, words_);
  for (std::size_t row = 0; row < tables_.size(); ++row)
    actions[row] = legal_[row][stream.Below(static_cast<std::uint32_t>(legal_[row].size()))];
}

}  // namespace mlf::python
