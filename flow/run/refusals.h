// The reasons of the refusals that the engine itself gives.
#pragma once

#include <mlf/flow/response.h>

namespace mlf::refusals {

inline constexpr Reason kOtherFlow{"other_flow", "牌局属于另一个玩法版本",
                                   "these records belong to another flow or version"};
inline constexpr Reason kUnknownNode{"unknown_node", "没有这个动作",
                                     "there is no such action in this game"};
inline constexpr Reason kStale{"stale_ask", "这次询问已经结束",
                               "the question it answers has closed"};
inline constexpr Reason kNoAsk{"no_ask", "动作没有写所答问询的编号 ask",
                               "the action lacks `ask`, the number of the question it answers"};
inline constexpr Reason kNotStarted{"not_started", "牌局还没有开始",
                                    "nothing has started: call Start first"};
inline constexpr Reason kNoSuchSeat{"no_such_seat", "没有这个座位", "there is no such seat"};
inline constexpr Reason kNotYours{"not_yours", "这个动作不归这个座位",
                                  "this answer is not that seat's to give"};
inline constexpr Reason kNotNow{"not_now", "现在不能做这个动作", "this action cannot follow here"};
inline constexpr Reason kNotAskedNow{"not_asked", "现在没有询问这个座位",
                                     "this seat is not asked now"};
inline constexpr Reason kOnceOnly{"already_answered", "已经应答过了",
                                  "this seat has answered already"};
inline constexpr Reason kOver{"game_over", "牌局已经结束", "the game is over"};
inline constexpr Reason kBroken{"internal", "内部错误，牌局未改变",
                                "internal fault; the game is as before"};
inline constexpr Reason kNotOffered{"not_offered", "条件不满足", "its conditions are not met"};
inline constexpr Reason kWrongPayload{"wrong_payload", "牌或数值不在可选范围内",
                                      "the pieces or the value are not among those offered"};

}  // namespace mlf::refusals
