// flowviz: charts of variants.
#include <mlf/tools/flowviz/render.h>
#include <mlf/variants/open.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>

namespace {

constexpr int kBadInput = 1;
constexpr int kUsage = 2;

struct RenderArgs {
  std::string variant;
  std::vector<std::string> out;
  std::string format = "dot";
  std::vector<std::string> set;
  std::string variants;
  std::string lang = "both";
  bool legend = false;
};

int RenderCommand(const RenderArgs& args) {
  mlf::OptionValues options;
  for (const std::string& one : args.set) {
    const std::size_t at = one.find('=');
    if (at == std::string::npos || at == 0) {
      std::cerr << "flowviz: --set takes option=value, not \"" << one << "\"\n";
      return kUsage;
    }
    options[one.substr(0, at)] = one.substr(at + 1);
  }
  const auto flow = mlf::OpenFlow(args.variant, options, args.variants);
  if (!flow) {
    std::cerr << mlf::FaultText(flow.faults());
    return kBadInput;
  }
  const mlf::tools::RenderOptions how{.lang = *mlf::tools::ChartLangFrom(args.lang), .legend = args.legend};
  if (args.out.empty()) {
    const auto bytes = mlf::tools::Render(**flow, args.format, how);
    if (!bytes) {
      std::cerr << mlf::FaultText(bytes.faults());
      return kBadInput;
    }
    std::cout.write(bytes->data(), static_cast<std::streamsize>(bytes->size()));
    return std::cout.flush() ? 0 : kBadInput;
  }
  for (const std::string& path : args.out) {
    const auto written = mlf::tools::WriteChart(**flow, path, how);
    if (!written) {
      std::cerr << mlf::FaultText(written.faults());
      return kBadInput;
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"flowviz: charts of mahjong flows, drawn from what is built and runs"};
  app.require_subcommand(1);
  app.footer("Example:\n  flowviz render xueliu -o xueliu.svg");
  RenderArgs args;
  CLI::App* render = app.add_subcommand("render", "Draw the chart of a variant");
  render->add_option("variant", args.variant, "id of a variant, a folder with variant.yaml, or a yaml file")->required();
  render->add_option("-o,--output", args.out, "file.dot, .svg, .png, .pdf or .json; may be given several times; else to the standard output");
  render->add_option("--format", args.format, "what goes to the standard output")->check(CLI::IsMember(mlf::tools::ChartFormats()))->capture_default_str();
  render->add_option("--set", args.set, "option=value of the variant; may be given several times")->expected(1)->take_all();
  render->add_option("--variants", args.variants, "a folder of variants, looked at before the built-in ones");
  render->add_option("--lang", args.lang, "language of the chart")->check(CLI::IsMember({"both", "zh", "en"}))->capture_default_str();
  render->add_flag("--legend", args.legend, "explain shapes, lines and words in the chart");
  render->footer("Examples:\n  flowviz render xueliu -o xueliu.svg --legend\n  flowviz render variants/xueliu --set huan_san_zhang=off --lang zh -o no_exchange.png");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }
  return RenderCommand(args);
}
