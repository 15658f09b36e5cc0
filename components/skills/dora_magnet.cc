// dora_magnet (宝牌): dora come to the seat and stay away from others, until it discards one. From
// then on, for the rest of the match, it is the other way round.
//
// Before the first indicator is known, it claims the red fives' kinds, if there are red fives.
#include <mlf/components/dora.h>
#include <mlf/components/skill.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

namespace mlf::skills {
namespace {

struct Offended {
  static constexpr std::string_view kSlot = "dora_magnet";
  static constexpr Scope kScope = Scope::kMatch;

  table::PerSeat<std::uint8_t> by{};  // 1 = the seat has discarded a dora
  std::uint32_t reserved = 0;

  void Check(const Validation& check) const {
    check.RequireSeatsOnly(by, "only seats have skills");
    for (const std::uint8_t flag : by) check.Require(flag <= 1, "a flag is 0 or 1");
    check.Require(reserved == 0, "the unused bytes are zero");
  }
};

class DoraMagnet final : public Skill {
 public:
  static constexpr PartInfo kInfo{
      "dora_magnet", 1, "宝牌归自己：自己加 pull，别家加 push；打出过宝牌后整场反过来",
      "dora come to the seat: `pull` more for it and `push` for others; after it has discarded a "
      "dora, the reverse for the rest of the match"};
  explicit DoraMagnet(Params& params)
      : offended_(params.Slot<Offended>()),
        dora_(params.Part<logic::DoraRule>("dora", {"宝牌", "what is dora"})),
        tiles_(params.Part<logic::TileSet>("tiles", {"用牌", "the tiles in play"})),
        pull_(params.Int("pull", 150, -100000, 100000, {"自己加多少权重", "the owner's weight"})),
        push_(params.Int("push", -5000, -100000, 100000,
                         {"别家加多少权重", "the weight of the others"})),
        tries_(params.Int("tries", 100, 0, 100000,
                          {"别家起手有宝牌时最多要求重发几次",
                           "how often others' opening hands with dora are rejected"})) {}

  Name name() const override { return {"引宝", "dora magnet"}; }
  unsigned uses() const override { return kUsesDeal | kUsesDraws; }

  std::vector<TileClaims> OnBargain(SkillStep& step) const override {
    if (offended_(step.records()).by[step.me] != 0) return {};
    TileClaims plan{};
    bool any = false;
    for (const Tile red : table::kRedFives) {
      for (const Tile tile : tiles_->Tiles()) {
        if (tile == red) any = true, plan[table::KindOf(red)] = Claim::kAll;
      }
    }
    return any ? std::vector{plan, TileClaims{}} : std::vector<TileClaims>{};
  }
  void OnMonkey(SkillStep& step, table::PerSeat<Weights>& weights) const override {
    for (Seat seat = 0; seat < step.board().seat_count; ++seat) Bend(step, seat, weights[seat]);
  }
  bool CheckInit(SkillStep& step, Seat who, const Counts& hand, int tries) const override {
    if (who == step.me || tries >= tries_ || offended_(step.records()).by[step.me] != 0)
      return true;
    return (hand.Kinds() & Dora(step)) == 0;
  }
  void OnDraw(SkillStep& step, Seat who, bool, Weights& weights) const override {
    Bend(step, who, weights);
  }
  void OnEvent(SkillStep& step, const Event& event) const override {
    if (event.type->id != "discard" || event.seat != step.me || event.count == 0) return;
    if ((Dora(step) & MaskOf(table::KindOf(event.pieces[0]))) != 0)
      offended_(step.records()).by[step.me] = 1;
  }

 private:
  table::TileMask Dora(const SkillStep& step) const {
    table::TileMask kinds = 0;
    for (const Tile indicator : step.Indicators()) kinds |= MaskOf(dora_->Named(indicator));
    return kinds;
  }
  void Bend(SkillStep& step, Seat who, Weights& weights) const {
    const bool reversed = offended_(step.records()).by[step.me] != 0;
    const int weight = (who == step.me) != reversed ? pull_ : push_;
    ForEach(Dora(step), [&](Tile kind) { weights.Add(kind, weight); });
  }

  Slot<Offended> offended_;
  const logic::DoraRule* dora_;
  const logic::TileSet* tiles_;
  int pull_, push_, tries_;
};

}  // namespace

void RegisterDoraMagnet(Registry& registry) { registry.Add<DoraMagnet>(); }

}  // namespace mlf::skills
