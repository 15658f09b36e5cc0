#include <mlf/flow/registry.h>
#include "nodes/ready.h"

namespace mlf::nodes {

void Ready::Offers(const Records&, Seat, OfferSink& sink) const { sink.Nothing(); }

void RegisterReady(Registry& r) { r.Add<Ready>(); }

}  // namespace mlf::nodes
