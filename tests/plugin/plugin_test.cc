// Plug-ins: the example game and the example mahjong as shared libraries, with every tool; and
// files that are refused, which load nothing.
#include <mlf/flow/json.h>
#include <mlf/flow/plugin.h>
#include <mlf/flow/validate.h>
#include <mlf/tool/main.h>
#include <mlf/variants/open.h>
#include "flow/base/trusted_file.h"
#include "tools/flowviz/run.h"
#include "tools/mlf/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace mlf {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const std::string kPlugins = std::string(MLF_BINARY_DIR) + "/plugins/";

struct Ran {
  int status;
  std::string out, err;
};
Ran RunTool(std::vector<std::string> args, const std::string& input = "") {
  std::istringstream in(input);
  std::ostringstream out, err;
  const bool chart = args[0] == "flowviz";
  if (chart) args.erase(args.begin());
  const int status =
      chart ? tools::RunFlowviz(args, in, out, err) : tools::RunMlf(args, in, out, err);
  return {status, out.str(), err.str()};
}

Faults Load(std::vector<std::string> files) { return LoadPlugins(files); }

class TempFolder {
 public:
  TempFolder() {
    std::string name = (fs::temp_directory_path() / "mlf-plugin-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TempFolder() { fs::remove_all(path_); }
  std::string File(const std::string& name) const { return path_ + "/" + name; }
  std::string Copy(const std::string& plugin) const {
    fs::copy_file(kPlugins + plugin, File(plugin));
    return File(plugin);
  }

 private:
  std::string path_;
};

// Before the tests that load, so that the registry is still the program's own.
TEST(APlugins, ARefusedFileLoadsNothing) {
  const TempFolder temp;
  std::ofstream(temp.File("text.so")) << "no library";
  std::ofstream(temp.File("empty.so"));
  struct Case {
    std::vector<std::string> files;
    std::string code, text, why;
  };
  const std::vector<Case> cases = {
      {{"/no/such.so"}, "G01", "plug-in /no/such.so: cannot be read: No such file", "no file"},
      {{"/"}, "G01", "is no file", "a folder"},
      {{temp.File("text.so")}, "G01", "is no plug-in; build one with mlf_add_plugin", "a text"},
      {{temp.File("empty.so")}, "G01", "is no plug-in", "an empty file"},
      {{"/proc/self/exe"}, "G01", "is no plug-in", "a program"},
      {{kPlugins + "other_engine.so"},
       "G03",
       "is built for engine 0.1.0 00000000, and this program has engine 0.",
       "another engine"},
      {{kPlugins + "missing_symbol.so"}, "G04", "undefined symbol", "a missing symbol"},
      {{kPlugins + "throws.so"},
       "G05",
       "cannot be registered: the licence is missing",
       "it throws"},
      {{kPlugins + "throws_when_made.so"},
       "G05",
       "cannot be registered: part licensed: the licence is missing",
       "a part that throws"},
      {{kPlugins + "twice.so"}, "G05", "two parts are called peng", "an id that exists"},
      {{kPlugins + "same_variant.so"}, "G05", "two variants are called xueliu", "a variant"},
      {{kPlugins + "other_deal.so"},
       "G05",
       R"(two kinds of events are called deal: "{seat} is dealt {pieces}" and "{seat} makes a deal")",
       "an event with an id of ours"},
      {{kPlugins + "harbour.so", kPlugins + "twice.so"},
       "G05",
       "twice.so: cannot be registered",
       "a good one before it"},
  };
  const Registry* const before = &AllParts();
  for (const Case& one : cases) {
    const Faults faults = Load(one.files);
    ASSERT_EQ(faults.size(), 1u) << one.why << "\n" << FaultText(faults);
    EXPECT_EQ(faults[0].code, one.code) << one.why;
    EXPECT_THAT(faults[0].message, HasSubstr(one.text)) << one.why;
    EXPECT_EQ(&AllParts(), before) << one.why;
    EXPECT_EQ(AllParts().Find("extra_of_throws"), nullptr) << one.why;
    EXPECT_EQ(AllParts().Find("licensed"), nullptr) << one.why;
    EXPECT_FALSE(OpenFlow("harbour").ok()) << one.why;
  }
}

TEST(APlugins, OnlyFilesThatOthersCannotChange) {
  const TempFolder temp;
  const std::string file = temp.Copy("throws.so");
  for (const mode_t mode : {0666u, 0664u, 0646u}) {
    ::chmod(file.c_str(), mode);
    const Faults faults = Load({file});
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].code, "G02") << mode;
    EXPECT_THAT(faults[0].message, HasSubstr("run: chmod go-w " + file));
  }
  ::chmod(file.c_str(), 0644);
  EXPECT_EQ(Load({file})[0].code, "G05") << "it is loaded, and throws";
  if (::geteuid() != 0) return;  // only root can give it away; see the next test
  ASSERT_EQ(::chown(file.c_str(), 12345, 12345), 0);
  const Faults faults = Load({file});
  EXPECT_EQ(faults[0].code, "G02");
  EXPECT_THAT(faults[0].message, HasSubstr("belongs to another user (12345)"));
}

