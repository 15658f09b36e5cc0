// change_seats (换位): after each round of the match the persons take other seats, by a table.
// For the states of hand_end, after next_round; take_places in the states of `start` moves them.
//
// Example (rules/guobiao.md#seat-change), `table: [[1, 0, 3, 2], ...]`: in the second round the
// person of seat 1 sits at seat 0 and the person of seat 0 at seat 1, and so do 3 and 2. The
// numbers are the seats of the first round.
#include <mlf/components/persons.h>
#include <mlf/components/rounds.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <optional>
#include <string>
#include <vector>

namespace mlf::logic {
namespace {

class ChangeSeats final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"change_seats", 1, "换位：每圈之后按一张表换座位",
                                  "after each round of the match, persons change seats by a table"};

  explicit ChangeSeats(Params& params);

  void Run(Step& step) const override {
    const int round = rounds_->Of(step.records);
    const auto row = static_cast<std::size_t>(round / seats_);
    if (round % seats_ != 0 || row == 0 || row > table_of_.size()) return;
    if (table_.match(step.records).over != 0) return;
    persons_(step.records).next = table_of_[row - 1];
  }

 private:
  std::optional<Persons::Places> ReadPlaces(const Value& line) const;

  table::TableSlots table_;
  Slot<Persons> persons_;
  const RoundRule* rounds_;
  const PersonRule* rule_;
  int seats_;
  std::vector<Persons::Places> table_of_;  // by round, from the second
};

ChangeSeats::ChangeSeats(Params& params)
    : table_(params),
      persons_(params.Slot<Persons>()),
      rounds_(params.Part<RoundRule>("rounds", {"局数", "the number of the round"})),
      rule_(params.Part<PersonRule>("persons", {"多少人参加", "how many take part"})),
      seats_(params.seats()) {
  params.NeedsHere(kHandEnds);
  params.Brings(kPersonsRotate);
  const Value& table = params.Raw(
      "table", {"从第二圈起，每圈各座坐谁（第一圈的座位号）",
                "who sits at each seat, for each round from the second; persons are named by "
                "their seats in the first round"});
  bool wrong = false;
  if (params.describing()) return;
  for (const Value& line : table.items()) {
    const auto places = ReadPlaces(line);
    if (places) table_of_.push_back(*places);
    wrong |= !places;
  }
  if (wrong || table_of_.empty())
    params.Fault("table: a list for each round from the second is needed, with each of 0.." +
                     std::to_string(seats_ - 1) + " once",
                 params.WhereOf("table"));
  if (rule_ != nullptr && rule_->Count() != seats_)
    params.Fault("change_seats: persons who wait for a seat cannot be moved by a table");
}

std::optional<Persons::Places> ChangeSeats::ReadPlaces(const Value& line) const {
  Persons::Places places{};
  unsigned seen = 0;
  std::size_t place = 0;
  for (const Value& item : line.items()) {
    const auto person = item.AsInt();
    if (!person || *person < 0 || *person >= seats_ || (seen >> *person & 1) != 0)
      return std::nullopt;
    seen |= 1u << *person;
    places[place++] = static_cast<std::uint8_t>(*person);
  }
  if (place != static_cast<std::size_t>(seats_)) return std::nullopt;
  return places;
}

}  // namespace

void RegisterSeatChange(Registry& registry) { registry.Add<ChangeSeats>(); }

}  // namespace mlf::logic
