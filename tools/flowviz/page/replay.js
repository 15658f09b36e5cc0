// The page of one hand. The data (hand_steps.h) hold every step; this shows one of them.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);

// ---- small helpers ----

function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
const text = (index) => data.texts[index][page.lang() === 'zh' ? 0 : 1];
const named = (thing) => (page.lang() === 'zh' ? thing.zh : thing.en) || thing.en || thing.zh || thing.id;
// Where a part keeps a wind for each seat: its key in `state` of the view.
const windsKey = (view) => Object.keys(view.state || {}).find((key) => data.state[key].seats && view.state[key].every((wind) => kWinds[wind]));
// The wind of a seat, which is the same all hand long; without such a part the dealer is East. Of two the other one is West.
function windOf(seat) {
  const view = data.first[0], key = windsKey(view);
  if (key !== undefined) return view.state[key][seat];
  return 'ESWN'[(seat - view.dealer + data.seats) % data.seats * (data.seats === 2 ? 2 : 1)];
}
// A person is called by name, and where nobody knows the names by wind. Behind the persons is the pot: points on the table.
function seatName(seat) {
  if (seat < 0) return page.say('系统', 'the table');
  if (seat >= data.people) return page.say('供托', 'the pot');
  if (data.names && data.names[seat] && data.names[seat].en) return named(data.names[seat]);
  if (seat >= data.seats) return page.say('场外' + (seat - data.seats + 1), 'bystander ' + (seat - data.seats + 1));
  const wind = kWinds[windOf(seat)];
  return wind ? page.say(wind[0] + '家', wind[1]) : seatNumber(seat);
}
const seatNumber = (seat) => page.say('座' + seat, 'seat ' + seat);
// Sentences of the engine call a person by the number of the seat.
const withNames = (line) => line.replace(page.lang() === 'zh' ? /座(\d+)/g : /\bseat (\d+)/g, (whole, seat) => seatName(Number(seat)));
const nodeById = new Map(data.nodes.map((node) => [node.id, node]));
const nodeName = (id) => (id === 'timeout' ? page.say('超时', 'timeout') : nodeById.has(id) ? named(nodeById.get(id)) : id);
const signed = (points) => (points > 0 ? '+' : points < 0 ? '−' : '') + Math.abs(points);
const pointsClass = (points) => (points > 0 ? 'plus' : points < 0 ? 'minus' : '');

// ---- tiles ----

const kSuits = {m: ['万', 'wan'], p: ['筒', 'tong'], s: ['条', 'tiao']};
const kWinds = {E: ['东', 'East'], S: ['南', 'South'], W: ['西', 'West'], N: ['北', 'North']};
const kHonours = [['东', 'East'], ['南', 'South'], ['西', 'West'], ['北', 'North'], ['白', 'White'], ['发', 'Green'], ['中', 'Red']];
const kFlowers = [['春', 'Spring'], ['夏', 'Summer'], ['秋', 'Autumn'], ['冬', 'Winter'], ['梅', 'Plum'], ['兰', 'Orchid'], ['竹', 'Bamboo'], ['菊', 'Chrysanthemum']];
function tileName(tile) {
  if (tile === '?') return page.say('牌背', 'face down');
  const rank = Number(tile[0]), suit = tile[1];
  if (kSuits[suit] && rank === 0) return page.say('赤五' + kSuits[suit][0], 'red 5 ' + kSuits[suit][1]);
  if (kSuits[suit]) return page.say('一二三四五六七八九'[rank - 1] + kSuits[suit][0], rank + ' ' + kSuits[suit][1]);
  const names = suit === 'z' ? kHonours : kFlowers;
  return page.say(names[rank - 1][0], names[rank - 1][1]);
}
const kSvg = 'http://www.w3.org/2000/svg';
function tileOf(tile, classes) {
  const svg = document.createElementNS(kSvg, 'svg');
  svg.setAttribute('class', 'tile' + (classes ? ' ' + classes : ''));
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', tileName(tile));
  svg.dataset.tile = tile;
  const title = document.createElementNS(kSvg, 'title');
  title.textContent = tileName(tile);
  const use = document.createElementNS(kSvg, 'use');
  use.setAttribute('href', '#t-' + (tile === '?' ? 'back' : tile));
  svg.append(title, use);
  return svg;
}
// "147p" or "3m 45m" as single tiles; null if the text is not tiles.
function tilesIn(word) {
  const tiles = [];
  for (const group of word.split(/[ _]/)) {
    const match = /^([0-9]+[mpszh])+$/.test(group) ? group.match(/[0-9]+[mpszh]/g) : null;
    if (match === null) return null;
    for (const run of match) for (const rank of run.slice(0, -1)) tiles.push(rank + run.slice(-1));
  }
  return tiles;
}