// The rule alone, for users who cannot give a file away.
TEST(APlugins, OnlyFilesOfRootOrTheUser) {
  struct stat file{};
  file.st_mode = S_IFREG | 0644;
  for (const uid_t owner : {0u, 1000u}) {
    file.st_uid = owner;
    EXPECT_FALSE(WhyNotTrusted("x.so", file, 1000)) << owner;
  }
  file.st_uid = 12345;
  for (const uid_t user : {0u, 1000u}) {
    EXPECT_THAT(WhyNotTrusted("x.so", file, user),
                testing::Optional(HasSubstr("belongs to another user (12345)")));
  }
}

// A file that was cut or damaged at any place is refused, and never read beyond its end.
TEST(APlugins, ADamagedFileIsRefused) {
  const TempFolder temp;
  std::ifstream whole(kPlugins + "throws.so", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(whole)), {});
  const auto refused = [&](const std::string& damaged, const std::string& why) {
    std::ofstream(temp.File("x.so"), std::ios::binary) << damaged;
    const Faults faults = Load({temp.File("x.so")});
    ASSERT_FALSE(faults.empty()) << why;
    EXPECT_THAT(faults[0].code, testing::AnyOf("G01", "G03", "G04")) << why;
  };
  for (const std::size_t size :
       {std::size_t{3}, std::size_t{63}, std::size_t{64}, bytes.size() / 2, bytes.size() - 1})
    refused(bytes.substr(0, size), "cut to " + std::to_string(size));
  // The place and size of the sections, and that of their names.
  for (const std::size_t at : {40u, 46u, 58u, 62u}) {
    std::string damaged = bytes;
    damaged[at] = '\xFF';
    damaged[at + 1] = '\xFF';
    refused(damaged, "byte " + std::to_string(at));
  }
}

TEST(Plugins, AnOwnGameHasEveryTool) {
  const std::string plugin = kPlugins + "harbour.so";
  const Ran without = RunTool({"list"});
  EXPECT_THAT(without.out, Not(HasSubstr("harbour")));
  const Ran list = RunTool({"list", "--plugin", plugin});
  EXPECT_EQ(list.status, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("harbour  "));
  ASSERT_NE(AllParts().Find("unload"), nullptr);
  EXPECT_TRUE(Load({plugin}).empty()) << "a file that is loaded already is skipped";
  EXPECT_EQ(std::ranges::count(AllGames().event_types(), "unload", &EventType::id), 1);
  EXPECT_EQ(std::ranges::count(EventTypes(), "unload", &EventType::id), 0)
      << "it is none of this program";

  const std::string folder = std::string(MLF_SOURCE_DIR) + "/examples/own_game/variants/harbour";
  const Ran check = RunTool({"check", folder, "-v"});
  EXPECT_EQ(check.status, 0) << check.out << check.err;
  EXPECT_THAT(check.out, HasSubstr("to_grab_comes_first"));
  const Ran prove = RunTool({"flowviz", "prove", "harbour"});
  EXPECT_EQ(prove.status, 0) << prove.out << prove.err;
  const Ran draw = RunTool({"flowviz", "render", "harbour", "--format", "svg"});
  EXPECT_EQ(draw.status, 0) << draw.err;
  EXPECT_THAT(draw.out, HasSubstr("unload.grab"));
  const Ran diff = RunTool({"flowviz", "diff", "harbour", "harbour", "--set-b", "shipment=5"});
  EXPECT_EQ(diff.status, 0) << diff.err;
  EXPECT_THAT(diff.out, HasSubstr("ship_points"));
  const Ran sim = RunTool({"sim", "harbour", "--games", "200", "--bot", "random", "--json"});
  EXPECT_EQ(sim.status, 0) << sim.err;
  EXPECT_THAT(sim.out, HasSubstr("\"hands\": 200"));
  EXPECT_THAT(sim.out, HasSubstr("\"edges_never_walked\": []"));
  EXPECT_THAT(sim.out, Not(HasSubstr("\"points\": 0,")));
  // The text speaks of wins and discards only where there are any.
  const Ran text = RunTool({"sim", "harbour", "--games", "10", "--bot", "greedy"});
  EXPECT_THAT(text.out, Not(HasSubstr("won")));
  EXPECT_THAT(text.out, Not(HasSubstr("discards a hand")));
  EXPECT_THAT(text.out, HasSubstr("every bot plays at random"));
  const Ran parts = RunTool({"parts", "in_port"});
  EXPECT_EQ(parts.status, 0) << parts.err;
  EXPECT_THAT(parts.out, HasSubstr("in_port"));

  const TempFolder temp;
  const std::string journal = temp.File("game.txt");
  const Ran play = RunTool({"play", "harbour", "--bots", "4", "--seed", "3", "--journal", journal});
  EXPECT_EQ(play.status, 0) << play.out << play.err;
  EXPECT_THAT(play.out, HasSubstr("seat      total\nseat 0    "));
  const Ran replay = RunTool({"replay", journal});
  EXPECT_EQ(replay.status, 0) << replay.out << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("crate"));

  // What its parts show of their slots: stores to everybody, coins to their own seat.
  const auto view_of = [&](const std::string& viewer) {
    return Json::parse(RunTool({"view", journal, "--step", "1", "--seat", viewer}).out);
  };
  const Json own = view_of("1");
  EXPECT_EQ(own["plain"], true);
  EXPECT_EQ(own["state"]["left"], 23);
  EXPECT_EQ(own["state"]["store"].size(), 4u);
  EXPECT_EQ(own["state"]["coins"], Json({nullptr, 4, nullptr, nullptr}));
  EXPECT_EQ(own["seats"].size(), 4u);
  EXPECT_FALSE(view_of("spectator")["state"].contains("coins"));
  EXPECT_EQ(view_of("full")["state"]["coins"], Json({4, 4, 4, 4}));
}

