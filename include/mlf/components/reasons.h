/// \file
/// Ledger reasons: why points move, and which reasons are gang points.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/ledger.h>

#include <array>

namespace mlf::score {

inline constexpr Reason kWinOnDiscard{"hu", "点炮胡", "won on a discard"};
inline constexpr Reason kWinByRobbing{"qiang_gang_hu", "抢杠胡", "won by robbing a gang"};
inline constexpr Reason kWinBySelfDraw{"zi_mo", "自摸", "won by self-draw"};
inline constexpr Reason kMingGangPoints{"ming_gang", "明杠（下雨）", "open gang"};
inline constexpr Reason kBuGangPoints{"bu_gang", "补杠（刮风）", "added gang"};
inline constexpr Reason kAnGangPoints{"an_gang", "暗杠（下雨）", "concealed gang"};
inline constexpr Reason kChaoTianPoints{"chao_tian", "朝天", "chao tian"};
inline constexpr Reason kLaiGangPoints{"lai_gang", "飘赖有奖", "ganged wildcard"};
inline constexpr Reason kHorsePoints{"mai_ma", "买马", "horse"};
inline constexpr Reason kGangTransfer{"gang_transfer", "呼叫转移",
                                      "gang points passed on to the winner"};
inline constexpr Reason kGangRefund{"gang_refund", "退税", "gang points given back"};
inline constexpr Reason kFlowerPig{"flower_pig", "查花猪", "flower pig"};
inline constexpr Reason kFlowerPigReady{"flower_pig_ready", "花猪赔大叫",
                                        "flower pig pays a ready hand"};
inline constexpr Reason kGenZhuang{"gen_zhuang", "跟庄", "everybody followed the dealer"};
inline constexpr Reason kDaJiao{"da_jiao", "查大叫", "not ready, pays a ready hand"};

/// The ledger numbers of gang reasons.
class GangReasons {
 public:
  explicit GangReasons(Params& params)
      : number_{params.Number(table::kLedgerReasons, kMingGangPoints),
                params.Number(table::kLedgerReasons, kBuGangPoints),
                params.Number(table::kLedgerReasons, kAnGangPoints)} {}

  std::uint8_t Of(table::MeldKind kind) const {
    return number_[kind == table::MeldKind::kAnGang ? 2 : kind == table::MeldKind::kBuGang ? 1 : 0];
  }
  /// Whether `entry` holds gang points of `seat` that were neither refunded nor transferred.
  bool IsKept(const table::LedgerEntry& entry, Seat seat) const {
    return entry.open() && entry.party() == seat &&
           (entry.reason == number_[0] || entry.reason == number_[1] || entry.reason == number_[2]);
  }

 private:
  std::array<std::uint8_t, 3> number_;
};

/// Notes that settlements of a hand leave for later ones.
struct ScoreNotes {
  static constexpr std::string_view kSlot = "score_notes";
  static constexpr Scope kScope = Scope::kHand;

  SeatMask last_gang_paid = 0;  ///< seats whose last gang was paid
  SeatMask pigs = 0;            ///< seats found by flower_pigs
  std::uint8_t reserved[6] = {};

  void Check(const Validation& check) const;
};

}  // namespace mlf::score
