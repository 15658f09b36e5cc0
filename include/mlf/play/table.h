/// \file
/// Table: one table from the first hand to the last, for programs that play or show mahjong.
///
///   play::Table table(*OpenFlow("xueliu"));
///   table.Start(42);
///   while (!table.over()) {
///     const Seat seat = table.NextSeat();
///     table.Act(seat, Choose(*table.ViewOf(seat)));
///   }
///
/// It owns the records and the answer of the flow to the last act. Only Start and Act change it. A
/// copy is a table of its own without observers, so it serves for looking ahead. A table belongs to
/// one thread.
#pragma once

#include <mlf/flow/trace.h>
#include <mlf/play/choices.h>
#include <mlf/play/env.h>
#include <mlf/play/events.h>
#include <mlf/play/seen_view.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::play {

class Table {
 public:
  /// `env` may be null, then no fact is known. It must outlive the table and its copies.
  explicit Table(std::shared_ptr<const Flow> flow, TableEnv* env = nullptr);
  ~Table();
  Table(const Table& other);
  Table& operator=(const Table&) = delete;

  /// The observer gets the events of this table, in the order in which observers were added. It
  /// must outlive the table.
  void AddObserver(TableObserver& observer) { observers_.push_back(&observer); }
  void RemoveObserver(TableObserver& observer) { std::erase(observers_, &observer); }

  /// Starts the match. A second time is refused, and the match goes on.
  const Response& Start(std::uint64_t seed);
  /// One act of a seat. If the response is not ok(), nothing has changed, and it says why.
  const Response& Act(Seat seat, const Move& move);
  const Response& Act(const Action& action);
  /// The seat lets its time pass: the default of the window.
  const Response& TimeOut(Seat seat);

  bool started() const { return started_; }
  bool over() const;
  /// The seats that may act now, and the first of them (kNoSeat: none).
  SeatMask asked() const { return over() ? SeatMask{0} : response_.asked; }
  Seat NextSeat() const;
  SeatChoices ChoicesOf(Seat seat) const;
  std::vector<Move> MovesOf(Seat seat) const;
  /// What one seat may see. A person without a seat has no hand, melds or points.
  std::unique_ptr<TableView> ViewOf(Seat seat) const;

  const Flow& flow() const { return *flow_; }
  const Records& records() const { return records_; }
  /// The answer to the last act. After a refusal the table still rests where it was, and asked(),
  /// ChoicesOf() and MovesOf() say what may be done there.
  const Response& response() const { return refused_ ? refusal_ : response_; }
  const Choosing& choosing() const;

  // ---- The table with all tiles, for referees and user interfaces ----

  const table::Board& board() const;
  int Points(Seat seat) const;  ///< of the match, with those of the running hand
  int round() const;            ///< 0 = East 1; without rounds the hands done
  int extra_round() const;
  int deposit() const;
  bool all_last() const;
  /// The hands after which the match ends at the latest; 0 = it has no such limit.
  int most_hands() const;
  int hands_done() const;
  /// The hands before the running one that its dealer dealt in a row.
  int dealer_runs() const;
  std::vector<Tile> indicators() const;
  FocusTile focus() const { return focus_; }
  /// How many discards of the seat came before its declared one; nothing if it has not declared.
  std::optional<int> RiichiAt(Seat seat) const;
  std::uint32_t nonce() const { return records_.flow().window.ask; }

  // ---- Facts from outside, and texts for one seat ----

  /// Asks the environment, and writes the answer down.
  std::optional<std::int32_t> Ask(std::string_view fact);
  const std::vector<EnvAnswer>& answers() const { return answers_; }
  /// Shows a text in both languages to the seat alone: PoppedUp, and TableView::popup.
  void PopUp(Seat seat, std::string zh, std::string en);
  const std::string& PopUpOf(Seat seat, Lang lang) const;

 private:
  class Feed;

  const Response& Run(const Action* action, std::uint64_t seed);
  void RunOnce(const Action* action, std::uint64_t seed);
  /// The answer of the environment to the fact that the flow asks for.
  std::optional<Action> FactAsked();
  void Tell(const TableEvent& event);
  void TakeEvents(std::size_t end);
  void TakeEvent(const Event& event);
  void TakeWin(const Event& event);
  void FlushPoints();
  void EndHand();
  void EndTable();

  std::shared_ptr<const Flow> flow_;
  std::shared_ptr<const ViewFacts> facts_;
  TableEnv* env_;
  Records records_;
  Response response_;     // of the last accepted act
  Response refusal_;      // of the last refused one
  Response before_;       // the answer before, which a refused act puts back
  bool refused_ = false;  // the last act
  Trace trace_;
  std::vector<TableObserver*> observers_;
  std::size_t taken_ = 0;  // events of the response already reported

  bool started_ = false;
  bool hand_over_ = true;      // the scores hold the points of the hand
  bool points_moved_ = false;  // PointsChanged is due
  bool won_now_ = false;       // somebody won in this step
  int dealt_ = 0;              // seats whose deal was reported
  bool first_hand_ = true;
  FocusTile focus_;
  RoundEnded ended_;
  TableEnded final_;
  std::vector<EnvAnswer> answers_;
  struct PopUpText {
    std::string zh, en;
  };
  std::array<PopUpText, kMaxSeats> popups_;
};

}  // namespace mlf::play
