#include "tools/robots/run.h"

#include "flow/base/text_file.h"
#include "server/config/secret_file.h"
#include "tools/console/version.h"
#include "tools/robots/load.h"
#include "tools/robots/platform_robot.h"
#include "tools/robots/robot.h"

#include <mlf/flow/plugin.h>
#include <mlf/flow/value.h>

#include <CLI/CLI.hpp>
#include <boost/asio/signal_set.hpp>

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <ostream>

namespace mlf::robots {
namespace {

using tools::Console;

std::string Ms(std::uint64_t micros) {
  return fmt::format("{:.2f}", static_cast<double>(micros) / 1000);
}

void Print(const Tally& tally, const Net& net, double seconds, int online, int all,
           const Console& console) {
  std::ostream& out = console.out;
  const auto per_second = [&](std::uint64_t count) { return static_cast<double>(count) / seconds; };
  out << fmt::format("{:.1f} s, {} of {} robots connected at the end\n", seconds, online, all);
  out << fmt::format(
      "{} acts acknowledged ({:.0f}/s), {} steps seen ({:.0f}/s), {} ends of hands seen, {} ends "
      "of matches seen\n",
      tally.acts, per_second(tally.acts), tally.steps, per_second(tally.steps), tally.hands,
      tally.matches);
  out << fmt::format("{:.0f} messages/s in, {:.0f}/s out, {:.1f} MB/s in\n",
                     per_second(net.messages_in), per_second(net.messages_out),
                     per_second(net.bytes_in) / 1e6);
  out << "\nlatency in ms     count      p50      p90      p99     p999     most\n";
  for (const auto& [type, latency] : tally.latencies) {
    out << fmt::format("{:<12} {:>10} {:>8} {:>8} {:>8} {:>8} {:>8}\n", type, latency.count(),
                       Ms(latency.At(0.5)), Ms(latency.At(0.9)), Ms(latency.At(0.99)),
                       Ms(latency.At(0.999)), Ms(latency.most()));
  }
  out << "\nchecked:\n";
  for (const auto& [what, count] : tally.checks) out << fmt::format("{:>10} {}\n", count, what);
  out << "done:\n";
  for (const auto& [what, count] : tally.counts) out << fmt::format("{:>10} {}\n", count, what);
  if (!tally.refused.empty()) out << "refused, as may happen:\n";
  for (const auto& [what, count] : tally.refused) out << fmt::format("{:>10} {}\n", count, what);
  out << fmt::format("faults: {}\n", tally.fault_count);
  for (const std::string& fault : tally.faults) out << "  " << fault << "\n";
}

struct Options {
  std::string config, server, variant_dir, key_file;
  std::vector<std::string> plugins;
  std::optional<int> robots, seconds;
  std::string cipher = "vector";
  bool print_config = false, trace = false;
  LoadOptions load;
};

// Runs robots of one kind until the time is over or a signal stops them.
template <typename R, typename Make>
int RunRobots(const RobotsConfig& config, const Options& options, const Console& console,
              Make&& make) {
  boost::asio::io_context io(1);
  const auto made = MakeNet(io, config.server, options.load.tls);
  if (!made) {
    console.Fail(made.faults());
    return tools::kUsage;
  }
  const std::shared_ptr<Net>& net = *made;
  if (config.platform) {
    net->path = "/";
    net->protocol.clear();
  }
  Tally tally;
  server::VariantShelf variants(options.variant_dir);
  House house{config, net, tally, variants, {}, false, options.trace ? &console.out : nullptr};
  std::vector<std::unique_ptr<R>> robots;
  const auto began = std::chrono::steady_clock::now();
  boost::asio::steady_timer arrivals(io), end(io);
  const auto step = std::chrono::microseconds(1'000'000 / config.arrive_per_second);
  const std::function<void()> arrive = [&] {
    if (house.stopping || static_cast<int>(robots.size()) == config.robots) return;
    robots.push_back(make(house, static_cast<int>(robots.size())));
    robots.back()->Start();
    arrivals.expires_at(began + step * static_cast<int>(robots.size()));
    arrivals.async_wait([&](boost::system::error_code error) {
      if (!error) arrive();
    });
  };
  arrive();
  int online = 0;
  const auto stop = [&] {
    if (std::exchange(house.stopping, true)) return;
    for (const auto& robot : robots) online += robot->online() ? 1 : 0;
    for (const auto& robot : robots) robot->Stop();
    io.stop();
  };
  end.expires_after(std::chrono::seconds(config.seconds));
  end.async_wait([&](boost::system::error_code) { stop(); });
  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&](boost::system::error_code error, int) {
    if (!error) stop();
  });
  io.run();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (tally.latencies.empty()) tally.Fault("all", "nobody was answered");
  Print(tally, *net, seconds, online, config.robots, console);
  return tally.fault_count == 0 ? tools::kDone : tools::kBadInput;
}

