#include <mlf/flow/registry.h>
#include "nodes/guo.h"

namespace mlf::nodes {

namespace {
constexpr Reason kNothingToPass{"nothing_to_pass", "没有可以过的操作", "there is nothing to pass on"};
}  // namespace

Guo::Guo(Params& params) : table_(params) {}

void Guo::Offers(const Records&, Seat, OfferSink& sink) const {
  if (!sink.anything_else()) return sink.Because(kNothingToPass);
  sink.Nothing();
}

void Guo::SetStates(Step& step) const {
  Board& board = table_.board(step.records);
  if (OwnTurn(step.records, board, step.seat)) board.fresh = 0;
}

void RegisterGuo(Registry& r) { r.Add<Guo>(); }

}  // namespace mlf::nodes
