/// \file
/// Topics of a mahjong table, which parts and nodes bring or need (include/mlf/flow/declared.h).
#pragma once

#include <mlf/flow/declared.h>

namespace mlf::logic {

// ---- Holding for a while ----

inline constexpr Topic kTileInQuestion{"tile_in_question", "有一张牌可被要",
                                       "a tile is in question"};
inline constexpr Topic kDiscardInQuestion{"discard_in_question", "有一张打出的牌可被要",
                                          "a discard is in question"};
inline constexpr Topic kGangInQuestion{"gang_in_question", "有一张杠牌可被抢",
                                       "the tile of a gang may be robbed"};

inline constexpr Topic kNothingDrawn{"nothing_drawn", "该摸牌而牌墙已空",
                                     "a draw was due and the wall was empty"};

// ---- At a node ----

inline constexpr Topic kWin{"win", "有人胡", "a seat wins"};
inline constexpr Topic kWinningTile{"winning_tile", "胡的牌还在原处",
                                    "the tile won on still lies where it was"};
inline constexpr Topic kDiscarding{"discarding", "有人打牌", "a seat discards"};
inline constexpr Topic kDrawing{"drawing", "有人摸牌", "a seat draws"};
inline constexpr Topic kGangLaid{"gang_laid", "有人亮出杠", "a gang is laid"};
inline constexpr Topic kMingGangLaid{"ming_gang_laid", "有人明杠", "a gang off a discard is laid"};
inline constexpr Topic kBuGangLaid{"bu_gang_laid", "有人补杠成", "a peng becomes a gang"};
inline constexpr Topic kAnGangLaid{"an_gang_laid", "有人暗杠", "a concealed gang is laid"};
inline constexpr Topic kWildGanged{"wild_ganged", "有人杠下赖子", "a wildcard is ganged"};
inline constexpr Topic kHandStarts{"hand_starts", "一局开始", "a hand starts"};
inline constexpr Topic kHandEnds{"hand_ends", "一局结束", "a hand ends"};

// ---- During the hand ----

inline constexpr Topic kWinBySelfDraw{"self_draw", "有人自摸", "a seat wins by self-draw"};
inline constexpr Topic kWinOnDiscard{"win_on_discard", "有人胡打出的牌", "a discard is won on"};
inline constexpr Topic kWinByRobbing{"win_by_robbing", "有人抢杠胡", "a gang is robbed"};
inline constexpr Topic kReplacement{"replacement", "有人杠后补牌", "a gang's replacement is drawn"};
inline constexpr Topic kSeatLocked{"seat_locked", "有一家手牌锁定", "a seat's hand is locked"};
inline constexpr Topic kSeatLeft{"seat_left", "有一家离局", "a seat leaves the hand"};
inline constexpr Topic kReadyDeclared{"ready_declared", "有人报听", "a seat declares ready"};
inline constexpr Topic kVoidNamed{"void_named", "各家定缺", "seats name their void suits"};
inline constexpr Topic kExchanged{"exchanged", "各家换三张", "seats put three tiles aside"};
inline constexpr Topic kExchangeDone{"exchange_done", "换三张发回各家",
                                     "exchanged tiles are handed on"};
inline constexpr Topic kDealtTileMore{"dealt_tile_more", "庄家起手多一张",
                                      "the dealer is dealt a tile more than the others"};
inline constexpr Topic kDealerDraws{"dealer_draws", "庄家起手不多一张，先摸牌",
                                    "the dealer draws before its first discard"};
inline constexpr Topic kRobbedTileKept{"robbed_tile_kept", "被抢杠者收回那张牌",
                                       "a robbed seat keeps its tile"};
inline constexpr Topic kGangPaid{"gang_paid", "杠分已收", "a gang is paid at once"};
inline constexpr Topic kWinMissed{"win_missed", "有人放过胡并被记下",
                                  "a win that was passed up is noted"};
inline constexpr Topic kMissedWinHeld{"missed_win_held", "放过胡的一家受限",
                                      "a seat that passed up a win is held back"};
inline constexpr Topic kClaimMissed{"claim_missed", "有人放过碰并被记下",
                                    "a claim that was passed up is noted"};
inline constexpr Topic kMissedClaimHeld{"missed_claim_held", "放过碰的一家受限",
                                        "a seat that passed up a claim is held back"};
inline constexpr Topic kWinPassed{"win_passed", "过胡次数被记下", "wins passed up are counted"};
inline constexpr Topic kHorsesTurned{"horses_turned", "胡后翻马", "horses are turned"};
inline constexpr Topic kHorseBought{"horse_bought", "有人买马",
                                    "somebody without a seat bets on a horse"};
inline constexpr Topic kFedGangNoted{"fed_gang_noted", "放杠者被记下",
                                     "it is noted who fed a gang"};
inline constexpr Topic kFedGangAsked{"fed_gang_asked", "放杠者须付",
                                     "who fed a gang is made to pay"};
inline constexpr Topic kMingGangRobbed{"ming_gang_robbed", "明杠可被抢",
                                       "a gang off a discard may be robbed"};
inline constexpr Topic kStreakNoted{"streak_noted", "连庄次数被记下",
                                    "the dealer's streak is counted"};
inline constexpr Topic kDrawsAsked{"draws_asked", "本轮摸的牌有用",
                                   "it matters what was drawn in a turn"};
inline constexpr Topic kIndicatorDue{"indicator_due", "有指示牌待翻", "an indicator is due"};
inline constexpr Topic kDepositDue{"deposit_due", "报听者该出供托",
                                   "a declared seat owes a deposit"};
inline constexpr Topic kHandBrokenOff{"hand_broken_off", "途中流局", "a hand is broken off"};
inline constexpr Topic kPersonsRotate{"persons_rotate", "胡后换人", "persons change places"};
inline constexpr Topic kBuGangNamed{"bu_gang_named", "有人要补杠",
                                    "a seat adds a tile to its peng"};

// ---- Equipment ----

inline constexpr Topic kWilds{"wilds", "有赖子", "there are wildcards"};
inline constexpr Topic kIndicatorTurned{"indicator_turned", "翻出赖子皮",
                                        "the indicator of the laizi is turned up"};
inline constexpr Topic kGhostTurned{"ghost_turned", "翻鬼",
                                    "the tile that names the ghosts is turned up"};
inline constexpr Topic kGhostsAsked{"ghosts_asked", "鬼牌由翻牌而定",
                                    "ghosts are named by a tile that is turned up"};
inline constexpr Topic kPairsShape{"pairs_shape", "可以胡七对", "hands of pairs win"};
inline constexpr Topic kWan{"wan", "有万", "wan are in play"};
inline constexpr Topic kTong{"tong", "有筒", "tong are in play"};
inline constexpr Topic kTiao{"tiao", "有条", "tiao are in play"};
inline constexpr Topic kHonours{"honours", "有字牌", "honours are in play"};
inline constexpr Topic kFlowersInPlay{"flowers", "有花牌", "flowers are in play"};
/// Indexed by table::Suit.
inline constexpr const Topic* kSuitTopics[] = {&kWan, &kTong, &kTiao, &kHonours, &kFlowersInPlay};

}  // namespace mlf::logic
