/// \file
/// MjaiView: a TableView filled from mjai messages, so that a bot sits at a table of an mjai
/// program. CMake component `mjai`, target mlf::mjai.
///
///   mjai::MjaiView view(*flow);
///   for (std::string line; std::getline(std::cin, line);) {
///     const auto takes = view.Take(line);
///     if (!takes.ok()) std::cerr << FaultText(takes.faults());
///     const bool asked = takes.ok() && *takes == mjai::MjaiView::Takes::kAsked;
///     std::cout << (asked ? view.Line(bot.Answer(view)) : view.Line()) << std::endl;
///   }
#pragma once

#include <mlf/play/seen_view.h>

#include <memory>
#include <string>
#include <string_view>

namespace mlf::mjai {

class MjaiView final : public play::SeenView {
 public:
  enum class Takes : std::uint8_t {
    kNothing,  ///< the seat is not asked; answer Line()
    kAsked,    ///< a question; answer Line(action)
  };

  /// `flow` has the rules of the table, which mjai does not tell, and must outlive the view.
  explicit MjaiView(const Flow& flow);
  ~MjaiView() override;

  /// Takes one message. A fault (B16) says what is impossible about it. The view then knows nothing
  /// until the next hand starts.
  Result<Takes> Take(std::string_view line);

  /// The action of an offer of this view as an answer. A declaration takes two lines: "reach" comes
  /// first, and when the table has repeated it, Line() is the discard.
  std::string Line(const Action& action);
  /// The answer where there is nothing to choose: "none", or the discard of the declaration.
  std::string Line() const;

  Seat seat() const override;
  std::uint32_t nonce() const override;
  Action fallback() const override;
  const Records& seen() const override;
  int HandSize(Seat seat) const override;

 private:
  const Choices& all() const override;

  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace mlf::mjai
