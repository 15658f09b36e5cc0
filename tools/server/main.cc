// mlf-server: the table server. The tools draw charts and replay pages; the server itself does not
// know them.
#include <mlf/flow/plugin.h>
#include "cluster/node/certificates.h"
#include "cluster/node/cluster_node.h"
#include "cluster/node/migrate.h"
#include "server/config/command_line.h"
#include "server/config/settings.h"
#include "server/serve/serve.h"
#include "tools/chart/render.h"
#include "tools/console/finish_output.h"
#include "tools/flowviz/diff.h"
#include "tools/flowviz/index_page.h"
#include "tools/flowviz/replay_page.h"

#include <csignal>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

mlf::tools::ChartLang ChartLangOf(std::optional<mlf::Lang> lang) {
  using mlf::tools::ChartLang;
  if (!lang) return ChartLang::kBoth;
  return *lang == mlf::Lang::kZh ? ChartLang::kZh : ChartLang::kEn;
}

class FlowvizPainter final : public mlf::server::Painter {
 public:
  mlf::Result<std::string> Chart(const mlf::Flow& flow, std::optional<mlf::Lang> lang) override {
    return mlf::tools::Render(flow, "svg", {.lang = ChartLangOf(lang)});
  }
  mlf::Result<std::string> Difference(const std::shared_ptr<const mlf::Flow>& old,
                                      const std::shared_ptr<const mlf::Flow>& flow,
                                      std::optional<mlf::Lang> lang) override {
    const auto diff = mlf::tools::DiffFlows({old->fingerprint_text(), old, {}, {}},
                                            {flow->fingerprint_text(), flow, {}, {}});
    return mlf::tools::DrawPicture(mlf::tools::DiffPicture(diff, true), "svg", ChartLangOf(lang));
  }
  mlf::Result<std::string> ReplayPage(const mlf::Flow& flow, const mlf::Journal& journal,
                                      std::uint32_t hand,
                                      const std::vector<mlf::Label>& names) override {
    // Without alternative lines of play, which take seconds.
    return mlf::tools::ReplayPage(flow, journal, {.hand = hand, .what_if = 0, .names = names},
                                  mlf::Lang::kZh);
  }
  mlf::Json Fans(const mlf::Variant& variant) override {
    mlf::Json rows = mlf::Json::array();
    for (const mlf::tools::FanTableRow& row : mlf::tools::FanRows(variant)) {
      rows.push_back({{"id", row.id},
                      {"zh", row.label.zh},
                      {"en", row.label.en},
                      {"fan", row.fan},
                      {"kind", row.kind}});
    }
    return rows;
  }
};

int Report(const mlf::Faults& faults) {
  for (const mlf::Fault& fault : faults) std::cerr << "mlf-server: " << fault.Text() << "\n";
  return mlf::server::kBadSettings;
}

int Run(const mlf::server::Invocation& run) {
  using What = mlf::server::Invocation::What;
  switch (run.what) {
    case What::kHelp: std::cout << run.help; return mlf::server::kServed;
    case What::kVersion: std::cout << "mlf-server " MLF_VERSION "\n"; return mlf::server::kServed;
    case What::kPrintConfig:
      std::cout << mlf::server::SettingsText(run.config);
      return mlf::server::kServed;
    case What::kBackup:
      return mlf::server::RunBackUp(run.config, run.backup_file, std::cout, std::cerr);
    case What::kMigrateToCluster:
      return mlf::server::RunMigrateToCluster(run.config, std::cout, std::cerr);
    case What::kMigrateToFolder:
      return mlf::server::RunMigrateToFolder(run.config, std::cout, std::cerr);
    case What::kClusterCerts:
      return mlf::server::RunClusterCerts(
          {run.words.front(), {run.words.begin() + 1, run.words.end()}}, std::cout, std::cerr);
    case What::kRebuildResults:
      return mlf::server::RunRebuildResults(run.config, std::cout, std::cerr);
    case What::kCheckUpgrade: return mlf::server::RunCheckUpgrade(run.config, std::cout, std::cerr);
    case What::kServe: break;
  }
  FlowvizPainter painter;
  return mlf::server::Serve(run.config, painter, mlf::server::ClusterStorage::Open, std::cout,
                            std::cerr);
}

}  // namespace

int main(int argc, char** argv) {
  // A write to a closed socket or pipe then fails instead of ending the process.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const auto run = mlf::server::ReadCommandLine({argv + 1, argv + argc});
    if (!run) return Report(run.faults());
    // Before anything reads a variant, and never later: a running server loads no code.
    if (const mlf::Faults faults = mlf::LoadPluginsOfRun(run->config.plugins); !faults.empty())
      return Report(faults);
    const int status = Run(*run);
    // A server goes on without a reader of what it prints.
    if (run->what == mlf::server::Invocation::What::kServe) return status;
    return mlf::tools::FinishOutput(
        {.in = std::cin, .out = std::cout, .err = std::cerr, .program = "mlf-server"}, status);
  } catch (const std::exception& error) {
    std::cerr << "mlf-server: " << error.what() << "\n";
    return mlf::server::kFailed;
  }
}
