// The page of mlf-server where several people press at once, where persons wait aside, on a broken line, and over a long time.
// MLF_LONG=1 (./dev full) takes the times of the requirements; without it each test is short.
import assert from 'node:assert/strict';
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {WHOLE} from './patience.mjs';
import {browse} from './support.mjs';
import {leave, Line, opens, person, plays, rests, Server, until} from './serve.mjs';

const LONG = process.env.MLF_LONG === '1';
// Drawing takes most of the processor's time.
const SMALL = {width: 800, height: 600, lang: 'en'};
const PERSONS = LONG ? 6 : 5;
const AWAY = LONG ? 20_000 : 4_000;

let browser, server;
before(async () => {
  browser = await browse();
  server = await new Server('--test-clock').start();
});
after(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
});

// People at one desk, all ready; the first makes it, the others come by its link.
async function seatsPeople(url, variant, people, setup, others = url) {
  const owner = await person(browser, url, 'p0', SMALL);
  const code = await opens(owner, variant, setup);
  const pages = [owner];
  for (let n = 1; n < people; ++n) {
    const page = await person(browser, `${others}#${code}`, `p${n}`, SMALL);
    await page.waitForSelector('.waiting [data-do=ready]');
    pages.push(page);
  }
  for (const page of pages) await page.click('[data-do=ready]');
  for (const page of pages) await page.waitForSelector('.board');
  return pages;
}

// What everybody sees of the table: melds, rivers, wins, the wall. The own melds lie beside the hand.
const seen = (page) => page.evaluate(() => ({
  sides: [...document.querySelectorAll('.side')].sort((a, b) => a.dataset.seat - b.dataset.seat).map((side) =>
    [...side.querySelectorAll('.river .tile, .meld'), ...(side.matches('.place-0') ? document.querySelectorAll('.hand > .meld') : [])]
      .map((one) => one.dataset.tile ?? one.className).join()),
  wall: document.querySelector('.middle .wall').textContent,
}));

test('two who press a claim of the same tile: one gets it, and all see the same', async () => {
  // Four people, so that every claim waits for a person. With two suits, one may soon chi what another may peng.
  const folder = mkdtempSync(join(tmpdir(), 'mlf-variants-'));
  mkdirSync(join(folder, 'claims'));
  writeFileSync(join(folder, 'claims', 'variant.yaml'), 'id: claims\nzh: 抢牌\nen: Claims\nextends: hangzhou\nparts: {tiles: {tile_set: {kinds: 1-9m1-9p1-4z}}}\n');
  const own = await new Server('--test-clock', '--variant-dir', folder).start();
  const pages = await seatsPeople(own.url, 'claims', 4, {options: {hands: 64}});
  // Discards go on by themselves; a claim is left open.
  const step = (page) => page.evaluate(() => {
    const answers = [...document.querySelectorAll('.answers [data-answer], .end-actions [data-answer]')];
    const tiles = [...document.querySelectorAll('.hand.asked .hand-tile:not([aria-disabled=true])')];
    if (tiles.length === 0 && answers.length > 1) return true;
    (tiles.at(-1) ?? answers[0])?.click();
    return false;
  });
  const press = (page, first) => page.evaluate((first) => {
    const answers = [...document.querySelectorAll('.answers [data-answer]')];
    (first ? answers[0] : answers.at(-1))?.click();
  }, first);
  let racing = [];
  for (const end = Date.now() + WHOLE; racing.length < 2 && Date.now() < end;) {
    const claimed = (await Promise.all(pages.map(step))).includes(true);
    await new Promise((done) => setTimeout(done, claimed ? 150 : 30)); // every page has heard of the tile
    if (!claimed) continue;
    const claims = await Promise.all(pages.map(step));
    racing = pages.filter((_, at) => claims[at]);
    if (racing.length < 2) await Promise.all(racing.map((page) => press(page, false)));
  }
  assert.ok(racing.length >= 2, 'no tile could be claimed by two');
  const melds = (page) => page.locator('.meld').count();
  const before = await melds(pages[0]);
  await Promise.all(racing.map((page) => press(page, true)));
  await until('all pages show the same', async () => {
    const views = await Promise.all(pages.map(seen));
    return (await melds(pages[0]) > before || await pages[0].locator('.hand-end').count() > 0) &&
      views.every((view) => JSON.stringify(view) === JSON.stringify(views[0])) || views;
  });
  for (const page of pages) assert.equal(await page.locator('.answers .fault').count(), 0, 'a claim that came second is no fault');
  await leave(...pages);
  await own.kill('SIGTERM');
});