// ---- tables at a step ----

function withDelta(from, delta) {
  if (!Array.isArray(delta)) return from;
  if (delta[0] === 0) return delta[1];
  if (delta[0] === 1) {
    const made = {...from};
    for (const [key, change] of Object.entries(delta[1])) made[key] = withDelta(made[key], change);
    for (const key of delta[2]) delete made[key];
    return made;
  }
  if (delta[0] === 2) return [...from.slice(0, delta[1]), ...delta[3], ...from.slice(delta[1] + delta[2])];
  const made = from.slice();
  for (const [index, change] of Object.entries(delta[1])) made[index] = withDelta(made[index], change);
  return made;
}
// Views of all steps by viewer, computed on first use.
const viewsOf = new Map();
function views(viewer) {
  if (!viewsOf.has(viewer)) {
    const list = [];
    let view = data.first[viewer];
    for (const step of data.steps) {
      if (step.views) view = withDelta(view, step.views[viewer]);
      list.push(view);
    }
    viewsOf.set(viewer, list);
  }
  return viewsOf.get(viewer);
}

// ---- state of the page ----

const state = {at: 0, viewer: 0, other: null, playing: 0};
const last = data.steps.length - 1;
// The last step that was not refused; its edges are highlighted.
const nextChoice = (at) => data.steps.slice(at + 1).find((step) => step.code === undefined);

// ---- parts of the page ----

function showTable(view) {
  const box = $('table');
  box.replaceChildren();
  const middle = el('div', {class: 'middle'});
  const add = (zh, en, ...rest) => middle.append(el('span', {}, page.say(zh, en) + ' ', ...rest));
  add('牌墙', 'wall', el('b', {id: 'wall-left'}, String(view.wall_left)));
  // Where a part counts rounds, the round names the hand.
  const kept = Object.entries(view.state || {}).filter(([key, value]) => !data.state[key].seats && isShown(value));
  const [counted, count] = kept.find(([key, value]) => data.state[key].is === 'round' && typeof value === 'number') || [];
  if (counted === undefined) add('第', 'hand', el('b', {}, String(view.hand + 1)), page.say(' 局', ''));
  else middle.append(el('span', {'data-kept': counted, title: named(data.state[counted])}, ...valueOf(count, 'round')));
  if (view.node) add('停在', 'at', el('b', {}, nodeName(view.node)));
  if (view.dice) add('骰子', 'dice', el('b', {}, view.dice.join(' ')));
  if (view.turned && !kept.some(([, value]) => value === view.turned)) add('翻出', 'turned up', tileOf(view.turned, 'inline'));
  if (view.focus) add('在问', 'in question', tileOf(view.focus.tile, 'inline lit'));
  if (view.wilds) add('赖子', 'wild', ...view.wilds.map((tile) => tileOf(tile, 'inline')));
  for (const [key, value] of kept) {
    if (key !== counted) middle.append(keptOf(key, value));
  }
  if (view.over) middle.append(el('b', {}, page.say('整场结束', 'the match is over')));
  box.append(middle);
  const seats = view.seats.length;
  const round = seats >= 2 && seats <= 4;
  box.className = 'table' + (round ? ' round' + (seats === 2 ? ' two' : '') : '');
  // The viewer is at the bottom; the next seat is on its right.
  const own = Number(data.viewers[state.viewer]);
  const near = Number.isInteger(own) && own < seats ? own : 0;
  const places = {2: ['bottom', 'top'], 3: ['bottom', 'right', 'left'], 4: ['bottom', 'right', 'top', 'left']}[seats];
  for (const seat of view.seats) {
    const made = seatOf(view, seat);
    if (round) made.dataset.place = places[(seat.seat - near + seats) % seats];
    box.append(made);
  }
  for (let person = view.seats.length; person < data.people; ++person) {
    if (view.scores[person] === 0 && view.points[person] === 0) continue;
    box.append(el('div', {class: 'seat', 'data-place': 'none'}, el('header', {}, el('h3', {title: seatNumber(person)}, seatName(person)), el('span', {class: 'badge'}, page.say('场外', 'bystander')), scoreOf(view, person))));
  }
}

