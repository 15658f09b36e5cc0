// Plays and prints one auction of three bidders, each with a limit; the output is always the same.
#include <mlf/flow/explain.h>
#include <mlf/flow/text.h>
#include "auction.h"

#include <cstdio>

int main() {
  const auto built = auction::Build(/*lots=*/4, /*budget=*/100);
  if (!built.ok()) {
    std::fputs(mlf::FaultText(built.faults()).c_str(), stderr);
    return 1;
  }
  const mlf::Flow& flow = **built;
  mlf::Records records = flow.Blank();
  mlf::Response response;
  mlf::Recorder recorder(flow);
  recorder.Start(records, /*seed=*/1, response);

  // The limit of each seat for each lot.
  constexpr int kWorth[auction::kSeats][auction::kMostLots] = {
      {30, 10, 45, 0}, {25, 40, 50, 0}, {35, 20, 60, 0}};
  while (response.ok()) {
    for (const mlf::Event& event : response.events) {
      std::puts(mlf::FormatEvent(flow, event, mlf::Viewer::Spectator(), mlf::Lang::kEn).c_str());
    }
    if (response.status == mlf::Status::kOver) break;
    // The first open seat bids five more within its limit, else it folds.
    const auction::Sale& sale = auction::SaleOf(flow, records);
    const mlf::Offer& offer = response.choices.All().front();
    mlf::Action action = response.defaults[offer.seat];
    const int next = sale.price + 5;
    if (offer.domain.kind == mlf::Domain::kRange && next <= kWorth[offer.seat][sale.lot - 1] &&
        next <= offer.domain.high) {
      action = {.node = offer.node, .seat = offer.seat, .value = next};
    }
    action.ask = response.ask;
    recorder.Process(records, action, response);
  }
  if (!response.ok()) std::puts(mlf::FormatRefusal(flow, response, 0, mlf::Lang::kEn).c_str());
  recorder.Finish(records);
  std::printf("\nThe journal:\n%s",
              mlf::WriteJournal(recorder.journal(), mlf::JournalForm::kText).c_str());
  return response.ok() ? 0 : 1;
}
