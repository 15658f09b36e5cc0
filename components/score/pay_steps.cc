// No parts here.
#include "components/score/pay_steps.h"

namespace mlf::score {

namespace {

const EventType kPlusEvent{"pay_plus", "{other} 付 {seat}：{text} +{value}",
                           "{other} pays {seat}: {text} +{value}"};
const EventType kTimesEvent{"pay_times", "{other} 付 {seat}：{text} ×{value}",
                            "{other} pays {seat}: {text} ×{value}"};
const EventType kRoundedEvent{"pay_rounded", "{other} 付 {seat}：进整为 {value}",
                              "{other} pays {seat}: rounded up to {value}"};
const EventType kOwnEvent{"pay_own", "{other} 付 {seat}：自己只付 {value}",
                          "{other} pays {seat}: only {value} of it itself"};

void Tell(Step& step, const EventType& type, Seat payer, std::int32_t value,
          std::string_view text) {
  Event& event = step.Emit(type, step.seat);
  event.other = payer;
  event.value = value;
  event.text = text;
}

}  // namespace

void TellTerm(Step& step, Seat payer, const PaymentTerm& term) {
  switch (term.op) {
    case PaymentTerm::kPlus: return Tell(step, kPlusEvent, payer, term.value, term.what->id);
    case PaymentTerm::kTimes: return Tell(step, kTimesEvent, payer, term.value, term.what->id);
    case PaymentTerm::kAtMost: return Tell(step, kOwnEvent, payer, term.value, {});
    case PaymentTerm::kRoundedUp: return Tell(step, kRoundedEvent, payer, term.value, {});
  }
}

void TellTerms(Step& step, Seat payer, const PaymentTerms& terms) {
  for (const PaymentTerm& term : terms.Terms()) TellTerm(step, payer, term);
}

void TellBaseBet(Step& step, Seat payer, const Settlement& settlement) {
  if (settlement.base_bet() != 1)
    Tell(step, kTimesEvent, payer, settlement.base_bet(), kBaseBet.id);
}

void TellOwn(Step& step, Seat payer, std::int32_t points) {
  Tell(step, kOwnEvent, payer, points, {});
}

}  // namespace mlf::score
