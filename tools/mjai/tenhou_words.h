// What both formats of Tenhou share: tiles by kind, and the names and numbers of yaku.
#pragma once

#include <mlf/table/tile.h>

#include <array>
#include <string_view>

namespace mlf::tools {

// A yaku of ours, its number in Tenhou's XML and its name in Tenhou's JSON. The winds of seat and
// round are numbers from 10 and 14 on, by the wind.
struct TenhouYaku {
  std::string_view id;
  int number;
  std::string_view name;
};

inline constexpr std::array<TenhouYaku, 49> kTenhouYaku = {{
    {"menzen_tsumo", 0, "門前清自摸和"},
    {"riichi", 1, "立直"},
    {"ippatsu", 2, "一発"},
    {"chankan", 3, "槍槓"},
    {"rinshan", 4, "嶺上開花"},
    {"haitei", 5, "海底摸月"},
    {"houtei", 6, "河底撈魚"},
    {"pinfu", 7, "平和"},
    {"tanyao", 8, "断幺九"},
    {"iipeikou", 9, "一盃口"},
    {"seat_wind", 10, "自風"},
    {"round_wind", 14, "場風"},
    {"yakuhai_white", 18, "役牌 白"},
    {"yakuhai_green", 19, "役牌 發"},
    {"yakuhai_red", 20, "役牌 中"},
    {"double_riichi", 21, "両立直"},
    {"chiitoitsu", 22, "七対子"},
    {"chanta", 23, "混全帯幺九"},
    {"ittsuu", 24, "一気通貫"},
    {"sanshoku_doujun", 25, "三色同順"},
    {"sanshoku_doukou", 26, "三色同刻"},
    {"sankantsu", 27, "三槓子"},
    {"toitoi", 28, "対々和"},
    {"sanankou", 29, "三暗刻"},
    {"shousangen", 30, "小三元"},
    {"honroutou", 31, "混老頭"},
    {"ryanpeikou", 32, "二盃口"},
    {"junchan", 33, "純全帯幺九"},
    {"honitsu", 34, "混一色"},
    {"chinitsu", 35, "清一色"},
    {"renhou", 36, "人和"},
    {"tenhou", 37, "天和"},
    {"chiihou", 38, "地和"},
    {"daisangen", 39, "大三元"},
    {"suuankou", 40, "四暗刻"},
    {"suuankou_tanki", 41, "四暗刻単騎"},
    {"tsuuiisou", 42, "字一色"},
    {"ryuuiisou", 43, "緑一色"},
    {"chinroutou", 44, "清老頭"},
    {"chuuren", 45, "九蓮宝燈"},
    {"chuuren_9", 46, "純正九蓮宝燈"},
    {"kokushi", 47, "国士無双"},
    {"kokushi_13", 48, "国士無双１３面"},
    {"daisuushii", 49, "大四喜"},
    {"shousuushii", 50, "小四喜"},
    {"suukantsu", 51, "四槓子"},
    {"dora", 52, "ドラ"},
    {"ura_dora", 53, "裏ドラ"},
    {"red_dora", 54, "赤ドラ"},
}};

constexpr const TenhouYaku* FindTenhouYaku(std::string_view id) {
  for (const TenhouYaku& yaku : kTenhouYaku) {
    if (yaku.id == id) return &yaku;
  }
  return nullptr;
}

}  // namespace mlf::tools
