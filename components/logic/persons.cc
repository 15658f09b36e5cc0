#include <mlf/components/persons.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

#include <algorithm>

namespace mlf::logic {

namespace {

// The number of persons if each occurs once, at the first places; otherwise -1.
int CountPersons(const table::PerParty<std::uint8_t>& places) {
  const auto count = std::ranges::find(places, 0) - places.begin();
  unsigned seen = 0;
  for (std::size_t place = 0; place < places.size(); ++place) {
    const std::uint8_t person = places[place];
    if (person > count || (person == 0) != (static_cast<std::ptrdiff_t>(place) >= count) ||
        (seen >> person & 1) != 0)
      return -1;
    if (person != 0) seen |= 1u << person;
  }
  return static_cast<int>(count);
}

}  // namespace

void Persons::Check(const Validation& check) const {
  check.Require(CountPersons(at) >= 0 && CountPersons(next) >= 0, "every person has one place");
}

void Horses::Check(const Validation& check) const {
  for (const std::uint8_t looked : tile)
    check.Require(looked == 0 || table::IsTile(static_cast<table::Tile>(looked - 1)),
                  "a horse is a tile");
  check.RequireZero(std::span(tile).first(static_cast<std::size_t>(check.flow.seats())),
                    "only persons without a seat bet");
}

void QueueRule::CheckRecords(const Validation& check) const {
  const Persons& persons = persons_(check.records);
  for (const auto* places : {&persons.at, &persons.next}) {
    const int named = CountPersons(*places);
    check.Require(named == 0 || named == count_, "as many persons take part as the variant says");
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
  const std::uint8_t person = persons_(records).at[place];
  return person == 0 ? place : person - 1;
}

std::optional<std::string> QueueRule::ReadState(Records& records, Seat, const Value& value) const {
  const std::string wanted = "persons: each of 0.." + std::to_string(count_ - 1) +
                             " is needed once, seats first, then the queue";
  if (!value.IsList() || static_cast<int>(value.items().size()) != count_) return wanted;
  Persons& persons = persons_(records);
  unsigned seen = 0;
  for (std::size_t place = 0; place < value.items().size(); ++place) {
    const auto person = value.items()[place].AsInt();
    if (!person || *person < 0 || *person >= count_ || (seen >> *person & 1) != 0) return wanted;
    seen |= 1u << *person;
    persons.at[place] = static_cast<std::uint8_t>(1 + *person);
  }
  return std::nullopt;
}

Value QueueRule::WriteState(const Records& records, Seat, Seat) const {
  Value list = Value::List();
  for (int place = 0; place < count_; ++place) list.Append(Value(At(records, place)));
  return list;
}

namespace {

// The event's value is the number of the person.
constexpr EventType kSits{"takes_seat", "{seat} 换由 {value} 号入座",
                          "person {value} sits down at {seat}"};

// For the states hook of start: moves persons, with their scores, as decided before.
class TakePlaces final : public Effect {
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
    table::Match& match = table_.match(step.records);
    Persons& persons = persons_(step.records);
    const int seats = step.flow.seats();
    if (match.hands_done == 0) {
      // Waiting persons start with the same points as seated ones.
      for (int place = seats; place < rule_->Count(); ++place) match.score[place] = match.score[0];
      return;
    }
    if (persons.next[0] == 0) return;
    table::PerParty<std::int32_t> of_person{};
    for (int place = 0; place < rule_->Count(); ++place) {
      of_person[rule_->At(step.records, place)] = match.score[place];
    }
    for (int place = 0; place < rule_->Count(); ++place) {
      const int person = persons.next[place] - 1;
      if (place < seats && person != rule_->At(step.records, place))
        step.Emit(kSits, static_cast<Seat>(place)).value = person;
      match.score[place] = of_person[person];
    }
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
