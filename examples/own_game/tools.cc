// The tools as functions: proves, checks, simulates and draws the game, and plays a match of bots.
#include <mlf/bots/bots.h>
#include <mlf/chart/chart.h>
#include <mlf/flow/plugin.h>
#include <mlf/flow/points.h>
#include <mlf/kit/kit.h>
#include <mlf/variants/open.h>
#include "harbour.h"

#include <bit>
#include <iostream>

namespace {

int Fail(const mlf::Faults& faults) {
  std::cerr << mlf::FaultText(faults);
  return 1;
}

// Plays one match and prints the points of its seats.
int Play(const std::shared_ptr<const mlf::Flow>& flow) {
  mlf::bots::Player bot("random", flow, 7);
  mlf::Records records = flow->Blank();
  mlf::Response response;
  flow->Start(records, 7, response);
  while (response.ok() && response.status != mlf::Status::kOver) {
    const auto seat = static_cast<mlf::Seat>(std::countr_zero(unsigned{response.asked}));
    flow->ProcessActionNode(records, bot.Choose(records, response, seat), response);
  }
  const mlf::SeatPoints* points = mlf::PointsOf(*flow);
  for (mlf::Seat seat = 0; points != nullptr && seat < flow->seats(); ++seat)
    std::cout << "seat " << int{seat} << ": " << points->Points(records, seat) << "\n";
  return response.ok() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  mlf::GameRegistry registry;
  mlf::RegisterFlowParts(registry);
  harbour::Register(registry);
  mlf::RegisterOwnVariants(registry);
  mlf::UseGames(registry);

  const auto flow = mlf::OpenFlow("harbour");
  if (!flow) return Fail(flow.faults());
  const auto by_class = harbour::Build(registry);
  if (!by_class) return Fail(by_class.faults());
  if ((*by_class)->fingerprint() != (*flow)->fingerprint()) {
    std::cerr << "built in C++ and as a variant, the game differs:\n"
              << (*by_class)->canonical() << "\n"
              << (*flow)->canonical();
    return 1;
  }
  const mlf::kit::Report proof = mlf::kit::Prove(**flow);
  std::cout << proof.text;
  const mlf::kit::Report check = mlf::kit::Check("harbour");
  std::cout << check.text;
  const auto sim = mlf::kit::Simulate(**flow, {.hands = 200});
  if (!sim) return Fail(sim.faults());
  std::cout << sim->size() << " bytes of figures\n";
  const auto drawn = mlf::chart::Write(**flow, argc > 1 ? argv[1] : "harbour.svg");
  if (!drawn) return Fail(drawn.faults());
  return proof.ok && check.ok ? Play(*flow) : 1;
}