// ---- what the parts keep ----

// The names come from the parts; the values are drawn by what they look like, as on the server's table.
const isShown = (value) => value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
const isText = (value) => typeof value === 'object' && value !== null && 'zh' in value && 'en' in value;
const isChecklist = (value) => Array.isArray(value) && value.length > 0 && value.every(isText);
const kInside = {tiles: ['牌', 'tiles'], fan: ['番', 'fan']};  // words inside of values
const insideName = (key) => (kInside[key] ? page.say(...kInside[key]) : key.replaceAll('_', ' '));

function keptOf(key, value) {
  return el('span', {class: 'kept', 'data-kept': key}, named(data.state[key]), ...valueOf(value, data.state[key].is));
}
function valueOf(value, is) {
  const bold = (...said) => [el('b', {}, ...said)];
  if (value === true) return [];
  if (typeof value === 'number' && is === 'seat') return bold(seatName(value));
  if (typeof value === 'number' && is === 'round') {
    const [zh, en] = kWinds['ESWN'[Math.floor(value / data.seats) % 4]], number = value % data.seats + 1;
    return bold(page.say(zh + number + '局', en + ' ' + number));
  }
  if (Array.isArray(value)) return value.filter(isShown).flatMap((one) => valueOf(one));
  if (isText(value)) {
    const {zh, en, ...rest} = value;
    return [...valueOf(Object.fromEntries(Object.entries(rest).filter(([, one]) => typeof one !== 'boolean'))), ...bold(page.say(zh, en))];
  }
  if (typeof value === 'object') {
    // 0 adds nothing to what is there; a checklist is shown where it is answered.
    const shown = Object.entries(value).filter(([, one]) => one !== 0 && isShown(one) && !isChecklist(one));
    return shown.flatMap(([key, one]) => [...(shown.length > 1 ? [insideName(key)] : []), ...valueOf(one)]);
  }
  if (value === '?') return [tileOf(value)];
  if (typeof value === 'number') return bold(String(value));
  const tiles = tilesIn(value);
  if (tiles !== null) return [el('span', {class: 'tiles'}, ...tiles.map((tile) => tileOf(tile)))];
  if (kSuits[value]) return bold(page.say(...kSuits[value]));
  if (kWinds[value]) return bold(page.say(...kWinds[value]));
  return bold(data.terms[value] ? named(data.terms[value]) : value.replaceAll('_', ' '));
}

function scoreOf(view, person) {
  const points = view.points[person];
  const labelled = (zh, en, ...rest) => el('span', {}, el('span', {class: 'name'}, page.say(zh, en) + ' '), ...rest);
  return el('span', {class: 'score'}, labelled('总分', 'total', String(view.scores[person]).replace('-', '−')), labelled('本局', 'this hand', el('b', {class: pointsClass(points)}, signed(points))));
}

