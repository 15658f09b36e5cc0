/// \file
/// Skill (技能): one seat's power to bend chance, to take choices away, and to ask its owner more.
/// A skill cannot change what a hand is worth, tiles already drawn, the answers of others, or the
/// order of the flow. docs/en/skills.md describes the layer and how to write one.
///
/// A skill is a part: one object per flow and seat, without state of its own. What it remembers is
/// a slot of the records; its chance comes from SkillStep::Random. So a copy of the records is a
/// copy of the skills, and a journal replays them.
#pragma once

#include <mlf/components/dealer_node.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/viewer.h>
#include <mlf/table/late_wall.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::skills {

using table::Board;
using table::Match;
using table::Tile;
using table::Weights;

/// When a seat is about to be asked.
enum class Moment : std::uint8_t { kDice, kTurn, kClaims };
/// The ways in which the wall is opened.
enum class Exit : std::uint8_t { kLive, kReplacement, kDora, kUra };

/// What a skill takes part in. A variant without it refuses the skill.
enum SkillUse : unsigned {
  kUsesDice = 1,        ///< H1, H3
  kUsesDeal = 2,        ///< H4-H8
  kUsesDraws = 4,       ///< H9
  kUsesIndicators = 8,  ///< H10
  kUsesFilters = 16,    ///< H11
  kAsksAtDice = 32,     ///< H2
  kAsksInTurn = 64,     ///< H12 in the own turn
  kAsksAtClaims = 128,  ///< H12 when others' tiles may be claimed
};
enum Filter : unsigned { kNoTsumo = 1, kNoRon = 2, kNoRiichi = 4 };

/// The tiles that a skill wants in its own opening hand, in order.
struct Wishes {
  struct Wish {
    Tile kind;
    bool high;  ///< before all wishes that are not, of any seat
  };
  std::vector<Wish> list;

  void Want(Tile kind, bool high = false) { list.push_back({kind, high}); }
};
/// What a plan claims of a kind. Two plans are in conflict if both claim kAll or kFour of it, or
/// one does and the other claims kAny.
enum class Claim : std::uint8_t { kNone, kAny, kAll, kFour };
using TileClaims = std::array<Claim, kMaxPieces>;

/// An item of a checklist: a box, or a radio item of the box above it.
struct Item {
  std::string zh;
  std::string en;
  bool able = true;
  bool on = false;  ///< ticked when it is shown
  bool radio = false;
};
inline constexpr int kMaxItems = 16;

/// A fact from outside that a skill reads: 0 <= low <= high <= 32767.
struct FactDecl {
  std::string_view name;
  int low = 0;
  int high = 0;
};
inline constexpr int kMaxFacts = 8;

/// How a skill took an answer.
struct Handled {
  bool handled = true;  ///< false: the ordinary choices follow
  int next = 0;         ///< the next checklist; 0 = none
};

class SkillTable;

/// A copy of the table in the middle of a step, which may be played on. It changes nothing in the
/// original.
struct Ahead {
  const Flow& flow;
  Records records;
  Response response;

  bool ok() const { return response.ok(); }
  const Board& board() const;
  bool Act(const Action& action);
  /// The default of `seat`.
  bool TimeOut(Seat seat);
};

/// One call of a skill.
class SkillStep {
 public:
  SkillStep(Step& step, const SkillTable& table, Seat who) : me(who), step_(step), table_(table) {}

  const Seat me;  ///< the owner
  Records& records() const { return step_.records; }
  const Flow& flow() const { return step_.flow; }
  const Board& board() const;
  const Match& match() const;
  /// The stream `skill` of this hand.
  Stream Random() const;
  /// A fact; nothing if it is not known.
  std::optional<int> Fact(std::string_view name) const;
  /// The indicators that can be seen or are decided.
  std::vector<Tile> Indicators() const;

  // ---- the wall ----

