// mlf variants: what each variant has, from the compiled flows with default options.
#include <mlf/components/play_node.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/win_rule.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include <mlf/variants/open.h>
#include "components/logic/minimum_fan.h"
#include "tools/kit/position.h"
#include "tools/mlf/commands.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace mlf::tools {

namespace {

using Json = nlohmann::ordered_json;

// What a flow has. Empty texts and 0 = nothing of the kind.
struct Features {
  std::string id;
  Label label;
  int seats = 0;
  int hand = 0;     // tiles of a hand between turns
  int tiles = 0;    // in play
  int flowers = 0;  // of them
  bool chi = false;
  std::string wilds;    // id of the part that names the wildcards
  std::string winners;  // on one discard: "all", "nearest", "2: all, 3: abort"
  int minimum = 0;      // fan that a win needs
  std::vector<PartInfo> shapes;
};

// The uses of the nested parameter `name` of the shared part `slot`.
std::vector<const PartUse*> Nested(const Flow& flow, std::string_view slot, std::string_view name) {
  std::vector<const PartUse*> uses;
  for (const Flow::SharedUse& shared : flow.shared()) {
    if (shared.name != slot) continue;
    const PartParam* found = shared.use.Find(name);
    if (found == nullptr) continue;
    for (const PartUse& use : found->parts) uses.push_back(&use);
  }
  return uses;
}

Features FeaturesOf(const Variant& variant, const Flow& flow) {
  Features has;
  has.id = variant.id();
  has.label = variant.label();
  has.seats = flow.seats();
  if (table::FindSlot<table::Board>(flow)) has.hand = HandSize(flow);
  if (const auto* tiles = flow.Shared<logic::TileSet>("tiles")) {
    has.tiles = static_cast<int>(tiles->Tiles().size());
    has.flowers = static_cast<int>(std::ranges::count_if(tiles->Tiles(), table::IsFlower));
  }
  for (const Flow::SharedUse& shared : flow.shared()) {
    if (shared.name == "wilds") has.wilds = shared.use.info.id;
  }
  for (const PartUse* shape : Nested(flow, "win", "shapes")) {
    const auto same = [&](const PartInfo& other) { return other.id == shape->info.id; };
    if (std::ranges::none_of(has.shapes, same)) has.shapes.push_back(shape->info);
  }
  for (const Node& node : flow.nodes()) {
    const logic::Play play = logic::PlayOf(*node.impl);
    has.chi |= play == logic::Play::kChi;
    if (play == logic::Play::kHu) {
      for (const RoleUse<Condition>& condition : node.conditions) {
        if (dynamic_cast<const logic::MinimumFan*>(condition.part) != nullptr)
          has.minimum = std::max(has.minimum, condition.Number("least", 0));
      }
    }
    if (play != logic::Play::kDiscard || !node.window) continue;
    for (const Edge& answer : node.window->answers) {
      const auto& to = flow.nodes()[answer.to];
      if (logic::Wins(*to.impl, logic::WinBy::kDiscard)) has.winners = answer.winners.Text();
    }
  }
  return has;
}

Json FeaturesJson(const Features& has) {
  Json json = {{"id", has.id},           {"zh", has.label.zh},     {"en", has.label.en},
               {"seats", has.seats},     {"hand", has.hand},       {"tiles", has.tiles},
               {"chi", has.chi},         {"wildcards", has.wilds}, {"flowers", has.flowers},
               {"winners", has.winners}, {"minimum", has.minimum}};
  json["shapes"] = Json::array();
  for (const PartInfo& shape : has.shapes) json["shapes"].push_back(shape.id);
  return json;
}

}  // namespace

bool HasMahjong() { return AllParts().Find("discard") != nullptr; }

int FailWithoutMahjong(const Console& console, std::string_view command) {
  return console.Fail(console.Format(
      {"“{}”只用于麻将，而本程序没有登记麻将的节点和规则；要用它，请在 main 里调用 "
       "RegisterAllGames。自己的玩法写在 variant.yaml 里（docs：write-a-game）",
       "\"{}\" is about mahjong, and this program has registered none of its nodes and rules; to "
       "use it, call RegisterAllGames in main. A game of your own is written in variant.yaml "
       "(docs: write-a-game)"},
      command));
}

int RunVariants(const ListCommand& options, const Console& console) {
  std::vector<Features> all;
  const int status = ForEachVariant(
      console, options.variant_dir,
      [&](const Variant& variant, const Flow& flow) { all.push_back(FeaturesOf(variant, flow)); });
  if (options.json) {
    Json list = Json::array();
    for (const Features& has : all) list.push_back(FeaturesJson(has));
    console.out << list.dump(2) << "\n";
    return status;
  }
  const auto say = [&](const char* zh, const char* en) {
    return std::string(console.zh() ? zh : en);
  };
  const auto number = [](int n) { return n == 0 ? std::string("-") : std::to_string(n); };
  const auto word = [](const std::string& text) { return text.empty() ? std::string("-") : text; };
  std::vector<std::vector<std::string>> rows = {
      {say("玩法", "variant"), say("名称", "name"), say("人数", "seats"), say("手牌", "hand"),
       say("牌数", "tiles"), say("吃", "chi"), say("赖子", "wildcards"), say("花牌", "flowers"),
       say("一炮几家胡", "winners"), say("起胡番", "minimum"), say("牌型", "shapes")}};
  for (const Features& has : all) {
    std::string shapes;
    for (const PartInfo& shape : has.shapes)
      shapes += (shapes.empty() ? "" : ", ") + std::string(shape.id);
    rows.push_back({has.id, console.zh() ? has.label.zh : has.label.en, number(has.seats),
                    number(has.hand), number(has.tiles), has.chi ? say("有", "yes") : "-",
                    word(has.wilds), number(has.flowers), word(has.winners), number(has.minimum),
                    word(shapes)});
  }
  std::vector<int> widths(rows[0].size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], Columns(row[i]));
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) line += Pad(row[i], widths[i] + 2);
    console.out << line << row.back() << "\n";
  }
  console.out << say("（按默认选项；选项见 mlf list）\n",
                     "(with default options; mlf list shows the options)\n");
  return status;
}

}  // namespace mlf::tools