test('persons without a seat: they see, bet, and come to the table in their turn', async () => {
  const pages = await seatsPeople(server.url, 'yilaidaodi', PERSONS, {options: {persons: PERSONS, hands: 2}});
  const aside = [];
  for (const page of pages) {
    assert.equal(await page.locator('.aside .chip').count(), PERSONS - 4);
    if (await page.locator('.hand-tile').count() === 0) aside.push(page);
  }
  assert.equal(aside.length, PERSONS - 4, 'they wait aside');
  // The bet is asked of them alone.
  await until('they are asked', async () => {
    const asked = await Promise.all(pages.map((page) => page.locator('.answers [data-answer=mai_ma]').count()));
    return asked.filter((count) => count > 0).length === PERSONS - 4 && (await Promise.all(aside.map((page) => page.locator('[data-answer=mai_ma]').count()))).every(Boolean) || asked;
  });
  for (const page of pages) await plays(page);
  for (const page of pages) await page.waitForSelector('.hand-end[data-over]', {timeout: WHOLE});
  const totals = await Promise.all(pages.map((page) => page.locator('.scores td:nth-child(3)').allTextContents()));
  assert.equal(totals[0].length, PERSONS);
  for (const one of totals) assert.deepEqual([...one].sort(), [...totals[0]].sort());
  assert.equal(totals[0].reduce((sum, text) => sum + Number(text.replace('−', '-')), 0), 0);
  await leave(...pages);
});

test(`offline for ${AWAY / 1000} s: the page comes back by itself and shows what the others see`, async () => {
  const line = await new Line(server).open();
  const [away, stays] = await seatsPeople(line.url, 'xueliu', 2, {robots: 2, time: 'normal', options: {hands: 64}}, server.url);
  await plays(stays);
  await plays(away);
  await away.waitForFunction(() => document.querySelectorAll('.river [role=listitem]').length >= 4);
  line.break();
  await away.waitForSelector('.trouble');
  await away.waitForTimeout(AWAY);
  assert.equal(await away.locator('.trouble').count(), 1, 'it says so as long as it lasts');
  line.mend();
  await away.waitForSelector('.trouble', {state: 'detached'});
  await rests(stays);
  await rests(away);
  await until('both show the same', async () => {
    const views = await Promise.all([away, stays].map(seen));
    return JSON.stringify(views[0]) === JSON.stringify(views[1]) || views;
  });
  await leave(away, stays);
  line.close();
});

test('a slow network: every answer is late, and a hand is played to its end', async () => {
  const line = await new Line(server).open();
  line.late = 250; // each way
  const page = await person(browser, line.url, 'Ann', SMALL);
  await opens(page, 'xueliu', {robots: 3, options: {hands: 1}});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.board');
  await plays(page);
  await page.waitForSelector('.hand-end', {timeout: WHOLE});
  assert.ok(await page.evaluate(() => window.clicks) > 5);
  assert.equal(await page.locator('.answers .fault').count(), 0);
  await leave(page);
  line.close();
});

test(`a page does not grow ${LONG ? 'in 30 minutes' : 'over twenty hands'} of play`, async () => {
  const page = await person(browser, server.url, 'Ann', SMALL);
  // Nobody is hurried, so that play is as quick as the page, on any machine.
  await opens(page, LONG ? 'xueliu' : 'erren', {robots: LONG ? 3 : 1, options: {hands: 64}});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.board');
  await plays(page);
  await page.evaluate(() => setInterval(() => document.querySelector('.end-actions [data-again]')?.click(), 200));
  const tools = await page.context().newCDPSession(page);
  let ended = 0;
  tools.on('Network.webSocketFrameReceived', ({response}) => {
    if (JSON.parse(response.payloadData).t === 'hand') ++ended;
  });
  await tools.send('Network.enable');
  await tools.send('Performance.enable');
  const weigh = async () => {
    await tools.send('HeapProfiler.collectGarbage');
    const {metrics} = await tools.send('Performance.getMetrics');
    const of = (name) => metrics.find((one) => one.name === name).value;
    return {heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners')};
  };
  const hands = async (count) => {
    const end = ended + count;
    await until(`${count} hands end`, () => ended >= end, WHOLE);
  };
  // The least of several, because a long hand weighs more than one that has just begun.
  const least = async () => {
    const all = [];
    for (let hand = 0; hand < 2; ++hand) {
      await hands(1);
      all.push(await weigh());
    }
    return Object.fromEntries(Object.keys(all[0]).map((key) => [key, Math.min(...all.map((one) => one[key]))]));
  };
  await hands(8); // until what is kept of the last messages is full
  const early = await least();
  if (LONG) await page.waitForTimeout(30 * 60_000);
  await hands(8);
  const late = await least();
  console.log(`grown: ${JSON.stringify(early)} -> ${JSON.stringify(late)}`);
  assert.ok(late.heap < early.heap * 1.08 + 300_000, `heap ${early.heap} -> ${late.heap}`);
  assert.ok(late.nodes < early.nodes * 1.3 + 200, `nodes ${early.nodes} -> ${late.nodes}`);
  assert.ok(late.listeners < early.listeners * 1.3 + 100, `listeners ${early.listeners} -> ${late.listeners}`);
  await leave(page);
});
