#include "server/host/hand_journal.h"

#include "server/fair/wall.h"
#include "server/host/results.h"
#include "server/protocol/hex.h"

#include <mlf/components/tile_set.h>
#include <mlf/flow/chance.h>
#include <mlf/flow/json.h>
#include <mlf/flow/text.h>

#include <algorithm>

namespace mlf::server {
namespace {

// Replays the random decisions of finished hands, from their keys and salts.
class StoredChance final : public Chance {
 public:
  StoredChance(const Flow& flow, const std::vector<StoredHand>& hands)
      : flow_(flow), hands_(hands) {}

  HandChance OfHand(std::uint32_t hand) override {
    const auto found = std::ranges::find_if(
        hands_, [&](const StoredHand& stored) { return stored.mark.hand == hand; });
    if (found == hands_.end()) throw std::runtime_error("the hand is not among those stored");
    std::vector<std::optional<fair::Bytes32>> salts;
    const Result<Json> json = ParseJson(found->mark.salts);
    if (!json || !json->is_array()) throw std::runtime_error("the salts of the hand are damaged");
    for (const Json& salt : *json)
      salts.push_back(salt.is_string() ? KeyFromHex(salt.get<std::string>()) : std::nullopt);
    return fair::ChanceOf(fair::WallKey(found->key.key, salts), logic::WallTiles(flow_));
  }

 private:
  const Flow& flow_;
  const std::vector<StoredHand>& hands_;
};

}  // namespace

Result<mlf::Journal> HandJournal(VariantShelf& shelf, const std::vector<StoredHand>& hands) {
  const StoredHand& first = hands.front();
  const auto built = shelf.FlowOf(first.head);
  if (!built) return built.faults();
  const Flow& flow = **built;
  Result<Records> restored = flow.Restore(first.mark.records);
  if (!restored) return restored.faults();
  Records records = *restored;
  Recorder recorder(flow);
  recorder.StartFrom(records);
  StoredChance chance(flow, hands);
  Response response;
  for (const StoredHand& hand : hands) {
    const bool last = &hand == &hands.back();
    for (const Record& record : hand.records) {
      if (record.kind != Record::Kind::kAction) continue;
      // Answers after the end of a hand begin the next one.
      if (last && record.number > hand.end.number) break;
      const Result<Action> action = ParseRecordedAction(flow, record.action);
      if (!action) return action.faults();
      recorder.Process(records, *action, response, nullptr, &chance);
      if (!response.ok())
        return Fault{"J10", {}, "the stored action \"" + record.action + "\" is refused now"};
    }
  }
  recorder.Finish(records);
  // All random decisions come from the mark and from the keys of later hands.
  mlf::Journal journal = recorder.journal();
  journal.seed = 0;
  return journal;
}

Result<std::string> HandJournalText(VariantShelf& shelf, const std::vector<StoredHand>& hands) {
  const auto journal = HandJournal(shelf, hands);
  if (!journal) return journal.faults();
  return WriteJournal(*journal, JournalForm::kText);
}

std::vector<Player> PlayersAt(const HandMark& mark) {
  std::vector<Player> players;
  const Result<Json> host = ParseJson(mark.host);
  if (!host || !host->contains("players") || !(*host)["players"].is_array()) return players;
  for (const Json& json : (*host)["players"]) {
    Player& player = players.emplace_back();
    player.user = json.value("user", std::string());
    player.name = json.value("name", std::string());
    player.robot = json.value("robot", false);
  }
  return players;
}

std::vector<Label> NamesAt(const StoredHand& hand) {
  std::vector<Label> names;
  for (const Player& player : PlayersAt(hand.mark)) {
    const std::string& name = player.name;
    const std::size_t number = name.find_last_not_of("0123456789") + 1;
    if (player.robot && number < name.size()) {
      names.push_back({"机器人" + name.substr(number), "robot " + name.substr(number)});
    } else if (name.empty()) {
      names.push_back({"已注销", "deleted user"});
    } else {
      names.push_back({name, name});
    }
  }
  return names;
}

bool SatAt(const StoredHand& hand, const std::string& user) {
  const std::vector<Player> players = PlayersAt(hand.mark);
  return std::ranges::find(players, user, &Player::user) != players.end();
}

Result<std::vector<HandResult>> ResultsAt(VariantShelf& shelf, const StoredHand& hand) {
  const auto built = shelf.FlowOf(hand.head);
  if (!built) return built.faults();
  const Flow& flow = **built;
  Result<Records> restored = flow.Restore(hand.mark.records);
  if (!restored) return restored.faults();
  Records records = *restored;
  WinTally tally;
  Response response;
  for (const Record& record : hand.records) {
    if (record.kind != Record::Kind::kAction || record.number > hand.end.number) continue;
    const Result<Action> action = ParseRecordedAction(flow, record.action);
    if (!action) return action.faults();
    flow.ProcessActionNode(records, *action, response);
    if (!response.ok())
      return Fault{"J10", {}, "the stored action \"" + record.action + "\" is refused now"};
    tally.Add(response.events);
  }
  if (HandsDone(flow, records) <= hand.mark.hand) return std::vector<HandResult>{};
  const std::vector<Player> players = PlayersAt(hand.mark);
  return HandResults(players, tally, HandPoints(flow, records, players.size()));
}

}  // namespace mlf::server