TEST(Plugins, AnOwnMahjongHasEveryTool) {
  const std::string plugin = kPlugins + "dui_jia.so";
  ::setenv("MLF_PLUGINS", (plugin + ":" + kPlugins + "harbour.so").c_str(), 1);
  const std::string folder = std::string(MLF_SOURCE_DIR) + "/examples/own_mahjong/variants/dui_jia";
  const Ran check = RunTool({"check", folder});
  ::unsetenv("MLF_PLUGINS");
  EXPECT_EQ(check.status, 0) << check.out << check.err;
  const Ran sim = RunTool({"sim", "dui_jia", "--games", "100", "--bot", "greedy", "--json"});
  EXPECT_EQ(sim.status, 0) << sim.err;
  EXPECT_THAT(sim.out, HasSubstr("\"discard -> peng\""));
  EXPECT_EQ(RunTool({"flowviz", "render", "dui_jia", "--format", "dot"}).status, 0);
}

// Pieces in capitals, and named as the game names them in both languages.
TEST(Plugins, ATypedActionKeepsItsCapitals) {
  const std::vector<std::string> play = {"play",   "harbour", "--plugin", kPlugins + "harbour.so",
                                         "--seed", "9"};
  std::string typed;
  for (int ones = 0; ones < 60; ++ones, typed += "1\n") {
    const Ran shown = RunTool(play, typed + "q\n");
    if (shown.out.find("1) ship B") == std::string::npos) continue;
    const Ran shipped = RunTool(play, typed + "ship B\nq\n");
    EXPECT_THAT(shipped.out, HasSubstr("ships three crates of B"));
    EXPECT_THAT(shipped.out + shipped.err, Not(HasSubstr("ship b")));
    std::vector<std::string> zh = play;
    zh.insert(zh.begin(), {"--lang", "zh"});
    const Ran named = RunTool(zh, typed + "ship B\nq\n");
    EXPECT_THAT(named.out, HasSubstr("运走三箱 B"));
    EXPECT_THAT(named.out, Not(HasSubstr("万")));
    return;
  }
  ADD_FAILURE() << "seat 0 is never offered to ship B";
}

