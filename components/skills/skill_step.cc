// What a skill may read and do when it is called, and how it looks ahead.
// No parts here.
#include <mlf/components/dead_wall.h>
#include <mlf/components/dora.h>
#include <mlf/components/skill_table.h>
#include <mlf/flow/check.h>

namespace mlf::skills {

// ---- Looking ahead ----

void SkillTable::Reseed(const Flow& flow, Records& records, std::uint64_t seed) const {
  FlowState& state = records.flow();
  state.match_seed = Mix64(state.match_seed ^ Mix64(seed + kGolden));
  std::uint32_t counter = 0;
  Stream random(StreamSeed(state.match_seed, "ahead"), counter);
  static_cast<void>(flow);
  Wall(records).Shuffle(random);
}

std::unique_ptr<Ahead> SkillTable::LookAhead(Step& step, std::uint64_t seed) const {
  if (cursor_(step.records).copy != 0) return nullptr;
  auto ahead = std::make_unique<Ahead>(Ahead{step.flow, step.records, {}});
  SkillDesk& desk = desk_(ahead->records);
  desk.open = desk.click = 0;
  desk.question = {};
  SkillCursor& cursor = cursor_(ahead->records);
  cursor.copy = 1;
  cursor.silent = nested_ ? 0 : 1;
  cursor.events = 0;
  Reseed(step.flow, ahead->records, seed);
  const bool answers = step.flow.node(step.action.node).type == "ji_neng";
  step.flow.Enter(ahead->records, step.action.node, answers ? desk.asker : step.action.seat,
                  ahead->response);
  if (!ahead->ok()) return nullptr;
  return ahead;
}

const Board& Ahead::board() const {
  return flow.Shared<SkillTable>("skills")->slots().board(records);
}
bool Ahead::Act(const Action& action) {
  flow.ProcessActionNode(records, action, response);
  return response.ok();
}
bool Ahead::TimeOut(Seat seat) {
  return Act({.node = kTimeout, .seat = seat, .ask = records.flow().window.ask});
}

// ---- SkillStep ----

const Board& SkillStep::board() const { return table_.table_.board(step_.records); }
const Match& SkillStep::match() const { return table_.table_.match(step_.records); }
Stream SkillStep::Random() const { return step_.Random(table_.skill_stream_); }
std::optional<int> SkillStep::Fact(std::string_view name) const {
  return table_.Fact(step_.records, name);
}
int SkillStep::Stock(Tile kind) const { return table_.Wall(step_.records).Stock(kind); }
int SkillStep::Reserve(Tile kind) const { return table_.Wall(step_.records).Reserve(kind); }
int SkillStep::Load(Tile kind, int copies) const {
  return table_.Wall(step_.records).Load(kind, copies);
}
bool SkillStep::IsOpen(int place) const { return table_.Wall(step_.records).IsOpen(place); }

std::optional<int> SkillStep::PlaceOf(Exit exit, int index) const {
  const table::Wall& wall = board().wall;
  int place = -1;
  if (exit == Exit::kLive) place = wall.head + index;
  if (exit == Exit::kReplacement) place = wall.tail - 1 - index;
  if (exit == Exit::kDora || exit == Exit::kUra) {
    const auto* dead = step_.flow.Shared<logic::DeadWallRule>("dead_wall");
    if (dead == nullptr || index < 0 || index >= logic::kMostIndicators) return std::nullopt;
    place = dead->PlaceOf(wall.size, index, exit == Exit::kUra);
  }
  if (index < 0 || place < wall.head || place >= wall.tail) return std::nullopt;
  return place;
}

bool SkillStep::Fix(int place, Tile kind) const {
  table::LateWall wall = table_.Wall(step_.records);
  if (!wall.IsOpen(place)) {
    MLF_CHECK(table_.conflict_ == SkillTable::Conflict::kFirst,
              "two skills fix one place of the wall; fixed_conflict: first lets the first have it");
    return false;
  }
  Stream chance = table_.WallChance(step_);
  return wall.Fix(place, kind, chance);
}

bool SkillStep::Fix(Exit exit, int index, Tile kind) const {
  const auto place = PlaceOf(exit, index);
  return place && Fix(*place, kind);
}

bool SkillStep::Prepare(Exit exit, int index, Tile kind, int weight) const {
  const auto place = PlaceOf(exit, index);
  return place && table_.Prepare(step_.records, *place, kind, false, weight);
}

bool SkillStep::PrepareReserve(Exit exit, int index, Tile kind, int weight) const {
  const auto place = PlaceOf(exit, index);
  return place && table_.Prepare(step_.records, *place, kind, true, weight);
}

std::vector<Tile> SkillStep::Indicators() const {
  std::vector<Tile> tiles;
  if (const auto* dora = step_.flow.Shared<logic::DoraRule>("dora")) {
    for (const Tile tile : dora->Shown(step_.records)) tiles.push_back(tile);
    // The first is decided during the deal, before it is turned.
    const auto first = PlaceOf(Exit::kDora, 0);
    if (tiles.empty() && first && !IsOpen(*first))
      tiles.push_back(table::KindOf(board().wall.tiles[static_cast<std::size_t>(*first)]));
  }
  return tiles;
}

void SkillStep::Ask(int question) const {
  MLF_CHECK(question > 0 && question < kClickFirst, "checklists are numbered from 1 to 254");
  SkillDesk& desk = table_.desk(step_.records);
  desk.question[me] = static_cast<std::uint8_t>(question);
  desk.open |= MaskOf(me);
}
void SkillStep::OfferClick() const { table_.desk(step_.records).click |= MaskOf(me); }
void SkillStep::PopUp() const { table_.Pop(step_, me); }
std::unique_ptr<Ahead> SkillStep::LookAhead(std::uint64_t seed) const {
  return table_.LookAhead(step_, seed);
}

}  // namespace mlf::skills