function seatOf(view, seat) {
  const badges = [];
  const badge = (zh, en) => badges.push(el('span', {class: 'badge'}, page.say(zh, en)));
  if (seat.seat === view.dealer) badge('庄', 'dealer');
  const winds = windsKey(view);
  if (winds !== undefined && data.names) {
    const wind = kWinds[view.state[winds][seat.seat]];
    badges.push(el('span', {class: 'badge', 'data-kept': winds, title: named(data.state[winds])}, page.say(...wind)));
  }
  // What the seat has by itself is drawn below.
  for (const [key, value] of Object.entries(view.state || {})) {
    if (data.state[key].seats && key !== winds && !(key in seat) && isShown(value[seat.seat])) badges.push(keptOf(key, value[seat.seat]));
  }
  if (seat.wins) badge('胡 ' + seat.wins, 'wins ' + seat.wins);
  else if (seat.won) badge('已胡', 'won');
  if (seat.left) badge('离局', 'out');
  if (seat.ready) badge('报听', 'ready');
  if (seat.locked && !seat.ready) badge('锁手', 'locked');
  if (seat.auto) badge('托管', 'auto');
  const made = el('div', {class: 'seat' + (seat.seat === view.actor ? ' turn' : ''), 'data-seat': seat.seat},
    el('header', {}, el('h3', {title: seatNumber(seat.seat)}, seatName(seat.seat)), ...badges, scoreOf(view, seat.seat)));
  const hand = el('div', {class: 'tiles hand', 'data-hand': seat.seat});
  let tiles = seat.hand ? seat.hand.slice() : Array(seat.count).fill('?');
  let drawn = null;
  if (seat.drawn && tiles.indexOf(seat.drawn) >= 0) {
    tiles.splice(tiles.indexOf(seat.drawn), 1);
    drawn = seat.drawn;
  }
  for (const tile of tiles) hand.append(tileOf(tile));
  if (drawn !== null) hand.append(tileOf(drawn, 'apart'));
  made.append(hand);
  const row = el('div', {class: 'row small'});
  for (const meld of seat.melds) {
    row.append(el('span', {class: 'meld', title: nodeName(meld.kind) + (meld.from === undefined ? '' : ' ← ' + seatName(meld.from))}, ...meld.tiles.map((tile) => tileOf(tile))));
  }
  const aside = (zh, en, list, classes) => {
    if (list && list.length) row.append(el('span', {class: 'name'}, page.say(zh, en)), el('span', {class: 'tiles small'}, ...list.map((tile) => tileOf(tile, classes))));
  };
  aside('亮出', 'aside', seat.set_aside);
  aside('胡过', 'won on', seat.won_on);
  aside('花', 'flowers', seat.flowers);
  if (row.children.length) made.append(row);
  const river = el('div', {class: 'tiles small river'});
  view.river.forEach((discard, index) => {
    if (discard.seat !== seat.seat) return;
    const gone = discard.claimed || discard.won || discard.robbed;
    const lit = view.focus && view.focus.kind === 'discard' && index === view.river.length - 1;
    river.append(tileOf(discard.tile, (gone ? 'dim' : '') + (lit ? ' lit' : '')));
  });
  made.append(el('div', {class: 'row'}, el('span', {class: 'name'}, page.say('牌河', 'river')), river));
  return made;
}

// An action in words and tiles.
function actionOf(seat, node, pieces, value) {
  const made = [seatName(seat) + ' ' + nodeName(node) + ' '];
  if (pieces) made.push(...pieces.map((tile) => (tilesIn(tile) ? tileOf(tile) : tile + ' ')));
  else if (value !== undefined) made.push(String(value));
  return made;
}
// Parses "0 discard 5m" of a journal.
function typedAction(line) {
  const words = line.replace(/ @\d+$/, '').split(' ');
  const payload = words.slice(2).join(' ');
  return [seatName(Number(words[0])) + ' ' + nodeName(words[1]) + ' ', ...payloadOf(payload)];
}
function payloadOf(payload) {
  if (payload === '') return [];
  const tiles = tilesIn(payload);
  return tiles === null ? [kSuits[payload] ? page.say(...kSuits[payload]) : payload] : tiles.map((tile) => tileOf(tile));
}

// The viewer may know an action of `seat` that is not visible on the table.
const knows = (seat) => state.viewer === 0 || data.viewers[state.viewer] === String(seat);

function showStep(step) {
  const box = $('step');
  box.replaceChildren();
  const own = step.seat !== undefined && knows(step.seat);
  if (step.action !== undefined && (own || step.path)) {
    const line = el('p', {class: 'done' + (step.code ? ' refused' : '')});
    if (own) {
      line.append(...(step.node === undefined || step.code ? typedAction(step.action) : actionOf(step.seat, step.node, step.pieces, step.value)));
      if (step.timeout) line.append(page.say('（超时，由系统代打）', ' (its time was up: the default was played)'));
      if (step.code) line.append(page.say(' 被拒绝：', ' is refused: ') + (step.reason === undefined ? step.code : text(step.reason)) + ' (' + step.code + ')');
      else if (!step.path) line.append(page.say('（已记下，等别家回答）', ' (kept; others have still to answer)'));
      box.append(line);
    }
    if (own && step.instead !== undefined) box.append(el('p', {class: 'faint'}, page.say('可以：', 'could do: ') + text(step.instead)));
  } else if (step.action === undefined) {
    box.append(el('p', {class: 'done'}, page.say('开始', 'the start')));
  }
  const lines = step.events ? step.events[state.viewer] : [];
  if (lines.length) {
    box.append(el('ul', {class: 'events'}, ...lines.map((index) => {
      const line = withNames(text(index));
      return el('li', {class: line.startsWith('      ') ? 'detail' : undefined}, line.trim());
    })));
  }
  if (!box.children.length) box.append(el('p', {class: 'faint'}, page.say('这个视角看不到发生了什么。', 'Nothing that shows from here.')));
}

