#include <mlf/play/json_view.h>
#include <nlohmann/json.hpp>
#include "play/json_reader.h"
#include "play/view_facts.h"

namespace mlf::play {

namespace {

// The offers of the seat among the seats of `choices`, or of a window; null if it has none.
const Json* OffersOf(const Json& seats, Seat seat) {
  for (const Json& one : seats) {
    if (one.at("seat") == int{seat} && one.contains("offers")) return &one["offers"];
  }
  return nullptr;
}

std::uint32_t AskOf(const Json& json) {
  const Json& ask = json.at("ask");
  if (!ask.is_number_unsigned() || ask.get<std::uint64_t>() > 0xFFFFFFFFu)
    throw Misfit{"\"ask\" must be the number of a window"};
  return ask.get<std::uint32_t>();
}

}  // namespace

JsonView::JsonView(const Flow& flow) : SeenView(flow), seen_(flow.Blank()) {}

int JsonView::HandSize(Seat seat) const {
  return seat >= 0 && seat < seats() ? sizes_[static_cast<std::size_t>(seat)] : 0;
}

Result<JsonView::Takes> JsonView::Take(const Json& message) {
  try {
    const bool bare = message.contains("viewer");
    const Json* view = bare ? &message : nullptr;
    if (const auto inner = message.find("view"); !bare && inner != message.end()) view = &*inner;
    const bool asked = message.contains("ask") && message.contains("choices");
    if (view == nullptr && !asked) {
      // What follows a step without a question is not asked either.
      if (message.value("t", "") == "step") choices_.Clear();
      return Takes::kNothing;
    }
    if (view == nullptr) {
      choices_.Clear();
      return Takes::kSync;
    }

    SeenTable table = ReadView(facts(), *view);
    const Json& question = bare && message.contains("window") ? message["window"] : message;
    Choices choices;
    const Json* offers = nullptr;
    if (question.contains("ask"))
      offers =
          OffersOf(question.at(question.contains("choices") ? "choices" : "seats"), table.seat);
    if (offers != nullptr) {
      ReadOffers(flow(), *offers, table.seat, choices);
      SetQuestion(flow(), choices, table.seat, AskOf(question), table.seen);
    }
    Action fallback = flow().Default(table.seen, table.seat);
    if (const auto defaults = question.find("defaults"); defaults != question.end()) {
      for (const Json& one : *defaults) {
        if (one.at("seat") == int{table.seat}) fallback = ReadAction(flow(), one);
      }
    }
    seen_ = table.seen;
    sizes_ = table.sizes;
    seat_ = table.seat;
    choices_ = std::move(choices);
    fallback_ = fallback;
    return offers != nullptr ? Takes::kAsked : Takes::kNothing;
  } catch (const Misfit& misfit) {
    return Fault{"B15", {}, misfit.what};
  } catch (const Json::exception& error) {
    return Fault{
        "B15", {}, std::string("a value is missing or has the wrong type: ") + error.what()};
  }
}

}  // namespace mlf::play
