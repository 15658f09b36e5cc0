// vow (誓言): before the dice the owner may vow to claim nothing in the hand. While it is kept, the
// tiles it waits for come.
#include <mlf/components/skill.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

namespace mlf::skills {
namespace {

struct Vows {
  static constexpr std::string_view kSlot = "vow";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr std::uint8_t kVowed = 1, kBroken = 2;

  table::PerSeat<std::uint8_t> of{};
  std::uint32_t reserved = 0;

  void Check(const Validation& check) const {
    check.RequireSeatsOnly(of, "only seats have skills");
    for (const std::uint8_t bits : of) check.Require(bits <= 3, "a vow is made, or broken");
    check.Require(reserved == 0, "the unused bytes are zero");
  }
};

class Vow final : public Skill {
 public:
  static constexpr PartInfo kInfo{"vow", 1,
                                  "掷骰前可立誓本局不吃碰杠；守誓且听牌后，所听的牌加 weight",
                                  "may vow before the dice to claim nothing; while it is kept and "
                                  "the hand is ready, `weight` more on its waits"};
  explicit Vow(Params& params)
      : vows_(params.Slot<Vows>()),
        win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
        weight_(params.Int("weight", 100, 0, 100000, {"加多少权重", "the weight added"})) {}

  Name name() const override { return {"立誓", "vow"}; }
  unsigned uses() const override { return kAsksAtDice | kUsesDraws; }
  void OnActivate(SkillStep& step, Moment moment) const override {
    if (moment == Moment::kDice) step.Ask(1);
  }
  std::vector<Item> Items(const Records&, Seat, int) const override {
    return {{.zh = "本局不吃碰杠", .en = "no claims in this hand"}};
  }
  Handled Handle(SkillStep& step, int, std::uint32_t ticked) const override {
    if (ticked != 0) vows_(step.records()).of[step.me] = Vows::kVowed;
    return {};
  }
  void OnEvent(SkillStep& step, const Event&) const override {
    std::uint8_t& vow = vows_(step.records()).of[step.me];
    if (vow != 0 && !step.board().seats[step.me].IsClosed()) vow |= Vows::kBroken;
  }
  void OnDraw(SkillStep& step, Seat who, bool, Weights& weights) const override {
    if (who != step.me || vows_(step.records()).of[step.me] != Vows::kVowed) return;
    if (step.board().seats[step.me].HandSize() != 13) return;  // still being dealt
    ForEach(win_->Waits(step.records(), step.me), [&](Tile kind) { weights.Add(kind, weight_); });
  }

 private:
  Slot<Vows> vows_;
  const logic::WinRule* win_;
  int weight_;
};

}  // namespace

void RegisterVow(Registry& registry) { registry.Add<Vow>(); }

}  // namespace mlf::skills