// The window open after this step, and the answers that seats lack with the reasons, from the step that opened it.
function showAsked(view) {
  const box = $('asked');
  box.replaceChildren();
  const chosen = nextChoice(state.at);
  const refused = [];
  for (let i = state.at + 1; i <= last && data.steps[i].code !== undefined; ++i) refused.push(data.steps[i]);
  if (!view.window) {
    box.append(el('p', {class: 'faint'}, page.say('没有要问的，或问的不是这个视角。', 'Nothing is asked, or not of this viewer.')));
    return;
  }
  const window = nodeById.get(view.node);
  if (window && window.window) box.append(el('p', {class: 'faint'}, page.say('问询窗：', 'window: ') + named(window.window)));
  let why = [];
  for (let i = state.at; i >= 0; --i) {
    if (data.steps[i].why) { why = data.steps[i].why; break; }
    if (data.steps[i].path) break;
  }
  const listed = new Set();
  for (const person of view.window.seats) {
    listed.add(person.seat);
    const made = el('div', {class: 'person', 'data-asked': person.seat}, el('b', {}, seatName(person.seat)));
    if (person.answered !== undefined) {
      made.append(page.say(' 已答：', ' has answered: '), ...actionOf(person.seat, person.answered, person.pieces, person.value).slice(0));
    } else if (person.waits) {
      made.append(page.say(' 还没轮到', ': its turn to answer has not come'));
    } else if (person.offers && person.offers.length) {
      const list = el('div', {class: 'offers'});
      for (const offer of person.offers) list.append(offerOf(offer, person.seat, chosen));
      made.append(list);
    } else {
      made.append(page.say(' 没有可答的', ' has nothing to answer'));
    }
    for (const step of refused) {
      if (step.seat === person.seat) made.append(el('p', {class: 'refused'}, '✗ ', ...typedAction(step.action), ' ', step.reason === undefined ? step.code : text(step.reason)));
    }
    appendWhy(made, why.filter((entry) => entry[0] === person.seat));
    box.append(made);
  }
  const others = why.filter((entry) => !listed.has(entry[0]) && knows(entry[0]));
  for (const seat of new Set(others.map((entry) => entry[0]))) {
    const made = el('div', {class: 'person'}, el('b', {}, seatName(seat)), page.say(' 不被问', ' is not asked'));
    appendWhy(made, others.filter((entry) => entry[0] === seat));
    box.append(made);
  }
}
function appendWhy(box, entries) {
  if (!entries.length) return;
  box.append(el('details', {}, el('summary', {}, page.say('为什么不能做别的', 'why not something else')),
    el('ul', {class: 'why'}, ...entries.map(([, node, reason]) => el('li', {}, named(data.nodes[node]) + page.say('：', ': ') + text(reason))))));
}
function offerOf(offer, seat, chosen) {
  const taken = chosen !== undefined && chosen.seat === seat && chosen.node === offer.node;
  const made = el('span', {class: 'offer' + (taken ? ' chosen' : ''), 'data-offer': offer.node}, nodeName(offer.node));
  const mark = (tile, hit) => made.append(tileOf(tile, hit ? 'chosen' : ''));
  if (offer.pieces) {
    for (const tile of offer.pieces) mark(tile, taken && chosen.pieces && chosen.pieces[0] === tile && offer.pieces.length > 1);
  } else if (offer.combos) {
    offer.combos.forEach((combo, index) => {
      if (index > 0) made.append('|');
      const hit = taken && offer.combos.length > 1 && JSON.stringify(chosen.pieces) === JSON.stringify(combo);
      for (const tile of combo) mark(tile, hit);
    });
  } else if (offer.pool) {
    made.append(page.say(' 选 ' + offer.take + ' 张', ' ' + offer.take + ' of'));
    const left = taken && chosen.pieces ? chosen.pieces.slice() : [];
    for (const tile of offer.pool) {
      const found = left.indexOf(tile);
      if (found >= 0) left.splice(found, 1);
      mark(tile, found >= 0);
    }
  } else if (offer.names) {
    offer.names.forEach((name, index) => made.append(el(taken && chosen.value === offer.values[index] ? 'b' : 'span', {}, kSuits[name] ? page.say(...kSuits[name]) : name)));
  } else if (offer.low !== undefined) {
    made.append(offer.low + '…' + offer.high + (taken ? ' → ' + chosen.value : ''));
  }
  return made;
}

