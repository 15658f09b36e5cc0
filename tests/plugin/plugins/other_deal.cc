// A plug-in with an event that has an id of ours and another meaning.
#include <mlf/flow/plugin.h>
#include <mlf/flow/response.h>

namespace {
const mlf::EventType kDeal{"deal", "交易", "{seat} makes a deal"};
}  // namespace

MLF_PLUGIN() {}
