// A game without tiles in the page: two people play examples/own_game, from a plug-in, by what the page shows of any flow.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {browse, shot} from './support.mjs';
import {foreignOf, leave, notesForeign, opens, person, plays, resized, rests, Server, until} from './serve.mjs';

let browser, server;
before(async () => {
  browser = await browse();
  server = await new Server('--test-clock', '--plugin', join(process.env.MLF_BIN, '..', 'plugins', 'harbour.so')).start();
});
after(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
});

const cells = (page, slot) => page.locator(`.slots td[data-slot=${slot}]`).allTextContents();
// Whether nothing reaches beyond the window, where the page does not scroll.
const fits = (page) => page.evaluate(() => {
  const sheet = document.querySelector('.plain-sheet').getBoundingClientRect();
  return sheet.left >= 0 && sheet.right <= innerWidth && document.documentElement.scrollWidth <= innerWidth;
});

test('two people play a game that is no mahjong', async () => {
  const ann = await person(browser, server.url, 'Ann', {lang: 'en'});
  const bo = await person(browser, server.url, '小波', {width: 390, height: 844});
  const code = await opens(ann, 'harbour', {robots: 2});
  await bo.fill('input[name=code]', code);
  await bo.press('input[name=code]', 'Enter');
  for (const page of [bo, ann]) await page.click('[data-do=ready]');
  for (const page of [ann, bo]) await page.waitForSelector('.answers [data-answer=grab]');
  await notesForeign(ann, ['小波']);
  await notesForeign(bo, ['Ann']);

  // Public slots for everybody, and one's own coins; what lies behind a screen is not there.
  assert.deepEqual(await ann.locator('.slots thead th').allTextContents(), ['Seat', 'Points', 'Store', 'Coins']);
  assert.deepEqual(await bo.locator('.slots thead th').allTextContents(), ['座位', '得分', '仓库', '钱']);
  assert.deepEqual((await cells(ann, 'coins')).filter((coins) => coins !== '–'), ['4']);
  assert.match(await ann.textContent('.plain-kept [data-kept=left]'), /Crates left 23/);
  assert.equal(await ann.locator('.tile, .river, .wall').count(), 0);
  assert.match(await ann.textContent('.answers [data-answer=take]'), /Take/);
  assert.match(await bo.textContent('.answers [data-answer=take]'), /收下/);
  for (const [page, width, height] of [[ann, 1280, 800], [ann, 640, 480], [bo, 390, 844], [bo, 320, 568]]) {
    await resized(page, width, height);
    assert.ok(await fits(page), `${width} x ${height}`);
    await shot(page, `own-${width}x${height}`);
  }

  // What a click does comes back as the state of the table.
  await ann.click('.answers [data-answer=grab]');
  await bo.click('.answers [data-answer=decline]');
  const left = async () => Number((await ann.textContent('.plain-kept [data-kept=left]')).replace(/\D/g, ''));
  await until('the next crate', async () => (await left()) < 23 || left());
  assert.match((await cells(ann, 'store')).join(''), /[A-D]/);
  // Own events are said in their own words.
  await until('the line of an own event', async () => /a crate of [A-D] is unloaded/i.test(await ann.textContent('.event-lines')) || ann.textContent('.event-lines'));
  await until('the same in Chinese', async () => /卸下一箱 [A-D]/.test(await bo.textContent('.event-lines')) || bo.textContent('.event-lines'));

  // A reload shows the same, and the game goes on to its end.
  const before = await cells(ann, 'store');
  await ann.reload();
  await ann.waitForSelector('.board.plain');
  assert.deepEqual(await cells(ann, 'store'), before);
  await notesForeign(ann, ['小波']);
  await ann.evaluate(() => {
    const look = () => (window.shipped ||= /ships three crates/i.test(document.querySelector('.event-lines')?.textContent ?? ''));
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
  });
  for (const page of [ann, bo]) await plays(page);
  for (const page of [ann, bo]) await page.waitForSelector('.hand-end[data-over]');
  for (const page of [ann, bo]) await rests(page);
  await shot(ann, 'own-end-en');
  await shot(bo, 'own-end-zh');
  const points = (page) => page.locator('.hand-end .scores tbody td:first-of-type').allTextContents();
  assert.deepEqual(await points(ann), await points(bo));
  // Three crates of a kind are luck; a seat that has shipped them has points.
  const numbers = (await points(ann)).map((one) => Number(one.replace('−', '-')));
  assert.ok(numbers.every((one) => one >= 0), numbers.join());
  if (await ann.evaluate(() => window.shipped)) assert.ok(numbers.some((one) => one > 0), 'who has shipped crates has points');
  assert.deepEqual(await foreignOf(ann), []);
  // Goods are letters in both languages.
  assert.deepEqual((await foreignOf(bo)).filter((word) => !/^[A-D]+(Ann)?$/.test(word)), []);
  await leave(ann, bo);
});