// ---- what if ----

function showWhatIf() {
  const box = $('what-if');
  box.replaceChildren();
  const step = nextChoice(state.at);
  const choice = step && step.if;
  if (!choice || !knows(step.seat)) {
    box.append(el('p', {class: 'faint'}, page.say('下一步没有别的选择，或不是这个视角的选择。', 'The next step has no other choice, or it is not this viewer\'s.')));
    return;
  }
  box.append(el('p', {class: 'done'}, page.say('选了：', 'chosen: '), ...actionOf(step.seat, step.node, step.pieces, step.value)));
  if (!choice.others) {
    box.append(el('p', {class: 'faint'}, page.say('另有 ' + choice.left_out + ' 种选择，没有推演。', choice.left_out + ' other choices, none of them played out.')));
    return;
  }
  const list = el('div', {class: 'choices'});
  choice.others.forEach((other, index) => {
    const button = el('button', {'data-other': index, 'aria-pressed': String(state.other === index)}, ...typedAction(other.action));
    button.addEventListener('click', () => { state.other = state.other === index ? null : index; showWhatIf(); });
    list.append(button);
  });
  box.append(list);
  const note = page.say('之后各家都由贪心机器人接着打，牌墙不变，所以两边只差这一个选择。', 'From there on greedy bots play for everybody with the same wall, so the two differ by this choice alone.') +
    (choice.left_out > 0 ? page.say('还有 ' + choice.left_out + ' 种选择没有推演。', ' ' + choice.left_out + ' more choices are not played out.') : '');
  box.append(el('p', {class: 'faint'}, note));
  const other = choice.others[state.other];
  if (!other) return;
  box.append(pointsTable(choice.same, other), el('div', {class: 'lines'},
    lineBox('same', actionOf(step.seat, step.node, step.pieces, step.value), choice.same), lineBox('other', typedAction(other.action), other)));
}
function pointsTable(same, other) {
  const played = views(0)[last].points;
  const head = el('tr', {}, el('th', {}), el('th', {class: 'number'}, page.say('照选的', 'as chosen')), el('th', {class: 'number'}, page.say('另选', 'instead')),
    el('th', {class: 'number'}, page.say('差', 'difference')), el('th', {class: 'number'}, page.say('实际打完', 'as it was played')));
  const rows = same.points.map((points, person) => el('tr', {}, el('td', {}, seatName(person)), el('td', {class: 'number'}, signed(points)), el('td', {class: 'number'}, signed(other.points[person])),
    el('td', {class: 'number ' + pointsClass(other.points[person] - points)}, signed(other.points[person] - points)), el('td', {class: 'number'}, signed(played[person]))));
  return el('div', {class: 'wide'}, el('table', {id: 'what-if-points'}, head, ...rows));
}
function lineBox(id, head, line) {
  const moves = el('div', {class: 'moves'});
  let count = 0;
  for (const word of line.line.split(' ')) {
    const match = /^(\d+)(\D)(.*)$/u.exec(word);
    const node = data.nodes[data.codes[match[2]]];
    ++count;
    if (node.id === 'guo') continue;
    const win = node.id === 'hu' || node.id === 'zi_mo';
    moves.append(el('span', {class: win ? 'win' : undefined}, match[1] + ' ' + named(node), ...payloadOf(match[3].replaceAll('_', ' '))));
  }
  return el('div', {id: 'line-' + id}, el('h3', {}, ...head), el('p', {class: 'faint'}, page.say(count + ' 个动作（不列过）', count + ' actions (passes not listed)') +
    (line.ended === false ? page.say('，没有打完', ', broken off') : '')), moves);
}

