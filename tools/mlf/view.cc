#include <mlf/tools/mlf/commands.h>
namespace mlf::tools { int RunView(const ViewCommand&, const Console&) { return kDone; } }