TEST(Plugins, AComparisonSpeaksOfWinsOnlyWhereThereAreAny) {
  const Ran text = RunTool({"sim", "harbour", "--games", "10", "--against-set", "shipment=5",
                            "--plugin", kPlugins + "harbour.so"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("seat 0 points a hand"));
  for (const char* word : {"won", "wins", "fan", "dealer"})
    EXPECT_THAT(text.out, Not(HasSubstr(word)));
}

// The command that shows the fault names the plug-in, and the fault no expression of C++.
TEST(Plugins, CheckShowsACommandThatCanBeRepeated) {
  const TempFolder temp;
  std::ofstream(temp.File("variant.yaml"))
      << "id: endless\nzh: 无尽\nen: Endless\nextends: harbour\nflow: {take: {then: unload}}\n";
  const std::string plugin = kPlugins + "harbour.so";
  const Ran ran = RunTool({"check", temp.File("variant.yaml"), "--plugin", plugin});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("cannot be played: mlf --plugin " + plugin + " sim " +
                                 temp.File("variant.yaml") + " --games 200"));
  EXPECT_THAT(ran.out, HasSubstr("unload.ProcessAction: the stock has a crate (harbour.cc:"));
  EXPECT_THAT(ran.out, Not(HasSubstr("port.unloaded")));
}

TEST(Plugins, AGameThatDoesNotSayItsPieces) {
  const TempFolder temp;
  std::ofstream(temp.File("variant.yaml"))
      << "id: unsaid\nzh: 未写\nen: Unsaid\nextends: harbour\npieces: ~\n";
  const Ran ran =
      RunTool({"check", temp.File("variant.yaml"), "--plugin", kPlugins + "harbour.so"});
  EXPECT_THAT(ran.out, HasSubstr("W04: the variant has no pieces:, so its pieces are written as "
                                 "tiles, as 1m; if they are not, say which: pieces: goods"));
}

// A program without mahjong says what it lacks.
TEST(Plugins, WithoutMahjong) {
  const GameRegistry before = AllGames();
  GameRegistry games;
  RegisterFlowParts(games);
  UseGames(games);
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"rules"}, {"new", "mine", "--yes"}}) {
    const Ran ran = RunTool(args);
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("\"" + args[0] +
                                   "\" is about mahjong, and this program has registered none of "
                                   "its nodes and rules"));
  }
  UseGames(before);
}

TEST(Plugins, AProgramWhoseRegistrationThrows) {
  const GameRegistry before = AllGames();
  std::string name = "own", list = "list";
  char* argv[] = {name.data(), list.data()};
  const auto run = [&](const std::function<void(GameRegistry&)>& fill) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(tool::Main(2, argv, fill), 1);
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(run([](GameRegistry&) { throw std::runtime_error("the licence is missing"); }),
            "own: its parts and variants cannot be registered: the licence is missing\n");
  EXPECT_EQ(run([](GameRegistry& games) {
              RegisterFlowParts(games);
              RegisterFlowParts(games);
            }),
            "own: its parts and variants cannot be registered: two parts are called not\n");
  UseGames(before);
}

TEST(Plugins, AnOptionThatRepeatsTakesOneValue) {
  const Ran ran = RunTool({"list", "--plugin", kPlugins + "harbour.so", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const Ran parts = RunTool({"parts", "--plugin", kPlugins + "harbour.so", "in_port"});
  EXPECT_EQ(parts.status, 0) << parts.err;
  EXPECT_THAT(parts.out, HasSubstr("in_port"));
}

TEST(Plugins, AFaultIsOneSentence) {
  const Ran ran =
      RunTool({"sim", "xueliu", "--games", "1", "--plugin", kPlugins + "other_engine.so"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("other_engine.so: is built for engine 0.1.0 00000000"));
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
}

// A part of a plug-in with a memory outside the records, so that no journal repeats its game.
class Remember final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"remember", 1, "记得别桌", "remembers other games"};
  static inline const EventType kEvent{"remember", "{value}", "{value}"};
  void Run(Step& step) const override { step.Emit(kEvent, step.seat).value = ++count_; }

 private:
  mutable std::int32_t count_ = 0;
};

TEST(Plugins, CheckFindsAPartThatRemembersOtherGames) {
  GameRegistry games = AllGames();
  games.Add<Remember>();
  games.AddVariant({"remembering",
                    "id: remembering\nextends: xueliu\nzh: 记\nen: remembering\n"
                    "flow: {discard: {after_states: remember}}\n"});
  UseGames(games);
  const Ran ran = RunTool({"check", "remembering"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("a check of every step fails (replay): match with seed"));
}

// Flows that are open keep their parts when a plug-in is loaded.
TEST(Plugins, AnOpenFlowStays) {
  const auto flow = OpenFlow("xueliu");
  ASSERT_TRUE(flow.ok());
  const Registry* const before = &AllParts();
  UseGames(AllGames());
  EXPECT_NE(&AllParts(), before);
  EXPECT_NE(before->Find("peng"), nullptr);
  Records records = (*flow)->Blank();
  Response response;
  (*flow)->Start(records, 5, response);
  EXPECT_TRUE(response.ok());
}

}  // namespace
}  // namespace mlf
