// Written by scripts/events.mjs from the sources of the engine; do not edit.

/** Texts of an event, the one that fills in most first. */
export const templates: Record<string, { zh: string; en: string }[]> = {
  an_gang: [
    { zh: "{seat} 暗杠 {pieces}", en: "{seat} an gang {pieces}" },
  ],
  broken_off: [
    { zh: "途中流局：{text}", en: "the hand is broken off: {text}" },
  ],
  bu_gang: [
    { zh: "{seat} 补杠 {pieces}", en: "{seat} adds {pieces} to its peng" },
  ],
  bu_gang_done: [
    { zh: "{seat} 补杠成 {pieces}", en: "{seat} bu gang {pieces}" },
  ],
  chao_tian: [
    { zh: "{seat} 朝天 {pieces}", en: "{seat} chao tian {pieces}" },
  ],
  chi: [
    { zh: "{seat} 吃 {pieces}（{other}）", en: "{seat} chi {pieces} (from {other})" },
  ],
  choose_number: [
    { zh: "{seat} 选 {value}", en: "{seat} chooses {value}" },
  ],
  choose_void: [
    { zh: "{seat} 定缺 {text}", en: "{seat} gives up {text}" },
  ],
  deal: [
    { zh: "{seat} 起手 {pieces}", en: "{seat} is dealt {pieces}" },
  ],
  dealer: [
    { zh: "{seat} 坐庄", en: "{seat} deals" },
  ],
  dealer_throws: [
    { zh: "庄家 {seat} 掷骰 {value}，由 {other} 掷第二次", en: "the dealer {seat} throws {value}: {other} throws second" },
  ],
  declaration_stands: [
    { zh: "{seat} 报听成立", en: "the declaration of {seat} takes effect" },
  ],
  dian_chao_tian: [
    { zh: "{seat} 点朝天 {pieces}（{other}）", en: "{seat} chao tian {pieces} (from {other})" },
  ],
  dice: [
    { zh: "骰子 {value}", en: "dice {value}" },
  ],
  discard: [
    { zh: "{seat} 打 {pieces}", en: "{seat} discards {pieces}" },
  ],
  discards_count: [
    { zh: "{seat} 流局满贯", en: "all discards of {seat} count" },
  ],
  does_not_wait: [
    { zh: "{seat} 没听", en: "{seat} does not wait at the end" },
  ],
  draw: [
    { zh: "{seat} 摸 {pieces}", en: "{seat} draws {pieces}" },
  ],
  exchange_direction: [
    { zh: "换牌方向：{text}", en: "tiles go {text}" },
  ],
  exchange_received: [
    { zh: "{seat} 从 {other} 换进 {pieces}", en: "{seat} receives {pieces} from {other}" },
  ],
  exchange_three: [
    { zh: "{seat} 换出 {pieces}", en: "{seat} puts {pieces} aside" },
  ],
  false_win: [
    { zh: "{seat} 诈和", en: "{seat} declares a false win" },
  ],
  fan: [
    { zh: "{seat} {text} {value} 番", en: "{seat} {text}: {value} fan" },
    { zh: "{seat} {text}", en: "{seat} {text}" },
  ],
  fan_total: [
    { zh: "{seat} 共 {value} 番", en: "{seat}: {value} fan in all" },
  ],
  final_score: [
    { zh: "{seat} 最终 {value}", en: "{seat} ends with {value}" },
  ],
  flowers: [
    { zh: "{seat} 补花 {pieces}", en: "{seat} puts out {pieces}" },
  ],
  flowers_replaced: [
    { zh: "{seat} 补到 {pieces}", en: "{seat} takes {pieces} for its flowers" },
  ],
  fu: [
    { zh: "{seat} {value} 符", en: "{seat}: {value} fu" },
  ],
  ghosts: [
    { zh: "鬼牌是 {pieces}", en: "ghosts are {pieces}" },
  ],
  give_turned: [
    { zh: "{seat} 换出 {pieces}", en: "{seat} gives {pieces} for the tile turned up" },
  ],
  gives_up_seat: [
    { zh: "{seat} 的 {value} 号下场，到队尾", en: "person {value} at {seat} gives up the seat and goes to the end of the queue" },
  ],
  hand_over: [
    { zh: "第 {value} 局结束", en: "hand {value} is over" },
  ],
  hand_shown: [
    { zh: "{seat} 亮牌 {pieces}", en: "{seat} shows {pieces}" },
  ],
  hand_starts: [
    { zh: "第 {value} 局开始", en: "hand {value} starts" },
  ],
  horse: [
    { zh: "{seat} 的马 {pieces}，跟 {other}", en: "the horse of {seat} is {pieces}: it follows {other}" },
  ],
  horses_hit: [
    { zh: "{seat} 中马 {value}", en: "{value} horses hit for {seat}" },
  ],
  hu: [
    { zh: "{seat} 胡 {pieces}（{other}）", en: "{seat} wins on {pieces} (from {other})" },
  ],
  hua_hu: [
    { zh: "{seat} 花胡（{value} 张花）", en: "{seat} wins by {value} flowers" },
  ],
  indicator_back: [
    { zh: "宝已露出，换宝", en: "the hidden indicator is dead; it goes back" },
  ],
  indicator_die: [
    { zh: "{seat} 打宝，骰子 {value}", en: "{seat} throws {value} for the hidden indicator" },
  ],
  indicator_gone: [
    { zh: "本局不再有宝", en: "there is no hidden indicator for the rest of the hand" },
  ],
  indicator_look: [
    { zh: "{seat} 看宝 {pieces}", en: "{seat} looks at the hidden indicator {pieces}" },
  ],
  indicator_shown: [
    { zh: "宝是 {pieces}", en: "the hidden indicator is {pieces}" },
  ],
  indicator_won: [
    { zh: "{seat} 冲宝 {pieces}", en: "{seat} wins on the hidden indicator {pieces}" },
  ],
  initial_win: [
    { zh: "{seat} 亮 {text} {pieces}", en: "{seat} shows {text} {pieces}" },
  ],
  initial_win_value: [
    { zh: "{seat} 亮的值 {value} 底", en: "what {seat} shows is worth {value} units" },
  ],
  jiu_zhong: [
    { zh: "{seat} 九种九牌", en: "{seat} gives the hand up" },
  ],
  lai_gang: [
    { zh: "{seat} 杠赖子 {pieces}", en: "{seat} gangs the wildcard {pieces}" },
  ],
  laizi: [
    { zh: "赖子是 {pieces}", en: "{pieces} is wild" },
  ],
  left_broke: [
    { zh: "{seat} 分数输光，离局", en: "{seat} has no points left and leaves the hand" },
  ],
  left_won: [
    { zh: "{seat} 胡后离局", en: "{seat} has won and leaves the hand" },
  ],
  limit: [
    { zh: "{seat} {text}", en: "{seat}: {text}" },
  ],
  mai_ma: [
    { zh: "{seat} 买马，看了 {pieces}", en: "{seat} bets and looks at {pieces}" },
  ],
  mai_ma_stake: [
    { zh: "{seat} 买 {value} 倍", en: "{seat} stakes {value} times" },
  ],
  match_over: [
    { zh: "整场结束", en: "the match is over" },
  ],
  may_end: [
    { zh: "{seat} 可以结束整场", en: "{seat} may end the match" },
  ],
  ming_gang: [
    { zh: "{seat} 明杠 {pieces}（{other}）", en: "{seat} ming gang {pieces} (from {other})" },
  ],
  now_ready: [
    { zh: "{seat} 听牌", en: "{seat} is ready" },
  ],
  open_discard: [
    { zh: "{seat} 打出翻开的 {pieces}", en: "{seat} discards {pieces}, which it has turned up" },
  ],
  open_draw: [
    { zh: "{seat} 翻开 {pieces}", en: "{seat} turns up {pieces}" },
  ],
  opens_wall: [
    { zh: "{seat} 掷骰 {value} 开墙", en: "{seat} throws {value} and opens the wall" },
  ],
  passed_win: [
    { zh: "{seat} 过胡，共 {value} 次", en: "{seat} passes up a win, {value} so far" },
  ],
  pay_own: [
    { zh: "{other} 付 {seat}：自己只付 {value}", en: "{other} pays {seat}: only {value} of it itself" },
  ],
  pay_plus: [
    { zh: "{other} 付 {seat}：{text} +{value}", en: "{other} pays {seat}: {text} +{value}" },
  ],
  pay_rounded: [
    { zh: "{other} 付 {seat}：进整为 {value}", en: "{other} pays {seat}: rounded up to {value}" },
  ],
  pay_times: [
    { zh: "{other} 付 {seat}：{text} ×{value}", en: "{other} pays {seat}: {text} ×{value}" },
  ],
  peng: [
    { zh: "{seat} 碰 {pieces}（{other}）", en: "{seat} peng {pieces} (from {other})" },
  ],
  place: [
    { zh: "{seat} 第 {value} 名", en: "{seat} is number {value}" },
  ],
  points: [
    { zh: "{seat} 收 {value} 分（{text}）", en: "{seat} receives {value} from each payer ({text})" },
  ],
  popped_up: [
    { zh: "{seat} 看到一段文字", en: "{seat} is shown a text" },
  ],
  rank_points: [
    { zh: "{seat} 名次分 {value}", en: "{seat} gets {value} for its place" },
  ],
  rank_points_shared: [
    { zh: "{seat} 名次分 {value}/{text}", en: "{seat} gets {value}/{text} for its place" },
  ],
  rob: [
    { zh: "{seat} 抢杠胡 {pieces}（{other}）", en: "{seat} robs {pieces} (from {other})" },
  ],
  score: [
    { zh: "{seat} 总分 {value}", en: "{seat} has {value} points" },
  ],
  set_aside: [
    { zh: "{seat} 拔 {pieces}", en: "{seat} sets {pieces} aside" },
  ],
  shuffle: [
    { zh: "洗牌，共 {value} 张", en: "the wall is built of {value} tiles" },
  ],
  take_last: [
    { zh: "{seat} 要海底", en: "{seat} takes the last tile" },
  ],
  take_turned: [
    { zh: "{seat} 拿翻开的 {pieces}", en: "{seat} takes {pieces}, which lies turned up" },
  ],
  takes_seat: [
    { zh: "{seat} 换由 {value} 号入座", en: "person {value} sits down at {seat}" },
  ],
  ting: [
    { zh: "{seat} 听", en: "{seat} declares ready" },
    { zh: "{seat} 立直", en: "{seat} declares riichi" },
  ],
  turn_ghosts: [
    { zh: "翻开 {pieces}，放回重洗", en: "{pieces} is turned up and goes back" },
  ],
  turn_indicator: [
    { zh: "翻开宝牌指示牌 {pieces}", en: "the indicator {pieces} is turned" },
  ],
  turn_laizi: [
    { zh: "翻开 {pieces}", en: "{pieces} is turned up" },
    { zh: "翻开 {pieces}，是金", en: "{pieces} is turned up and is wild" },
  ],
  turn_under_indicator: [
    { zh: "翻开里宝牌指示牌 {pieces}", en: "{pieces} lies below the indicators" },
  ],
  waits_at_end: [
    { zh: "{seat} 听牌", en: "{seat} waits at the end" },
  ],
  win_reading: [
    { zh: "{seat} 的牌 {pieces}", en: "{seat} lays out {pieces}" },
  ],
  win_value: [
    { zh: "{seat} 胡 {pieces}，{value} 底", en: "{seat} wins with {pieces}, worth {value} units" },
  ],
  win_way: [
    { zh: "{seat} {text}", en: "{seat}: {text}" },
  ],
  zha_niao: [
    { zh: "扎鸟 {pieces}", en: "the birds are {pieces}" },
  ],
  zhua_ma: [
    { zh: "抓马 {pieces}", en: "the horses are {pieces}" },
  ],
  zi_mo: [
    { zh: "{seat} 当即胡 {pieces}", en: "{seat} wins at once {pieces}" },
    { zh: "{seat} 自摸 {pieces}", en: "{seat} wins by its own draw {pieces}" },
  ],
};
