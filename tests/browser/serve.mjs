// Shared by the tests of the page to play on: the server, a line to it that can be cut or slowed, and people at the page.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {connect, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PATIENCE} from './patience.mjs';

const bin = process.env.MLF_BIN;

// The server with a data folder of its own. After kill(), start() goes on with the same data at the same port.
export class Server {
  constructor(...args) {
    this.args = args;
    this.data = mkdtempSync(join(tmpdir(), 'mlf-web-'));
    this.port = 0;
  }

  async start() {
    const args = ['--data', this.data, '--http', `127.0.0.1:${this.port}`, '--framed', 'off', '--echecs', 'off', ...this.args];
    this.process = spawn(join(bin, 'mlf-server'), args, {stdio: ['ignore', 'pipe', 'ignore']});
    this.gone = new Promise((done) => this.process.once('exit', done));
    let text = '';
    await new Promise((done, failed) => {
      this.process.once('exit', (code) => failed(new Error(`mlf-server ended with ${code}`)));
      this.process.stdout.on('data', (data) => {
        text += data;
        if (/^ready$/m.test(text)) done();
      });
    });
    this.port = Number(/listening http [^:]+:(\d+)/.exec(text)[1]);
    return this;
  }

  async kill(signal = 'SIGKILL') {
    this.process.kill(signal);
    await this.gone;
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  async variants() {
    return (await (await fetch(this.url + 'api/v1/variants')).json()).variants;
  }
}

// The variants that differ most on the page: seats, what is chosen before play, what is kept and laid aside. MLF_LONG=1 (./dev full) looks at all.
const DIFFERENT = ['erren', 'sanma', 'yilaidaodi'];
export const inShortForm = (ids) => (process.env.MLF_LONG === '1' ? ids : ids.filter((id) => DIFFERENT.includes(id)));

// A network between page and server: it may be cut, swallow what is sent, and each piece may be late.
export class Line {
  constructor(server) {
    this.server = server;
    this.late = 0;
    this.cut = false;
    this.swallows = false;
    this.sockets = new Set();
  }