int RunConfigured(const Options& options, const Console& console) {
  RobotsConfig config = DefaultConfig();
  if (!options.config.empty()) {
    const Result<std::string> text = ReadTextFile(options.config, kYamlMaxBytes);
    const Result<RobotsConfig> read =
        text ? ReadConfig(*text, options.config) : Result<RobotsConfig>(text.faults());
    if (!read) {
      console.Fail(read.faults());
      return tools::kUsage;
    }
    config = *read;
  }
  if (!options.server.empty()) config.server = options.server;
  if (options.robots) config.robots = *options.robots;
  if (options.seconds) config.seconds = *options.seconds;
  if (options.print_config) {
    console.out << ConfigText(config);
    return tools::kDone;
  }
  if (!config.platform) {
    return RunRobots<Robot>(config, options, console, [](House& house, int number) {
      return std::make_unique<Robot>(house, number);
    });
  }
  PlatformRobot::Encryption encryption{.key = {}, .chained = options.cipher == "chained"};
  if (config.platform->encrypted) {
    if (options.key_file.empty()) {
      console.Fail("encode_type is 1: give the server's key file by --echecs-key");
      return tools::kUsage;
    }
    const auto content = server::ReadSecretFile(options.key_file, false);
    const auto key = content ? server::ReadEchecsKey(*content) : content;
    if (!key) {
      console.Fail(key.faults());
      return tools::kUsage;
    }
    encryption.key = *key;
  }
  return RunRobots<PlatformRobot>(config, options, console, [&](House& house, int number) {
    return std::make_unique<PlatformRobot>(house, number, encryption);
  });
}

}  // namespace

int Run(const std::vector<std::string>& args, const Console& console) {
  Options options;
  CLI::App app(console.zh() ? "大量用户连到对局服务器上打牌，并检查收到的一切。"
                            : "Users by the hundred who play at a table server and check all that "
                              "they are sent.",
               "mlf-robots");
  app.set_help_flag("-h,--help", console.zh() ? "显示这些" : "print this");
  app.set_version_flag("--version", tools::VersionLine("mlf-robots"),
                       console.zh() ? "打印版本" : "print the version");
  app.add_option("config", options.config,
                 console.zh() ? "robots.yaml，或旧平台机器人的 JSON"
                              : "robots.yaml, or the JSON of a robot of the older platform");
  app.add_option("--server", options.server, "ADDRESS:PORT");
  app.add_option("--robots", options.robots, console.zh() ? "机器人数" : "how many robots")
      ->check(CLI::Range(1, 100'000));
  app.add_option("--seconds", options.seconds, console.zh() ? "运行秒数" : "how long")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--variant-dir", options.variant_dir,
                 console.zh() ? "另有玩法的目录" : "folder of further variants");
  app.add_option("--plugin", options.plugins,
                 console.zh() ? "载入插件（.so），可以多次" : "plug-in (.so), may be repeated")
      ->take_all()
      ->expected(1);
  app.add_option("--echecs-key", options.key_file,
                 console.zh() ? "encode_type 为 1 时的密钥文件" : "key file for encode_type 1");
  app.add_option("--echecs-cipher", options.cipher,
                 console.zh() ? "encode_type 为 1 时服务器的加密方式：vector 或 chained"
                              : "how the server encrypts for encode_type 1: vector or chained")
      ->check(CLI::IsMember({"vector", "chained"}));
  app.add_flag("--trace", options.trace,
               console.zh() ? "打印机器人收发的每条消息" : "print each message of the robots");
  app.add_flag("--print-config", options.print_config,
               console.zh() ? "打印配置" : "print the configuration");

  LoadOptions& load = options.load;
  CLI::Option* const tls = app.add_flag(
      "--tls", load.tls.on, console.zh() ? "以 TLS 连接服务器" : "reach the server by TLS");
  app.add_option("--ca", load.tls.ca,
                 console.zh() ? "所信任证书的 PEM 文件，默认为系统的证书"
                              : "PEM file of trusted certificates; without it those of the system")
      ->needs(tls);
  app.add_option("--host", load.tls.host,
                 console.zh() ? "服务器证书上的名称，默认为其地址"
                              : "name in the server's certificate; without it its address")
      ->needs(tls);
  CLI::App* const measure = app.add_subcommand(
      "load", console.zh() ? "测量服务器，打印一行 JSON" : "measures a server; one line of JSON");
  const std::map<std::string, LoadOptions::What> kinds = {{"play", LoadOptions::What::kPlay},
                                                          {"idle", LoadOptions::What::kIdle},
                                                          {"desks", LoadOptions::What::kDesks}};
  measure->add_option("what", load.what, "play, idle, desks")
      ->transform(CLI::CheckedTransformer(kinds))
      ->required();
  measure->add_option("--server", load.server, "ADDRESS:PORT");
  measure->add_option("--variant", load.variant);
  measure->add_option("--connections", load.connections)->check(CLI::Range(1, 100'000));
  measure->add_option("--desks", load.desks)->check(CLI::Range(1, 1'000'000));
  measure->add_option("--acts", load.acts)->check(CLI::Range(0, 1'000));
  measure->add_option("--kit", load.seats_of_kit)->check(CLI::Range(0, 7));
  measure->add_option("--seconds", load.seconds)->check(CLI::Range(0, 86'400));
  measure->add_option("--warm-up", load.warm_up)->check(CLI::Range(0, 86'400));
  measure->add_option("--rate", load.per_second)->check(CLI::Range(0, 1'000'000));

  std::vector<std::string> reversed(args.rbegin(), args.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    console.out << app.help();
    return tools::kDone;
  } catch (const CLI::CallForVersion& version) {
    console.out << version.what() << "\n";
    return tools::kDone;
  } catch (const CLI::ParseError& error) {
    console.Fail(error.what());
    return tools::kUsage;
  }
  if (const Faults faults = LoadPluginsOfRun(options.plugins); !faults.empty()) {
    console.Fail(faults);
    return tools::kUsage;
  }
  if (measure->parsed())
    return RunLoad(load, console.out, console.err) ? tools::kDone : tools::kBadInput;
  return RunConfigured(options, console);
}

}  // namespace mlf::robots
