// The events `pay_plus`, `pay_times`, `pay_rounded` and `pay_own`: the steps from what a win is
// worth to what one payer pays. The winner is the seat of the step.
#pragma once

#include <mlf/components/payment.h>
#include <mlf/components/settlement.h>
#include <mlf/flow/node.h>

namespace mlf::score {

void TellTerm(Step& step, Seat payer, const PaymentTerm& term);
void TellTerms(Step& step, Seat payer, const PaymentTerms& terms);
// Points of a unit, the last factor; nothing where it is 1.
void TellBaseBet(Step& step, Seat payer, const Settlement& settlement);
// Another seat is liable: `points` are what the payer still pays itself.
void TellOwn(Step& step, Seat payer, std::int32_t points);

}  // namespace mlf::score