  async open() {
    this.listener = createServer((near) => {
      if (this.cut) return near.destroy();
      const far = connect(this.server.port, '127.0.0.1');
      for (const [from, to] of [[near, far], [far, near]]) {
        this.sockets.add(from);
        from.on('data', (data) => {
          from.dead ||= this.swallows; // also later: a piece is missing
          if (!from.dead) setTimeout(() => to.write(data), this.late);
        });
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
        from.on('error', () => {});
      }
    });
    await new Promise((done) => this.listener.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${this.listener.address().port}/`;
    return this;
  }

  break() {
    this.cut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend() {
    this.cut = false;
  }

  close() {
    this.break();
    this.listener.close();
  }
}

// From the first load on the page has these settings beside the usual ones.
export const begins = (context, settings) => context.addInitScript((settings) => {
  if (localStorage.getItem('mlf.settings') === null) localStorage.setItem('mlf.settings', JSON.stringify(settings));
}, settings);

// Somebody at the page, who knows the game unless `lessons` is true: enters a name.
export async function person(browser, url, name, {width = 1280, height = 800, scheme = 'light', lang = 'zh-CN', motion = false, lessons = false} = {}) {
  const context = await browser.newContext({viewport: {width, height}, colorScheme: scheme, locale: lang, reducedMotion: motion ? 'no-preference' : 'reduce'});
  context.setDefaultTimeout(PATIENCE);
  await begins(context, {lessons});
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => {
    // What a broken line logs is what the test wants.
    if (message.type() === 'error' && !/ERR_|WebSocket|Failed to load resource/.test(message.text())) page.faults.push(message.text());
  });
  await page.goto(url);
  await page.fill('input[name=name]', name);
  await page.click('.login button.main');
  await page.waitForSelector('.variants [data-variant], .waiting, .board');
  return page;
}

export async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}

// A window of another size, drawn: one frame for the page, and one for what the page itself does about it.
export async function resized(page, width, height) {
  await page.setViewportSize({width, height});
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

// From the next load on the page hears of a table as full as one can be: each meld is a gang, each name as long as may be, rivers are full.
export async function crowds(page, on = true) {
  const routed = 'crowded' in page;
  page.crowded = on;
  if (!routed) {
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => socket.send(page.crowded ? crowded(message) : message));
    });
  }
}

function crowded(message) {
  const heard = JSON.parse(message);
  const {view} = heard;
  for (const desk of [heard, heard.desk]) {
    for (const seat of desk?.seats ?? []) if (seat?.name) Object.assign(seat, {name: '这是一个最长的名字WWWWWWWW', robot: undefined});
  }
  if (!view?.seats || view.plain) return JSON.stringify(heard);
  const seats = view.seats.length;
  for (const seat of view.seats) {
    const melds = seat.melds.length + Math.floor((seat.count - 1) / 3);
    const gang = (_, at) => ({kind: 'ming_gang', tiles: Array(4).fill(`${at + 1}m`), from: (seat.seat + 1 + at % (seats - 1)) % seats, taken: `${at + 1}m`});
    seat.melds = Array.from({length: melds}, gang);
    seat.count = seat.drawn ? 2 : 1;
    if (seat.hand) seat.hand = ['5m', '6m'].slice(0, seat.count);
    if (seat.hand && seat.drawn) seat.drawn = '6m';
  }
  const tile = (seat) => (_, at) => ({seat, tile: `${at % 9 + 1}${'mps'[at % 3]}`, ...(at === 3 ? {declared: true} : {})});
  view.river = view.seats.flatMap(({seat}) => Array.from({length: seats === 2 ? 24 : 18}, tile(seat)));
  delete heard.choices;
  return JSON.stringify(heard);
}

// Waits until `holds` answers true; its last answer is the fault's.
export async function until(what, holds, ms = PATIENCE) {
  const end = Date.now() + ms;
  let last;
  while (Date.now() < end) {
    last = await holds();
    if (last === true) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  assert.fail(`${what}: ${JSON.stringify(last)}`);
}

// From now on the page is played as fast as it asks, by clicks on what it shows: claims, tiles of the hand, and the next hand unless
// `hands` is false.
export async function plays(page, {hands = true} = {}) {
  await page.evaluate((hands) => {
    if (window.playing) return;
    let turn = 0;
    window.clicks = 0;
    window.playing = setInterval(() => {
      if (!hands && document.querySelector('.hand-end')) return;
      const claims = [...document.querySelectorAll(`${hands ? '.end-actions [data-answer], ' : ''}.answers [data-answer]:not(:disabled)`)];
      const tiles = [...document.querySelectorAll('.hand.asked .hand-tile:not([aria-disabled=true])')];
      // Mostly the strongest answer; now and then another one.
      turn++;
      const target = claims.length ? claims[turn % 5 === 0 ? claims.length - 1 : 0] : tiles[turn % 3 === 0 ? 0 : tiles.length - 1];
      if (!target || document.querySelector('.answers .prompt button:disabled')) return;
      window.clicks++;
      target.click();
    }, 20);
  }, hands);
}

// Presses the last of the buttons `declines` until the page shows `selector`, and discards the first tile where `tiles` is true. The page
// itself looks, so that no question goes by between two looks from outside.
export async function declinesUntil(page, selector, {declines = '.answers [data-answer]:not(:disabled)', tiles = false} = {}) {
  await page.evaluate(({selector, declines, tiles}) => {
    window.playing = setInterval(() => {
      if (document.querySelector(selector)) return;
      const answers = [...document.querySelectorAll(declines)];
      (answers.at(-1) ?? (tiles ? document.querySelector('.hand.asked .hand-tile:not([aria-disabled=true])') : null))?.click();
    }, 20);
  }, {selector, declines, tiles});
  await page.waitForSelector(selector);
  await rests(page);
}

// From now on words of another language than the page's are noted, wherever the table, its answers or the end of a hand show them. `names`
// are those of people.
export const notesForeign = (page, names) => page.evaluate((names) => {
  const foreign = document.documentElement.lang.startsWith('zh') ? /[A-Za-z_]{3,}/g : /\p{Script=Han}+/gu;
  const places = '.board, .hand-end, .event-lines, .answers, .clock';
  const noted = 'foreign' in window;
  window.foreign = new Set();
  if (noted) return;
  let due = false;
  const look = () => {
    due = false;
    for (const place of document.querySelectorAll(places)) {
      for (const [word] of place.innerText.matchAll(foreign)) if (!names.includes(word)) window.foreign.add(word);
    }
  };
  const later = () => {
    if (!due) requestAnimationFrame(look);
    due = true;
  };
  new MutationObserver(later).observe(document.body, {childList: true, characterData: true, subtree: true});
}, names);

export const foreignOf = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done([...window.foreign])))));

export const rests = (page) => page.evaluate(() => {
  clearInterval(window.playing);
  window.playing = null;
});

// Opens the form of a variant, changes options by their ids, and makes a desk for friends. Answers its code.
export async function opens(page, variant, {robots = 0, options = {}, time = 'none'} = {}) {
  await page.click(`[data-variant=${variant}] [data-more]`);
  await page.selectOption('dialog select[name=time]', time);
  if (robots) await page.fill('dialog input[name=robots]', String(robots));
  for (const [id, value] of Object.entries(options)) {
    await page.evaluate(() => document.querySelector('dialog details.options').setAttribute('open', ''));
    const row = page.locator(`dialog [data-option="${id}"]`);
    if (await row.count() === 0) continue;
    await row.locator('input[type=number]').fill(String(value));
    await row.locator('input[type=number]').blur();
  }
  await page.click('dialog [data-friends]');
  await page.waitForSelector('.waiting .code b');
  return page.textContent('.waiting .code b');
}

// Two people in the lobby sit down at a new desk, with robots at the remaining seats; all are ready. Answers everybody.
export async function sitDown(browser, url, [owner, guest], variant, options) {
  const code = await opens(owner, variant.id, {robots: Math.max(0, variant.seats - 2), options});
  await guest.fill('input[name=code]', code);
  await guest.press('input[name=code]', 'Enter');
  await guest.waitForSelector('.waiting [data-do=ready]');
  // Places of persons without a seat are filled by more people, by the link.
  const others = [];
  while (await guest.locator('.seats li.free').count() > 0) {
    const page = await person(browser, `${url}#${code}`, `+${others.length}`);
    await page.waitForSelector('.waiting [data-do=ready]');
    others.push(page);
  }
  for (const page of [guest, ...others, owner]) await page.click('[data-do=ready]');
  for (const page of [owner, guest]) await page.waitForSelector('.board');
  return [owner, guest, ...others];
}
