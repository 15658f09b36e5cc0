#include "tools/chart/render.h"
#include "tools/flowviz/commands.h"
#include "tools/kit/proof.h"

#include <filesystem>
#include <ostream>

namespace mlf::tools {

int RunProve(const ProveCommand& options, const Console& console) {
  const auto flow = Open(console, options.variant);
  if (flow == nullptr) return kBadInput;
  const ProofReport report = ProveFlow(*flow);
  console.out << flow->name() << "\n" << ProofText(report, console.lang);
  if (report.holds()) {
    console.out << console.Format({"  全部成立\n", "  everything holds\n"});
    return kDone;
  }
  for (const ProvedWindow& window : report.windows) {
    for (const Counterexample& example : window.proof.faults) {
      if (example.fault == ProofFault::kTooMany) continue;
      const auto found = FindInPlay(*flow, ValuesOf(options.variant), window.proof.node,
                                    example.fault, options.hands);
      const std::string name = window.node + " " + std::string(ProofFaultName(example.fault));
      if (!found) {
        console.out << console.Format(
            {"  {}：{} 局里没有遇到这样的局面\n", "  {}: no table like it was met in {} hands\n"},
            name, options.hands);
        continue;
      }
      const std::string path = (std::filesystem::path(options.out) /
                                (flow->name() + "_" + window.node + "_" +
                                 std::string(ProofFaultName(example.fault)) + ".yaml"))
                                   .string();
      const auto written = WriteBytes(path, found->scenario);
      if (!written) return console.Fail(written.faults());
      console.out
          << (found->shows
                  ? console.Format({"  {}：已写入场景 {}，一运行即现\n",
                                    "  {}: written as a scenario, {}, which shows it when run\n"},
                                   name, path)
                  : console.Format(
                        {"  {}：已写入场景 {}；在这张桌子上条件恰好满足，没有发作\n",
                         "  {}: written as a scenario, {}; at this table it happens to go well\n"},
                        name, path));
    }
  }
  return kBadInput;
}

}  // namespace mlf::tools