// ---- ledger, hooks ----

function showLedger(view) {
  const box = $('ledger');
  box.replaceChildren();
  if (!view.ledger.length) {
    box.append(el('p', {class: 'faint'}, page.say('还没有得失。', 'No points have moved yet.')));
    return;
  }
  const table = el('table', {}, el('tr', {}, el('th', {}, '#'), el('th', {}, page.say('收', 'to')), el('th', {}, page.say('付', 'from')), el('th', {class: 'number'}, page.say('每家', 'each')), el('th', {}, page.say('原因', 'reason'))));
  view.ledger.forEach((entry, index) => {
    const reason = (entry.reason ? named(entry.reason) : '') + (entry.undoes === undefined ? '' : page.say('（冲抵第 ' + (entry.undoes + 1) + ' 条）', ' (undoes ' + (entry.undoes + 1) + ')'));
    table.append(el('tr', {class: entry.undone ? 'undone' : undefined}, el('td', {}, String(index + 1)), el('td', {}, seatName(entry.to)),
      el('td', {}, entry.from.map(seatName).join(page.say('、', ', '))), el('td', {class: 'number'}, String(entry.each)), el('td', {}, reason)));
  });
  box.append(table);
}

function showHooks(step) {
  const box = $('hooks');
  box.replaceChildren();
  if (!step.path || (state.viewer !== 0 && step.action !== undefined && step.events && !step.events[state.viewer].length)) {
    box.append(el('p', {class: 'faint'}, page.say('没有节点运行。', 'No node ran.')));
    return;
  }
  const micro = (ns) => (ns / 1000).toFixed(2) + ' µs';
  const rows = [];
  for (const [index, seat, times] of step.path) {
    const node = data.nodes[index];
    const total = times ? micro(times.reduce((sum, time) => sum + time[2], 0)) : '';
    rows.push(el('tr', {}, el('th', {}, named(node) + ' ', el('span', {class: 'faint'}, node.id)), el('td', {}, seatName(seat)), el('td', {}), el('td', {class: 'number'}, total)));
    // In order of execution: by hook; within a hook the node's own code first, then the effects of the variant.
    const ran = [];
    const seen = {};
    for (const [hook, part, zh, en] of node.hooks) {
      const place = seen[hook] = (seen[hook] === undefined ? -1 : seen[hook]) + 1;
      const at = data.hooks.indexOf(hook);
      const time = times && times.find((one) => one[0] === at && one[1] === place);
      ran.push([at, place, [page.say(zh, en), el('div', {class: 'part faint'}, part)], time ? micro(time[2]) : '']);
    }
    for (const [hook, effect, ns] of times || []) {
      if (effect < 0) ran.push([hook, effect, [el('span', {class: 'faint'}, page.say('节点自身', 'the node\'s own'))], micro(ns)]);
    }
    ran.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [hook, , what, time] of ran) {
      rows.push(el('tr', {class: 'hook'}, el('td', {class: 'part'}, data.hooks[hook]), el('td', {colspan: 2}, ...what), el('td', {class: 'number'}, time)));
    }
  }
  box.append(el('table', {}, ...rows));
  if (!data.profile) box.append(el('p', {class: 'faint'}, page.say('用 flowviz replay --profile 生成的页面带有时间。', 'A page made with flowviz replay --profile has times.')));
}

// ---- chart ----

