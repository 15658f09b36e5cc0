/// \file
/// JsonView: a TableView filled from the JSON of a table server, so that a bot sits at a table of
/// another process. It takes the messages of docs/en/protocol.md, or a view of docs/en/json.md as
/// it is.
///
///   play::JsonView view(*flow);
///   const auto takes = view.Take(message);
///   if (!takes.ok()) ...                              // not a message of this game
///   if (*takes == play::JsonView::Takes::kSync) ...   // asked, but the table is older: send
///   `sync` if (*takes == play::JsonView::Takes::kAsked) Send(ActionJson(*flow, bot.Answer(view)));
#pragma once

#include <mlf/flow/json.h>
#include <mlf/play/seen_view.h>

namespace mlf::play {

class JsonView final : public SeenView {
 public:
  enum class Takes : std::uint8_t {
    kNothing,  ///< the seat is not asked
    kAsked,    ///< a question, and the table as it is now
    kSync,     ///< a question, but the message does not show the table: send `sync`
  };

  /// `flow` has the rules of the table (the variant and options of the push `desk`) and must
  /// outlive the view.
  explicit JsonView(const Flow& flow);

  /// Takes `begin`, `step`, the answer to `sync`, the answer to `act` with a further question, or a
  /// bare view. Messages of other kinds change nothing. A fault (B15) names the key; nothing has
  /// changed then.
  Result<Takes> Take(const Json& message);

  Seat seat() const override { return seat_; }
  std::uint32_t nonce() const override { return seen_.flow().window.ask; }
  Action fallback() const override { return fallback_; }
  /// The entries of the ledger, and dice and other facts that no view shows, are not in it.
  const Records& seen() const override { return seen_; }
  int HandSize(Seat seat) const override;

 private:
  const Choices& all() const override { return choices_; }

  Records seen_;
  Choices choices_;
  Action fallback_;
  Seat seat_ = kNoSeat;
  std::array<int, kMaxSeats> sizes_{};  // of the hands
};

}  // namespace mlf::play