  int Stock(Tile kind) const;
  int Reserve(Tile kind) const;
  int Load(Tile kind, int copies) const;
  /// The place number `index` from 0 of an exit; nothing if there is none.
  std::optional<int> PlaceOf(Exit exit, int index) const;
  bool IsOpen(int place) const;
  /// Fixes a tile. False if the place is decided (fixed_conflict: first) or no copy is left.
  bool Fix(int place, Tile kind) const;
  bool Fix(Exit exit, int index, Tile kind) const;
  /// Adds to the weight of `kind` at a place that is opened later. Several skills add up, to 30000
  /// at most; 8 such weights can wait. False, and nothing changes, if there is no such place or it
  /// is decided.
  bool Prepare(Exit exit, int index, Tile kind, int weight) const;
  /// The same for the tiles in the reserve.
  bool PrepareReserve(Exit exit, int index, Tile kind, int weight) const;

  // ---- the owner ----

  /// Opens checklist number `question`, 1..254, for the owner. For OnActivate.
  void Ask(int question) const;
  /// Offers the owner a button. In a window that asks several seats it is asked for beforehand.
  void OfferClick() const;
  /// Shows PopUpText to the owner.
  void PopUp() const;

  /// A copy of the table with another future, at this very question. Null where the table cannot be
  /// copied: inside another copy (nested_skills), and in OnInbox and OnEvent. `seed` makes the
  /// future.
  std::unique_ptr<Ahead> LookAhead(std::uint64_t seed) const;

 private:
  Step& step_;
  const SkillTable& table_;
};

/// The first dice of a match.
struct FirstDice {
  std::array<std::uint8_t, 2> dice;
  const logic::DealerNode& node;
  int seats;

  Seat DealerOf(int a, int b) const { return node.DealerOf(a + b, seats); }
};

/// Every function does nothing unless it is overridden. H1..H16 are the hooks of docs/en/skills.md.
class Skill : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "skill";

  /// What people call it; empty = its id. The texts live as long as the part.
  struct Name {
    std::string_view zh, en;
  };
  virtual Name name() const { return {}; }

  virtual unsigned uses() const { return 0; }  ///< a set of Use
  virtual std::vector<FactDecl> facts() const { return {}; }

  virtual void OnDice(SkillStep&) const {}                                    // H1
  virtual void OnFirstDice(SkillStep&, FirstDice&) const {}                   // H3
  virtual void OnRaid(SkillStep&, Wishes&) const {}                           // H4
  virtual std::vector<TileClaims> OnBargain(SkillStep&) const { return {}; }  // H5
  virtual void OnBargained(SkillStep&, int /*plan*/) const {}                 // H5
  virtual void OnBeg(SkillStep&, Wishes&) const {}                            // H6
  virtual void OnMonkey(SkillStep&, table::PerSeat<Weights>&) const {}        // H7
  /// Whether `who` may keep its opening hand, after `tries` rejected ones.
  virtual bool CheckInit(SkillStep&, Seat /*who*/, const Counts& /*hand*/, int /*tries*/) const {
    return true;  // H8
  }
  virtual void OnDraw(SkillStep&, Seat /*who*/, bool /*replacement*/, Weights&) const {}  // H9
  virtual void OnFlipIndicator(SkillStep&, Weights&) const {}                             // H10
  virtual void OnDigUra(SkillStep&, SeatMask /*winners*/, Weights&) const {}              // H10
  /// A set of Filter for `who`. Reads only, because offers are computed at any time.
  virtual unsigned Filters(const Records&, Seat /*me*/, Seat /*who*/) const { return 0; }  // H11
  /// The owner is about to be asked. For kDice only if it asks there (H2).
  virtual void OnActivate(SkillStep&, Moment) const {}  // H2, H12
  /// The items of a checklist, at most kMaxItems.
  virtual std::vector<Item> Items(const Records&, Seat /*me*/, int /*question*/) const {
    return {};
  }
  /// The answer to a checklist, or a click (question 0, ticked 1).
  virtual Handled Handle(SkillStep&, int /*question*/, std::uint32_t /*ticked*/) const {
    return {};  // H13
  }
  /// An ordinary answer of any seat, when it is accepted: other seats may still have to answer.
  virtual void OnInbox(SkillStep&, const Action&) const {}  // H14
  /// Every event of the flow, texts shown by skills included, before the observers of the table.
  virtual void OnEvent(SkillStep&, const Event&) const {}  // H15
  /// The text of the last PopUp. Reads only.
  virtual std::string PopUpText(const Records&, Seat /*me*/, Lang) const { return {}; }  // H16
};

}  // namespace mlf::skills
