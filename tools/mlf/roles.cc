#include "tools/mlf/roles.h"

namespace mlf::tools {

namespace {

constexpr RoleText kRoles[] = {
    {"node",
     {"流程图里的一个节点：玩家的动作，或系统的一步",
      "a node of the flow: an action of a player, or a step of the system"},
     {"写在 flow: 下，键就是它的 id；同一种节点要用两次时，另起 id 并写 type:",
      "written under flow: by its id; to have two of a kind, give one another id and say type:"}},
    {"condition",
     {"什么时候可以做：缩小节点可选的牌，或决定一条边能不能走",
      "when something may be done: narrows the tiles a node offers, or says whether an edge may be "
      "taken"},
     {"写在节点、应答或边的 if: 下；写了几条就要全部成立，不写就总是成立；or 用 any，取反用 not",
      "goes under if: of a node, an answer or an edge; all of several must hold, and none always "
      "holds; any: one of them will do, not: turned round"}},
    {"effect",
     {"节点执行时发生的事：算分、记状态", "what happens when a node runs: points, states"},
     {"写在节点的钩子里（settle、states 等），按所写的次序执行，先执行节点自己的代码",
      "goes into a hook of a node (settle, states, ...); several run in the order they are "
      "written, after the node's own code"}},
    {"critical_setter",
     {"流程停在哪里", "where the flow rests"},
     {"全玩法最多一个，写在 critical: 下；不写就停在每个有人可答的问询窗",
      "one for a variant at most, under critical:; without it the flow rests at each window that "
      "somebody can answer"}},
    {"win_rule",
     {"哪些牌算胡", "which hands win"},
     {"通常共用为 parts: win；要用第二个，另起名字，由节点或部件按名取用（win: 名字）",
      "usually the shared part win; a second one has another name, and nodes and parts take it by "
      "that name (win: name)"}},
    {"skill",
     {"一家的技能", "the skill of a seat"},
     {"写在 skills: 的 seats: 下，一家一个，none 表示没有；也可在开桌时用选项 skills 指定",
      "goes into seats: under skills:, one for each seat, or none; a table may name them with the "
      "option skills"}},
    {"skill_table",
     {"各家的技能", "the skills of all seats"},
     {"由 skills: 生成，共用为 parts: skills，不用写",
      "made by skills:, the shared part skills; it is not written"}},
    {"cell",
     {"玩法记着的一件事：计数、是否、牌、座位",
      "what a variant remembers: a count, a flag, tiles, a seat"},
     {"写在 memory: 下，名字就是格名；效果 add、set、clear、copy、put "
      "写它，条件、番、倍数按名字读它",
      "written under memory: by its name; the effects add, set, clear, copy and put write it, and "
      "conditions, fan rows and factors read it by its name"}},
    {"win_shape",
     {"一种胡牌牌型", "a shape of winning hands"},
     {"写在 win_rule 的 shapes: 下；满足任一种即可，至少写一种",
      "goes into shapes: of win_rule; any one of several will do, and one at least is needed"}},
    {"hand_filter",
     {"对胡牌的限制", "a limit on winning hands"},
     {"写在 win_rule 的 filters: 下；每条都要满足，不写就没有限制",
      "goes into filters: of win_rule; each of several must allow the win, and none allows all"}},
    {"wilds",
     {"哪些牌是赖子，可以替哪些牌", "which tiles are wild, and what they may stand for"},
     {"全玩法一个，共用为 parts: wilds；不写就没有赖子",
      "one for a variant, the shared part wilds; without it nothing is wild"}},
    {"tile_set",
     {"用哪些牌", "the tiles in play"},
     {"全玩法一个，共用为 parts: tiles", "one for a variant, the shared part tiles"}},
    {"void_suits",
     {"定缺的状态", "the suits that seats have declared void"},
     {"全玩法一个，共用为 parts: void；不写就没有定缺",
      "one for a variant, the shared part void; without it no suit is void"}},
    {"ready_rule",
     {"报听之后怎样", "what declaring ready does to a seat"},
     {"全玩法一个，共用为 parts: ready_rule，节点 ting 要用",
      "one for a variant, the shared part ready_rule, which the node ting needs"}},
    {"persons",
     {"多少人参加，没有座位的人怎样",
      "how many persons take part, and what those without a seat do"},
     {"全玩法一个，共用为 parts: persons；不写就是座位数",
      "one for a variant, the shared part persons; without it as many as there are seats"}},
    {"seat_winds",
     {"各家的门风", "the wind of each seat"},
     {"全玩法一个，共用为 parts: seat_winds；不写就没有门风",
      "one for a variant, the shared part seat_winds; without it seats have no winds"}},
    {"round_wind",
     {"圈风", "the wind of the round"},
     {"全玩法一个，共用为 parts: round_wind；不写就没有圈风",
      "one for a variant, the shared part round_wind; without it there is none"}},
    {"dealer_streak",
     {"连庄次数", "how many hands in a row the dealer has kept the deal"},
     {"全玩法一个，共用为 parts: streak；计数另用 note_dealer_streak",
      "one for a variant, the shared part streak; note_dealer_streak counts"}},
    {"horse_rule",
     {"胡后翻马：翻几张、哪些中、值几",
      "horses turned after a win: how many, which hit, what a hit is worth"},
     {"全玩法一个，共用为 parts: horses；由 zhua_ma 翻，由公式里的 jia_ma_factor 等计分",
      "one for a variant, the shared part horses; zhua_ma turns them, factors such as "
      "jia_ma_factor count them in the formula"}},
    {"ready_check",
     {"流局时谁算听牌，值多少", "who counts as ready when a hand is drawn, and what that is worth"},
     {"全玩法一个，共用为 parts: ready_check；查大叫、查花猪、退税都问它",
      "one for a variant, the shared part ready_check; da_jiao, flower_pigs and refund_gangs ask "
      "it"}},
    {"stake_rule",
     {"一底值几分，一家最多赔多少", "what a unit is worth in points, and how much a seat can pay"},
     {"全玩法一个，共用为 parts: stakes；不写则一底一分，赔付不限",
      "one for a variant, the shared part stakes; without it a unit is a point, and payments have "
      "no limit"}},
    {"judge",
     {"一副胡的牌值多少", "what a winning hand is worth"},
     {"通常共用为 parts: judge；另起名字可有第二个，按名取用（judge: 名字）",
      "usually the shared part judge; a second one has another name and is taken by it (judge: "
      "name)"}},
    {"fan_combine",
     {"番表各行怎么合成一个数", "how the rows of a fan table come to one number"},
     {"一张番表一个，写在 combine:；不写是 best_basic",
      "one for a fan table, as combine:; without it best_basic"}},
    {"value_rule",
     {"番数值多少底", "what a number of fan is worth, in units"},
     {"一张番表一个，写在 value:；不写是 doubling（每番翻倍）",
      "one for a fan table, as value:; without it doubling (each fan doubles)"}},
    {"fu_rule",
     {"一副胡的牌多少符", "the fu of a winning hand"},
     {"通常共用为 parts: fu，番表与 no_fu 都问它；不写就没有符",
      "usually the shared part fu, which the fan table and no_fu ask; without it there are no fu"}},
    {"dora_rule",
     {"宝牌指示牌，以及它指的牌", "indicators of dora, and the tiles they name"},
     {"共用为 parts: dora 与 ura；由 dora_held 计番",
      "the shared parts dora and ura; dora_held counts them"}},
    {"extra_rounds",
     {"本场数", "the number of extra rounds"},
     {"全玩法一个，共用为 parts: extra_rounds；由公式里的 honba_factor 计分",
      "one for a variant, the shared part extra_rounds; honba_factor counts it in the formula"}},
    {"deposit",
     {"桌上的供托", "the points on the table"},
     {"全玩法一个，共用为 parts: deposit；胡家由 win_points 收走",
      "one for a variant, the shared part deposit; the winner takes it by win_points"}},
    {"own_walls",
     {"各家一副牌墙", "a wall for each seat"},
     {"全玩法一个，共用为 parts: own_walls；不写则各家同摸一副牌墙",
      "one for a variant, the shared part own_walls; without it all draw from one wall"}},
    {"dead_wall",
     {"王牌里指示牌的位置", "where the indicators lie in the wall"},
     {"全玩法一个，共用为 parts: dead_wall；由 turn_indicator 等翻开",
      "one for a variant, the shared part dead_wall; turn_indicator and its like turn them"}},
    {"rounds",
     {"第几局", "the number of the round"},
     {"全玩法一个，共用为 parts: rounds；由 round_end 计数",
      "one for a variant, the shared part rounds; round_end counts it"}},
    {"swap_rule",
     {"吃碰之后马上不能打的牌", "what may not be discarded right after a claim"},
     {"全玩法一个，共用为 parts: swaps；不写就没有食替",
      "one for a variant, the shared part swaps; without it every tile may be discarded"}},
    {"liability",
     {"包：谁要替别家付", "who pays for what another has to"},
     {"全玩法一个，共用为 parts: liability；由 note_liability 记下，win_points 照付",
      "one for a variant, the shared part liability; note_liability notes it, win_points pays by "
      "it"}},
    {"fan_pattern",
     {"看牌的番：手牌是不是某种样子", "a fan by its tiles: whether a winning hand looks so"},
     {"写在番表行的 pattern: 下；与 fact: 同写时两者都要成立；几个用 all_of、any_of、none_of "
      "合起来",
      "is the pattern: of a row of a fan table; beside a fact: both must hold; all_of, any_of "
      "and none_of join several"}},
    {"win_fact",
     {"看怎么胡的番：自摸、抢杠、杠上开花……",
      "a fan by how the hand was won: self-draw, robbing, a gang's replacement ..."},
     {"写在番表行的 fact: 下；与 pattern: 同写时两者都要成立",
      "is the fact: of a row of a fan table; beside a pattern: both must hold"}},
    {"initial_win_rule",
     {"起手胡有哪些花样", "the patterns of initial wins"},
     {"全玩法一个，共用为 parts: initial_wins；由 ask_initial_wins 问，show_initial_win 亮，"
      "initial_win_points 结算",
      "one for a variant, the shared part initial_wins; ask_initial_wins asks, show_initial_win "
      "shows, initial_win_points pays"}},
    {"payment",
     {"每个付家付多少", "what each payer pays for a win"},
     {"通常共用为 parts: formula；不写则各付番表的值",
      "usually the shared part formula; without it each pays the value of the fan table"}},
    {"pair_factor",
     {"结算公式里的一个因子，看胡家和付家",
      "a factor of the settlement formula, by winner and payer"},
     {"付 =（A ×（值 + B）+ C）× D，以底计。写在 payment 的四槽之一：A、D 槽各因子相乘，B、C "
      "槽相加。因子不成立、或槽里什么也没写时，A、D 为 1，B、C 为 0。一个因子只能在一槽。",
      "a payer pays (A * (value + B) + C) * D, in units. A factor is in one of the four slots "
      "of payment: those in A and in D multiply, those in B and in C "
      "add. One that does not apply, and a slot without any, is 1 in A and D, 0 in B and C. No "
      "factor is in two slots."}},
    {"gang_factor",
     {"局终算杠时所乘的因子", "a factor of gang points paid at the end of a hand"},
     {"写在 settle_gangs 的 factors: 下；几个相乘，不写就是 1",
      "goes into factors: of settle_gangs; several multiply, and none is 1"}},
};

}  // namespace

const RoleText* FindRole(std::string_view role) {
  for (const RoleText& text : kRoles) {
    if (text.role == role) return &text;
  }
  return nullptr;
}

}  // namespace mlf::tools
