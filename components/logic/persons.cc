#include <mlf/components/persons.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace mlf::logic {

namespace {

// Returns the number of persons. Nothing if one is repeated or a place between them is empty.
std::optional<int> CountPersons(const Persons::Places& places) {
  const auto count = std::ranges::find(places, Persons::Places::value_type{}) - places.begin();
  unsigned seen = 0;
  for (int place = 0; place < table::kMaxParties; ++place) {
    const auto person = places[place];
    if (person.has_value() != (place < count)) return std::nullopt;
    if (!person) continue;
    if (*person >= count || (seen >> *person & 1) != 0) return std::nullopt;
    seen |= 1u << *person;
  }
  return static_cast<int>(count);
}

}  // namespace

void Persons::Check(const Validation& check) const {
  check.Require(CountPersons(at) && CountPersons(next), "every person has one place");
}

void Horses::Check(const Validation& check) const {
  check.RequireZero(std::span(tile).first(static_cast<std::size_t>(check.flow.seats())),
                    "only persons without a seat bet");
  for (std::size_t party = 0; party < tile.size(); ++party) {
    check.Require(!tile[party] || table::IsTile(*tile[party]), "a horse is a tile");
    check.Require(tile[party].has_value() == (stake[party] != 0) && stake[party] <= kMostStake,
                  "a party has a stake if, and only if, it bets");
  }
}

namespace {

// Persons without a seat wait in a queue. State key in positions and views: `persons: [0, 1, 4, 3,
// 2]`, seats first, then the queue.
class QueueRule final : public PersonRule, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"persons", 1, "参加的人数；比座位多的人排队等着",
                                  "how many persons take part; who has no seat waits in a queue"};

  explicit QueueRule(Params& params);

  int Count() const override { return count_; }
  int Waiting() const override { return count_ - seats_; }
  int At(const Records& records, int place) const override;
  int Next(const Records& records, int place) const override;

  std::string_view StateKey() const override { return "persons"; }
  table::StateLabel Label() const override { return {"入座次序", "order of persons"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

  void CheckRecords(const Validation& check) const override;

 private:
  Slot<Persons> persons_;
  int seats_;
  int count_;
};

void QueueRule::CheckRecords(const Validation& check) const {
  const Persons& persons = persons_(check.records);
  for (const auto* places : {&persons.at, &persons.next}) {
    const std::optional<int> named = CountPersons(*places);
    check.Require(named == 0 || named == count_, "the number of persons is that of the variant");
  }
}

QueueRule::QueueRule(Params& params)
    : persons_(params.Slot<Persons>()),
      seats_(params.seats()),
      // One party stays free for a pot.
      count_(params.Int("count", seats_, 1, table::kMaxParties - 1,
                        {"多少人参加", "how many persons"})) {
  if (count_ > seats_) params.Brings(kBystanderTopic);
  if (count_ < seats_)
    params.Fault("count: fewer persons than the " + std::to_string(seats_) + " seats");
}

int QueueRule::At(const Records& records, int place) const {
  return persons_(records).at[place].value_or(static_cast<std::uint8_t>(place));
}

int QueueRule::Next(const Records& records, int place) const {
  const auto next = persons_(records).next[place];
  return next ? *next : At(records, place);
}

std::optional<std::string> QueueRule::ReadState(Records& records, Seat, const Value& value) const {
  std::string wanted = "persons: each of 0.." + std::to_string(count_ - 1) +
                       " is needed once, seats first, then the queue";
  if (!value.IsList() || static_cast<int>(value.items().size()) != count_) return wanted;
  Persons& persons = persons_(records);
  unsigned seen = 0;
  for (std::size_t place = 0; place < value.items().size(); ++place) {
    const auto person = value.items()[place].AsInt();
    if (!person || *person < 0 || *person >= count_ || (seen >> *person & 1) != 0) return wanted;
    seen |= 1u << *person;
    persons.at[place] = static_cast<std::uint8_t>(*person);
  }
  return std::nullopt;
}

Value QueueRule::WriteState(const Records& records, Seat, Seat) const {
  Value list = Value::List();
  for (int place = 0; place < count_; ++place) list.Append(Value(At(records, place)));
  return list;
}

// The event's value is the number of the person.
const EventType kSits{"takes_seat", "{seat} 换由 {value} 号入座",
                      "person {value} sits down at {seat}"};

// Runs in the states hook of `start`. Moves persons and scores as rotate_persons chose.
class TakePlaces final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{
      "take_places", 1, "该换的人入座，分数跟着人走",
      "persons change places as rotate_persons decided, and their scores with them"};
  explicit TakePlaces(Params& params)
      : table_(params),
        persons_(params.Slot<Persons>()),
        rule_(params.Part<PersonRule>("persons", {"多少人参加", "how many take part"})) {
    params.NeedsHere(kHandStarts);
    params.Needs(kPersonsRotate);
  }

  void Run(Step& step) const override {
    const table::MatchMoves match = table_.match_moves(step.records);
    Persons& persons = persons_(step.records);
    const int seats = step.flow.seats();
    if (match->hands_done == 0) {
      // Waiting persons start with the same points as seated ones.
      for (int place = seats; place < rule_->Count(); ++place)
        table::EnterMatch(match, place, match->score[0]);
      return;
    }
    if (!persons.next[0]) return;
    table::PerParty<std::int8_t> place_of{};
    for (int place = 0; place < rule_->Count(); ++place)
      place_of[rule_->At(step.records, place)] = static_cast<std::int8_t>(place);
    table::PerParty<std::int8_t> from{};
    std::iota(from.begin(), from.end(), std::int8_t{0});
    for (int place = 0; place < rule_->Count(); ++place) {
      const int person = *persons.next[place];
      if (place < seats && person != rule_->At(step.records, place))
        step.Emit(kSits, static_cast<Seat>(place)).value = person;
      from[place] = place_of[person];
    }
    table::MoveScores(match, from);
    persons.at = persons.next;
    persons.next = {};
  }

 private:
  table::TableSlots table_;
  Slot<Persons> persons_;
  const PersonRule* rule_;
};

}  // namespace

void RegisterPersons(Registry& registry) {
  registry.Add<QueueRule>();
  registry.Add<TakePlaces>();
}

}  // namespace mlf::logic
