/// \file
/// SeenView: a TableView that answers from records. SeatView: that of a seat whose table lies in
/// this process as records and a response.
///
///   play::SeatView view(*flow);
///   view.Look(records, response, seat);
///   flow->ProcessActionNode(records, bot.Answer(view), response);
#pragma once

#include <mlf/flow/response.h>
#include <mlf/play/view.h>

#include <memory>
#include <string>

namespace mlf::play {

/// Where the facts of a view lie in the records of a flow. Shared by all views of the flow.
struct ViewFacts;

/// The base of all sources. It leaves the question and the records to them.
class SeenView : public TableView {
 public:
  const Flow& flow() const final;
  std::span<const Offer> offers() const override { return all().Of(seat()); }
  SeatChoices choices() const override;
  std::vector<Move> moves() const override;

  Counts hand() const final;
  std::vector<Tile> pieces() const final;
  Tile drawn() const final;
  std::vector<RiverTile> River(Seat seat) const final;
  std::vector<table::Meld> Melds(Seat seat) const final;
  bool Riichi(Seat seat) const final;
  std::vector<Tile> indicators() const final;
  int Points(Seat seat) const override;
  int round() const final;
  int extra_round() const final;
  int deposit() const final;
  bool all_last() const final;
  Seat dealer() const final;
  Tile SeatWind(Seat seat) const final;
  Tile round_wind() const final;
  int tiles_left() const final;
  FocusTile focus() const override;
  const std::string& popup(Lang lang) const override;

 protected:
  /// `flow` must outlive the view.
  explicit SeenView(const Flow& flow);
  explicit SeenView(std::shared_ptr<const ViewFacts> facts) : facts_(std::move(facts)) {}
  /// Choices with the offers of the seat. Those of others are not given away.
  virtual const Choices& all() const = 0;

  const ViewFacts& facts() const { return *facts_; }

 private:
  const table::SeatBoard& Of(Seat seat) const;

  std::shared_ptr<const ViewFacts> facts_;
};

class SeatView final : public SeenView {
 public:
  /// `flow` must outlive the view.
  explicit SeatView(const Flow& flow) : SeenView(flow) {}

  /// The view of `seat` from now on. What is given must outlive the questions about it. `records`
  /// are the whole table; the seat gets what it may see of them.
  void Look(const Records& records, const Response& response, Seat seat);
  /// The same without a response: the flow is asked for the fallback.
  void Look(const Records& records, const Choices& choices, Seat seat);

  Seat seat() const override { return seat_; }
  std::uint32_t nonce() const override { return records_->flow().window.ask; }
  Action fallback() const override;
  const Records& seen() const override;
  int HandSize(Seat seat) const override;

 private:
  const Choices& all() const override { return *choices_; }

  const Records* records_ = nullptr;
  const Choices* choices_ = nullptr;
  const Action* fallback_ = nullptr;
  Seat seat_ = kNoSeat;
  mutable bool filled_ = false;  // seen_ is that of the present question
  mutable Records seen_;
};

}  // namespace mlf::play
