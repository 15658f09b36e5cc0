// score, follow and hand: rows of JSON in, rows of JSON out (tools/kit).
#include <mlf/variants/open.h>
#include "tools/kit/follow.h"
#include "tools/kit/hand_io.h"
#include "tools/kit/score_io.h"
#include "tools/mlf/commands.h"

namespace mlf::tools {

int RunScore(const VariantChoice& variant, const Console& console) {
  const std::shared_ptr<const Flow> flow = Open(console, variant);
  return flow == nullptr ? kBadInput : RunScore(*flow, console.in, console.out);
}

int RunFollow(const VariantChoice& variant, const Console& console) {
  const auto opened = OpenVariant(variant.name, variant.variant_dir);
  if (!opened) return console.Fail(opened.faults());
  return RunFollow(*opened, ValuesOf(variant), console.in, console.out);
}

int RunHand(const HandCommand& options, const Console& console) {
  if (options.tiles.empty()) return RunHand(console.in, console.out, options.copies);
  return ShowHand(options.tiles, console.lang, console.out, console.err, options.copies);
}

}  // namespace mlf::tools