let zoom = null;
function placeChart() {
  $('chart').replaceChildren($(page.lang() === 'zh' ? 'chart-zh' : 'chart-en').content.cloneNode(true));
  if (zoom === null) {
    zoom = page.makeZoom($('chart-panel'));
    // A folded chart has no size to fit.
    $('chart-panel').open = innerWidth > 900;
    $('chart-panel').addEventListener('toggle', () => {
      zoom.apply();
      lightChart(views(state.viewer)[state.at], data.steps[state.at]);
    });
    zoom.set(innerWidth > 900 ? 0.8 : 0.6);
  } else {
    zoom.apply();
  }
}
function lightChart(view, step) {
  const chart = $('chart');
  const place = view.node ? nodeById.get(view.node) : undefined;
  $('chart-at').textContent = place === undefined ? '' : page.say('停在：', 'at: ') + named(place.window && (place.window.zh || place.window.en) && !view.over ? place.window : place);
  for (const lit of chart.querySelectorAll('.here, .way, .ran')) lit.classList.remove('here', 'way', 'ran');
  const mark = (id, name) => { const found = chart.querySelector('#' + CSS.escape(id)); if (found) found.classList.add(name); return found; };
  if (state.viewer === 0 || !step.events || step.events[state.viewer].length) {
    for (const edge of step.walked || []) mark('edge.' + data.edges[edge], 'way');
    for (const [node] of step.path || []) mark('node.' + data.nodes[node].id, 'ran');
  }
  if (!view.node) return;
  const here = (view.over ? null : mark('window.' + view.node, 'here')) || mark('node.' + view.node, 'here');
  if (!here || !$('chart-panel').open) return;
  const box = chart.getBoundingClientRect(), at = here.getBoundingClientRect();
  chart.scrollTop += at.top + at.height / 2 - box.top - box.height / 2;
  chart.scrollLeft += at.left + at.width / 2 - box.left - box.width / 2;
}

// ---- the whole page ----

function showHead() {
  const options = Object.entries(data.options).map(([name, value]) => name + '=' + value).join(' ');
  $('title').textContent = named(data) + page.say(' 第 ' + (data.hand + 1) + ' 局', ', hand ' + (data.hand + 1));
  $('facts').textContent = data.variant + ' · ' + page.say('指纹 ', 'fingerprint ') + data.fingerprint;
  $('facts').title = options;
  document.title = $('title').textContent;
  const names = {full: page.say('全知', 'everything'), spectator: page.say('旁观', 'a spectator')};
  $('viewer').replaceChildren(...data.viewers.map((viewer, index) => el('option', {value: index}, names[viewer] || seatName(viewer))));
  $('viewer').value = String(state.viewer);
}
function show() {
  const view = views(state.viewer)[state.at];
  const step = data.steps[state.at];
  $('slider').value = String(state.at);
  $('place').textContent = state.at + ' / ' + last;
  showTable(view);
  showStep(step);
  showAsked(view);
  showWhatIf();
  showLedger(view);
  showHooks(step);
  lightChart(view, step);
  const hash = '#step=' + state.at + '&view=' + data.viewers[state.viewer] + '&lang=' + page.lang();
  try { history.replaceState(null, '', hash); } catch { /* without permission to store its position the page still works */ }
}
function go(at) {
  const to = Math.min(last, Math.max(0, at));
  if (to !== state.at) state.other = null;
  state.at = to;
  if (to === last) stop();
  show();
}
function stop() {
  clearInterval(state.playing);
  state.playing = 0;
  $('play').textContent = '▶';
  $('play').setAttribute('aria-pressed', 'false');
}
function play() {
  if (state.playing) return stop();
  if (state.at === last) go(0);
  state.playing = setInterval(() => go(state.at + 1), 700);
  $('play').textContent = '❚❚';
  $('play').setAttribute('aria-pressed', 'true');
}

$('slider').max = String(last);
$('slider').addEventListener('input', () => go(Number($('slider').value)));
$('first').addEventListener('click', () => go(0));
$('back').addEventListener('click', () => go(state.at - 1));
$('next').addEventListener('click', () => go(state.at + 1));
$('last').addEventListener('click', () => go(last));
$('play').addEventListener('click', play);
$('viewer').addEventListener('change', () => { state.viewer = Number($('viewer').value); state.other = null; show(); });
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select')) return;
  if (event.key === ' ' && event.target.closest('button, summary')) return;  // it activates the focused element
  const keys = {ArrowLeft: () => go(state.at - 1), ArrowRight: () => go(state.at + 1), Home: () => go(0), End: () => go(last), ' ': play};
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
document.addEventListener('langchange', () => { showHead(); placeChart(); show(); });

const hash = new URLSearchParams(location.hash.slice(1));
state.at = Math.min(last, Math.max(0, Number(hash.get('step')) || 0));
state.viewer = Math.max(0, data.viewers.indexOf(hash.get('view')));
page.setLang(hash.get('lang') === 'zh' || hash.get('lang') === 'en' ? hash.get('lang') : page.lang());
