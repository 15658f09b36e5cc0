/// \file
/// SkillTable: the skills of all seats, the shared part `skills` of a flow that has them. Its nodes
/// and effects are woven into the flow by components/skills/weave.cc.
#pragma once

#include <mlf/components/skill.h>
#include <mlf/components/wall_opening.h>
#include <mlf/flow/hidden_state.h>
#include <mlf/flow/window_watcher.h>
#include <mlf/table/named_ids.h>
#include <mlf/table/state_text.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::skills {

/// What lasts over the hands of a match.
struct SkillCursor {
  static constexpr std::string_view kSlot = "skill_cursor";
  static constexpr Scope kScope = Scope::kMatch;

  std::uint32_t told_ask = 0;  ///< the window whose answers they have had
  std::uint32_t version = 0;   ///< of the action whose events they have had
  std::uint16_t events = 0;    ///< how many of them
  std::uint8_t copy = 0;       ///< 1 = a copy that a skill looks ahead with
  std::uint8_t silent = 0;     ///< 1 = the skills of the copy are off
  SeatMask heard_from = 0;     ///< the seats whose answers they have had
  std::array<std::uint8_t, 3> reserved{};
  table::PerSeat<std::uint32_t> secrets{};  ///< answers to skills, by seat

  void Check(const Validation& check) const;
};

/// The questions and facts of a hand.
struct SkillDesk {
  static constexpr std::string_view kSlot = "skill_desk";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<std::uint8_t> question{};  ///< the open checklist; kClickFirst = the button
  table::PerSeat<std::uint8_t> popups{};    ///< texts shown so far
  std::array<std::int16_t, kMaxFacts> facts{};
  std::uint8_t facts_known = 0;  ///< bit i = fact i
  std::uint8_t facts_asked = 0;  ///< how many have been answered, known or not
  SeatMask open = 0;             ///< seats that have an open checklist
  SeatMask click = 0;            ///< seats that have a button
  Seat asker = 0;                ///< the seat to move when the window was opened
  SeatMask spared = 0;           ///< seats whose filtered win does not count as passed
  std::uint16_t spared_tile = 0;

  void Check(const Validation& check) const;
};
inline constexpr std::uint8_t kClickFirst = 255;

/// Changes of weights that wait until their place of the wall is opened.
struct PreparedWeights {
  static constexpr std::string_view kSlot = "prepared_weights";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kMost = 8;
  static constexpr int kHeaviest = 30000;
  static constexpr std::uint8_t kOfReserve = 128;

  struct One {
    std::int16_t weight;
    std::uint8_t place;
    std::uint8_t kind;  ///< with kOfReserve: of the tiles in the reserve
  };
  std::array<One, kMost> list{};
  std::uint32_t count = 0;

  void Check(const Validation& check) const;
};

class SkillTable : public Part,
                   public LogicComponent,
                   public logic::WallOpening,
                   public table::StateText,
                   public table::NamedIds,
                   public HiddenState,
                   public WindowWatcher {
 public:
  static constexpr std::string_view kRole = "skill_table";
  static constexpr PartInfo kInfo{"skill_table", 1, "各家的技能", "the skills of the seats"};

  explicit SkillTable(Params& params);

  /// Null for a seat without a skill.
  const Skill* Of(Seat seat) const { return skills_[seat].skill; }
  std::string_view NameOf(Seat seat) const { return skills_[seat].name; }
  bool CountsFilteredAsPassed() const { return filter_counts_as_pass_; }
  unsigned Filters(const Records& records, Seat who) const;

  // ---- questions ----

  const SkillDesk& desk(const Records& records) const { return desk_(records); }
  SkillDesk& desk(Records& records) const { return desk_(records); }
  /// The seat whose checklist is open; kNoSeat if none.
  Seat Asked(const Records& records) const;
  std::vector<Item> ItemsOf(const Records& records, Seat seat) const;
  void OfferTo(const Records& records, Seat seat, OfferSink& sink) const;
  void Answer(Step& step) const;
  std::string PopUpText(const Records& records, Seat seat, Lang lang) const;

  // ---- facts ----

  const std::vector<FactDecl>& facts() const { return facts_; }
  const FactDecl* FactAsked(const Records& records) const;
  void TakeFact(Records& records, int value) const;
  std::optional<int> Fact(const Records& records, std::string_view name) const;

  // ---- hooks ----

  void BeforeDice(Step& step) const;                        // H1
  void BendFirstDice(Step& step, Stream& dice) const;       // H3
  void DecideDeal(Step& step, int hand, bool extra) const;  // H4-H8
  void DecideDraw(Step& step) const;                        // H9
  void DecideTurnedUp(Step& step) const;                    // H10 of an indicator of the live wall
  void BeforeIndicator(Step& step, int place, bool below) const override;  // H10
  void Activate(Step& step, Moment moment) const;                          // H2, H12
  void TellAnswers(Step& step) const;                                      // H14
  void OnKeptAnswer(Step& step) const override { TellNewAnswers(step); }   // H14
  void TellEvents(Step& step) const;                                       // H15

  table::LateWall Wall(Records& records) const {
    return {table_.moves(records), fate_(records), late_};
  }
  const table::TableSlots& slots() const { return table_; }
  Stream WallChance(Step& step) const { return step.Random(wall_stream_); }
  std::uint32_t HiddenWindows(const Records& records, Seat seat) const override;
  std::unique_ptr<Ahead> LookAhead(Step& step, std::uint64_t seed) const;
  /// Gives `records` another future: another seed, and the open places of the wall in other order.
  void Reseed(const Flow& flow, Records& records, std::uint64_t seed) const;

  /// Hides the questions of others, and what is decided about the wall.
  void HideFrom(Records& seen, Seat viewer) const override;

  std::vector<Reason> Names() const override;
  std::string_view StateKey() const override { return "skills"; }
  table::StateLabel Label() const override { return {"技能", "skill"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;
  void CheckRecords(const Validation& check) const override;

 private:
  friend class SkillStep;
  struct OfSeat {
    const Skill* skill = nullptr;
    std::string name;
  };
  enum class Conflict { kFirst, kError };

  /// Calls `visit(skill, step)` for each seat with a skill, lowest first.
  template <typename Visit>
  void ForEachSkill(Step& step, Visit&& visit) const;
  bool Silent(const Records& records) const { return cursor_(records).silent != 0; }
  void DecidePlace(Step& step, int place,
                   const std::function<void(const Skill&, SkillStep&, Weights&)>& collect) const;
  /// Adds to the weights with which a place will be decided. False if it is decided.
  bool Prepare(Records& records, int place, Tile kind, bool reserve, int weight) const;
  void AddPrepared(const Records& records, int place, Weights& weights) const;
  void DropPrepared(Records& records, int place) const;
  bool Bargain(Step& step, table::PerSeat<TileClaims>& plans) const;
  void Pop(Step& step, Seat seat) const;
  void TellNewAnswers(Step& step) const;
  void NoteFiltered(Step& step) const;
  bool HasChoices(Step& step, Seat seat) const;

  table::TableSlots table_;
  Slot<table::WallFate> fate_;
  Slot<SkillCursor> cursor_;
  Slot<SkillDesk> desk_;
  Slot<PreparedWeights> prepared_;
  table::PerSeat<OfSeat> skills_{};
  std::vector<FactDecl> facts_;
  unsigned used_ = 0;
  bool late_;
  int retry_limit_;
  Conflict conflict_;
  bool nested_;
  bool filter_counts_as_pass_;
  int seats_;
  int wall_stream_, skill_stream_;
};

}  // namespace mlf::skills
