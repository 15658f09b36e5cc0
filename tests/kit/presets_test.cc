// Presets: sets of options that a variant names.
#include <mlf/variants/live_variant.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace mlf {
namespace {

std::map<std::string, std::string> BuiltOptions(const std::string& name,
                                                const OptionValues& given) {
  const auto flow = OpenFlow(name, given);
  EXPECT_TRUE(flow) << FaultText(flow.faults());
  std::map<std::string, std::string> values;
  if (flow) values.insert((*flow)->options().begin(), (*flow)->options().end());
  return values;
}

TEST(Presets, OfEveryVariant) {
  for (const std::string& id : VariantIds()) {
    const auto variant = OpenVariant(id);
    ASSERT_TRUE(variant) << id;
    if (variant->presets().empty()) continue;  // of one rule set alone
    EXPECT_GE(variant->presets().size(), 2u) << id;
    std::set<std::uint64_t> built = {(*OpenFlow(id))->fingerprint()};
    for (const Preset& preset : variant->presets()) {
      EXPECT_FALSE(preset.label.zh.empty() || preset.label.en.empty()) << id << " " << preset.name;
      for (const Lang lang : {Lang::kEn, Lang::kZh}) {
        EXPECT_NE(VariantReadme(id, lang).find("| `" + preset.name + "` |"), std::string::npos)
            << "a README of " << id << " says nothing of " << preset.name;
      }
      const auto flow = OpenFlow(id, {{"preset", preset.name}});
      ASSERT_TRUE(flow) << FaultText(flow.faults());
      // One that sets nothing is a name for the defaults.
      EXPECT_TRUE(preset.options.empty() || built.insert((*flow)->fingerprint()).second)
          << id << " " << preset.name << " is another preset, or the variant itself";
    }
  }
}

TEST(Presets, OptionsLieOnTopOfThem) {
  auto options = BuiltOptions("xueliu", {{"preset", "five_fan"}});
  EXPECT_EQ(options["cap"], "5");
  EXPECT_EQ(options["tianhu_mode"], "cap");
  EXPECT_EQ(options["hands"], "8") << "what the preset leaves open is at its default";
  options = BuiltOptions("xueliu", {{"preset", "five_fan"}, {"cap", "9"}});
  EXPECT_EQ(options["cap"], "9");
  EXPECT_EQ(options["robbed_seat"], "discards");
  EXPECT_EQ((*OpenFlow("xueliu", {{"preset", "tournament"}}))->fingerprint(),
            (*OpenFlow("xueliu", {{"cap", "3"}}))->fingerprint());
}

// An option of the preset that loses its `when` falls back to its default; an option set beside the
// preset is refused.
TEST(Presets, WhatTheyLoseTheirNeedsOf) {
  const auto options = BuiltOptions("yilaidaodi", {{"preset", "xiantao"}, {"score_table", "2"}});
  EXPECT_EQ(options.count("re_chong_qiang_gang_v1"), 0u);
  EXPECT_EQ(options.at("laizi_scope"), "both_sides");
  EXPECT_EQ(FaultText(OpenFlow("yilaidaodi",
                               {{"preset", "adding"}, {"re_chong_qiang_gang_v1", "three_halves"}})
                          .faults()),
            "O03: option \"re_chong_qiang_gang_v1\" is there only with score_table=1 (it is 2)\n");
}

TEST(Presets, ArePatchedLikeTheRest) {
  const auto options = BuiltOptions("xuezhan", {{"preset", "tournament"}});
  EXPECT_EQ(options.at("cap"), "3") << "of xueliu";
  EXPECT_EQ(options.at("pass_peng_lock"), "same_tile") << "of xuezhan";
}

// What each room plays otherwise than the defaults, as text so that every difference shows.
TEST(Presets, OfRiichiAndSanmaAreWhatTheRoomsPlay) {
  const auto differences = [](const std::string& id, const std::string& preset) {
    const auto defaults = BuiltOptions(id, {});
    std::string text;
    for (const auto& [option, value] : BuiltOptions(id, {{"preset", preset}})) {
      const auto found = defaults.find(option);
      if (found == defaults.end() || found->second != value) text += option + "=" + value + " ";
    }
    return text;
  };
  EXPECT_EQ(differences("riichi", "tenhou"),
            "agari_yame=automatic chankan_an_gang=never pao_honba=liable pao_reach=hand "
            "red_fives=3 riichi_an_gang=waits_unchanged ");
  EXPECT_EQ(differences("riichi", "majsoul"),
            "agari_yame=automatic double_yakuman=on final_base=start first_turn_double=on "
            "multi_hu=all oka=0 red_fives=3 riichi_an_gang=waits_unchanged uma=15_5 ");
  EXPECT_EQ(differences("riichi", "wrc"),
            "abort_draws=none agari_yame=never kazoe=sanbaiman kiriage_mangan=on "
            "multi_hu=head_bump nagashi_mangan=off oka=0 renhou=mangan start_points=30000 "
            "tobi=off uma=15_5 west_round=none yakuman_stack=off ");
  EXPECT_EQ(differences("riichi", "ema"),
            "abort_draws=none agari_yame=never kazoe=sanbaiman kong_dora_time=at_once multi_hu=all "
            "nagashi_mangan=off oka=0 renhou=mangan start_points=30000 tobi=off uma=15_5 "
            "west_round=none yakuman_stack=off ");
  EXPECT_EQ(differences("riichi", "mleague"),
            "abort_draws=none agari_yame=never chankan_an_gang=never double_wind_pair=2 "
            "kazoe=sanbaiman kiriage_mangan=on kong_dora_time=at_once multi_hu=head_bump "
            "nagashi_mangan=off pao=daisangen_daisuushii_suukantsu red_fives=3 "
            "riichi_min_points=none riichi_min_tiles=0 tobi=off uma=30_10 west_round=none ");
  EXPECT_EQ(differences("riichi", "riichi_city"),
            "agari_yame=automatic daiminkan_pao=on red_fives=3 uma=30_10 ");
  EXPECT_EQ(differences("riichi", "libsaki"),
            "chankan_keeps_ippatsu=off claim_carries_discard=on daiminkan_pao=on dice=pressed "
            "final_rounding=five_down honba_multi=each multi_hu=head_bump red_fives=4 "
            "return_strict=on suufon_time=before_claims suukaikan_time=before_draw uma=none "
            "yakuman_stack=off ");
  EXPECT_EQ(differences("sanma", "tenhou"),
            "agari_yame=automatic chankan_an_gang=never pao_honba=liable pao_reach=hand "
            "red_fives=2 riichi_an_gang=waits_unchanged ");
  EXPECT_EQ(differences("sanma", "yemaster"), "start_points=25000 ");
}

TEST(Presets, MisspeltOnesAreNamed) {
  const auto fault = [](const std::string& preset) {
    return FaultText(OpenFlow("xueliu", {{"preset", preset}}).faults());
  };
  EXPECT_EQ(fault("tournement"),
            "O04: variant xueliu has no preset \"tournement\" (did you mean \"tournament\"?)\n");
  EXPECT_EQ(fault("zzz"),
            "O04: variant xueliu has no preset \"zzz\"; it has tournament, four_fan, five_fan\n");
}

TEST(Presets, OfALiveVariant) {
  LiveVariant live("xueliu");
  const auto flow = live.FlowFor({{"preset", "tournament"}});
  ASSERT_TRUE(flow) << FaultText(flow.faults());
  EXPECT_EQ((*flow)->fingerprint(), (*OpenFlow("xueliu", {{"cap", "3"}}))->fingerprint());
  EXPECT_TRUE(live.Reload().empty());
}

}  // namespace
}  // namespace mlf
