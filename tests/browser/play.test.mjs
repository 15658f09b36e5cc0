// The page of mlf-server, played by people in headless Chromium: whole matches, broken lines, a server that dies.
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {after, before, test} from 'node:test';
import {browse, shot} from './support.mjs';
import {foreignOf, Line, notesForeign, opens, person, plays, rests, Server} from './serve.mjs';

const SIZES = [[360, 640], [390, 844], [844, 390], [768, 1024], [1280, 800], [2560, 1440]];

let browser, server, variants;
before(async () => {
  browser = await browse();
  // Between hands it waits for everybody, however long.
  server = await new Server('--test-clock', '--ready-seconds', '86400').start();
  variants = await server.variants();
});
after(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
});

async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}

// Two people with robots at the remaining seats, ready.
async function twoSitDown(url, variant, options, look = {}) {
  const owner = await person(browser, url, '小明', look);
  const code = await opens(owner, variant.id, {robots: Math.max(0, variant.seats - 2), options});
  const comes = async (name, look) => {
    const page = await person(browser, `${url}#${code}`, name, look);
    await page.waitForSelector('.waiting [data-do=ready]');
    return page;
  };
  const guest = await comes('Ann', {lang: 'en'});
  // Places of persons without a seat are filled by more people; the link leads there too.
  const others = [];
  while (await guest.locator('.seats li.free').count() > 0) others.push(await comes(`+${others.length}`));
  for (const page of [guest, ...others, owner]) await page.click('[data-do=ready]');
  for (const page of [owner, guest]) await page.waitForSelector('.board');
  return [owner, guest, ...others];
}

test('a name and two clicks lead to the first discard', async () => {
  const page = await person(browser, server.url, '小明');
  const start = Date.now();
  await page.click('[data-variant] [data-play]');
  await page.waitForSelector('.board');
  await plays(page);
  await page.waitForSelector('.river [role=listitem]');
  assert.ok(Date.now() - start < 10_000, `${Date.now() - start} ms`);
  await leave(page);
});

test('two people and robots play a whole match of each variant', {timeout: 600_000}, async () => {
  // The server serves every variant of the repository.
  const folders = readdirSync(new URL('../../variants/', import.meta.url), {withFileTypes: true}).filter((one) => one.isDirectory());
  assert.deepEqual(variants.map((one) => one.id).sort(), folders.map((one) => one.name).sort());
  for (const variant of variants) {
    const people = await twoSitDown(server.url, variant, {hands: 2});
    for (const page of people) {
      await notesForeign(page, ['小明', 'Ann']);
      await plays(page);
    }
    for (const page of people) {
      await page.waitForSelector('.hand-end[data-over]', {timeout: 120_000});
      assert.ok(await page.evaluate(() => window.clicks) > 5, variant.id);
    }
    const totals = await people[0].locator('.scores td:nth-child(3)').allTextContents();
    // No point is lost: the seats have together what they began with.
    const start = Number(variant.options.find(option => ['stake', 'start_points'].includes(option.id))?.default ?? 0);
    assert.equal(totals.reduce((sum, text) => sum + Number(text.replace('−', '-')), 0), start * totals.length, `${variant.id}: ${totals}`);
    for (const page of people) assert.deepEqual(await foreignOf(page), [], variant.id);
    // Everybody saw the same end.
    assert.deepEqual(await people[1].locator('.scores td:nth-child(3)').allTextContents(), totals);
    await leave(...people);
  }
});

test('a reload in the middle of a window asks the same again', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await opens(page, 'xueliu', {robots: 3});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.answers [data-answer=exchange_three]');
  const hand = await page.locator('.hand [data-piece]').evaluateAll((tiles) => tiles.map((tile) => tile.dataset.piece));
  await page.reload();
  await page.waitForSelector('.answers [data-answer=exchange_three]');
  assert.deepEqual(await page.locator('.hand [data-piece]').evaluateAll((tiles) => tiles.map((tile) => tile.dataset.piece)), hand);
  await page.click('.answers [data-answer=exchange_three]');
  await page.waitForSelector('.answers [data-answer=choose_void]');
  await leave(page);
});

test('the server is killed in the middle of a hand and started again: the page goes on by itself', async () => {
  const own = await new Server('--test-clock').start();
  const page = await person(browser, own.url, 'Ann', {lang: 'en'});
  await opens(page, 'xueliu', {robots: 3});
  await page.click('[data-do=ready]');
  await plays(page);
  await page.waitForFunction(() => document.querySelectorAll('.side.place-0 .river [role=listitem]').length >= 2);
  await rests(page);
  await page.waitForSelector('.hand.asked, .answers [data-answer]');
  const seen = () => page.evaluate(() => ({
    river: [...document.querySelectorAll('.river')].map((river) => river.querySelectorAll('[role=listitem]').length),
    wall: document.querySelector('.middle .wall').textContent,
    hand: [...document.querySelectorAll('.hand [data-piece]')].map((tile) => tile.dataset.piece).sort(),
  }));
  const before = await seen();
  await own.kill();
  await page.waitForSelector('.trouble');
  await own.start();
  await page.waitForSelector('.trouble', {state: 'detached'});
  await page.waitForSelector('.hand.asked, .answers [data-answer]');
  assert.deepEqual(await seen(), before);
  await plays(page);
  await page.waitForFunction((count) => document.querySelectorAll('.river [role=listitem]').length > count + 4,
    before.river.reduce((sum, one) => sum + one, 0));
  await leave(page);
  await own.kill('SIGTERM');
});

test('offline in the middle of a hand: what was clicked meanwhile is played once the line is back', async () => {
  const line = await new Line(server).open();
  const page = await person(browser, line.url, 'Ann', {lang: 'en'});
  await opens(page, 'xueliu', {robots: 3});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.answers [data-answer=exchange_three]');
  line.break();
  await page.click('.answers [data-answer=exchange_three]');
  await page.waitForSelector('.trouble');
  line.mend();
  await page.waitForSelector('.trouble', {state: 'detached'});
  await page.waitForSelector('.answers [data-answer=choose_void]');
  // A slow network: play goes on.
  line.late = 150;
  await plays(page);
  await page.waitForFunction(() => document.querySelectorAll('.side.place-0 .river [role=listitem]').length >= 2);
  await leave(page);
  line.close();
});

test('a second login stops the first page, and it can take the table back', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await opens(page, 'xueliu', {robots: 3});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.board');
  const other = await browser.newContext({storageState: await page.context().storageState()});
  const second = await other.newPage();
  second.faults = [];
  await second.goto(server.url);
  // Where one was playing is one click away on the other device.
  await second.click('.list button.main');
  await second.waitForSelector('.board');
  await page.waitForSelector('.cover');
  await page.click('.cover button.main');
  await page.waitForSelector('.cover', {state: 'detached'});
  await page.waitForSelector('.board');
  await second.waitForSelector('.cover');
  await leave(page, second);
});

test('chat, a vote to end it, auto play, and a spectator', async () => {
  const [owner, guest] = await twoSitDown(server.url, variants.find((one) => one.id === 'xueliu'), {});
  // A spectator is some steps behind.
  for (const page of [owner, guest]) await plays(page);
  await owner.waitForFunction(() => document.querySelectorAll('.river [role=listitem]').length >= 6);
  for (const page of [owner, guest]) await rests(page);
  const code = /\d{6}/.exec(await owner.textContent('.bar .what'))[0];
  const watcher = await person(browser, `${server.url}#w${code}`, 'Eve', {lang: 'en'});
  await watcher.waitForSelector('.board');
  assert.equal(await watcher.locator('.hand-tile').count(), 0);
  await owner.click('[data-menu=chat]');
  await owner.fill('.chat input', '你好 <b>');
  await owner.click('.chat form button.main');
  await guest.waitForSelector('.sayings p');
  assert.match(await guest.textContent('.sayings'), /你好 <b>/);
  await guest.click('[data-menu=menu]');
  await guest.click('[data-do=auto]');
  await guest.keyboard.press('Escape');
  await owner.waitForFunction(() => /托管/.test(document.querySelector('.board').textContent));
  await owner.click('[data-menu=menu]');
  await owner.click('[data-do=dissolve]');
  await owner.click('[data-do=dissolve-yes]');
  await guest.click('.vote button.main');
  for (const page of [owner, guest]) await page.waitForSelector('.hand-end[data-over]');
  await leave(owner, guest, watcher);
});

test('the keyboard alone plays', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await opens(page, 'erren', {robots: 1});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.hand.asked, .answers [data-answer]');
  for (let discards = 0; discards < 2; ) {
    await page.waitForSelector('.hand.asked, .answers [data-answer]');
    const claims = await page.locator('.answers [data-answer]').count();
    if (claims > 0) await page.keyboard.press(String(claims));
    else {
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      discards++;
    }
    await page.waitForTimeout(300);
  }
  assert.ok(await page.locator('.side.place-0 .river [role=listitem]').count() >= 1);
  await leave(page);
});

test('bytes to the first table', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  const parts = [];
  network.on('Network.responseReceived', ({requestId, response}) => parts.push([requestId, response.url]));
  network.on('Network.loadingFinished', ({requestId, encodedDataLength}) => {
    const [, url] = parts.find(([id]) => id === requestId) ?? [];
    // The page itself; what the server tells of a variant is data.
    if (url && !url.includes('/api/')) bytes += encodedDataLength;
  });
  await page.goto(server.url);
  await page.fill('input[name=name]', 'Ann');
  await page.click('.login button.main');
  await page.click('[data-variant] [data-play]');
  await page.waitForSelector('.board .tile');
  await page.waitForTimeout(500);
  console.log(`bytes to the first table: ${bytes}`);
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
  await context.close();
});

test('six sizes, two themes, two languages: nothing is cut off', async () => {
  for (const [lang, scheme] of [['zh-CN', 'light'], ['en', 'dark']]) {
    const page = await person(browser, server.url, '小明', {lang, scheme});
    const whole = async (name) => {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({width, height});
        await page.waitForTimeout(150);
        const beyond = await page.evaluate(() => {
          const wide = document.documentElement.scrollWidth > innerWidth + 1 ? ['the page scrolls sideways'] : [];
          const out = [...document.querySelectorAll('.hand-tile, .answers button, .plate, .bar button')].filter((element) => {
            const {left, right, top, bottom} = element.getBoundingClientRect();
            return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
          });
          return [...wide, ...out.map((element) => element.className + ' ' + element.textContent)];
        });
        assert.deepEqual(beyond, [], `${name} at ${width}x${height}`);
        await shot(page, `web-${name}-${lang}-${scheme}-${width}x${height}`);
      }
    };
    await whole('lobby');
    await opens(page, 'xueliu', {robots: 3, options: {hands: 1}});
    await whole('waiting');
    await page.click('[data-do=ready]');
    await page.waitForSelector('.answers [data-answer=exchange_three]');
    await whole('exchange');
    await plays(page);
    await page.waitForFunction(() => document.querySelectorAll('.side.place-0 .river [role=listitem]').length >= 8);
    await rests(page);
    await page.waitForSelector('.hand.asked, .answers [data-answer]');
    await whole('table');
    await plays(page);
    await page.waitForSelector('.hand-end[data-over]');
    await whole('end');
    await leave(page);
  }
});

// What lies over a tile, plates and what the parts of a variant keep for the table; and what of them does not fit.
const coveredAt = (page, size, tiles) => page.setViewportSize({width: size[0], height: size[1]}).then(() => page.waitForTimeout(150)).then(() => page.evaluate((tiles) => {
  const boxes = [...document.querySelectorAll(tiles)].map((tile) => [tile.dataset.tile, tile.getBoundingClientRect()]);
  if (boxes.length < 6) return ['no tile is there'];
  const beyond = boxes.filter(([, {left, right}]) => left < -2 || right > innerWidth + 2).map(([tile]) => `${tile} is beyond the edge`);
  return beyond.concat(...[...document.querySelectorAll('.plate, .chip, .kept-by-table, .kept-by-table > div')].map((plate) => {
    const a = plate.getBoundingClientRect();
    // A border may touch.
    const over = boxes.filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4);
    const cut = plate.scrollHeight > plate.clientHeight + 3 || plate.scrollWidth > plate.clientWidth + 3 ? [`${plate.className} is cut off: ${plate.innerText}`] : [];
    return over.length ? [...cut, `${plate.className}: ${over.map(([tile]) => tile)}`] : cut;
  }));
}, tiles));

test('every variant: no plate covers a tile, for a seat and for a spectator', {timeout: 900_000}, async () => {
  for (const variant of variants) {
    const page = await person(browser, server.url, '小明');
    const code = await opens(page, variant.id, {robots: variant.seats - 1});
    await page.click('[data-do=ready]');
    await page.waitForSelector('.board');
    await plays(page, {hands: false});
    await page.waitForFunction(() => document.querySelectorAll('.side.place-0 .river [role=listitem]').length >= 6 || document.querySelector('.hand-end'));
    await rests(page);
    for (const size of SIZES) {
      assert.deepEqual(await coveredAt(page, size, '.side .tile:not([data-tile="?"])'), [], `${variant.id} at ${size.join('x')}`);
      const wide = await page.evaluate(() => document.querySelector('.middle').offsetWidth / 6);
      assert.ok(wide > 16.5, `${variant.id} at ${size.join('x')}: a tile of a river has ${wide} pixels`);
      await shot(page, `web-${variant.id}-${size.join('x')}`);
    }
    const watcher = await person(browser, `${server.url}#w${code}`, 'Eve', {lang: 'en'});
    await watcher.waitForSelector('.board');
    for (const size of SIZES) {
      assert.deepEqual(await coveredAt(watcher, size, '.side .tile'), [], `${variant.id}, a spectator at ${size.join('x')}`);
      await shot(watcher, `web-${variant.id}-watched-${size.join('x')}`);
    }
    await leave(page, watcher);
  }
});

test('as much as a table can keep covers no tile of a spectator', async () => {
  const page = await person(browser, server.url, '小明');
  const code = await opens(page, 'riichi', {robots: 3});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.board');
  // A spectator is some steps behind.
  await plays(page, {hands: false});
  await page.waitForFunction(() => document.querySelectorAll('.river [role=listitem]').length >= 6);
  await rests(page);
  const watcher = await person(browser, `${server.url}#w${code}`, 'Eve', {lang: 'en'});
  await watcher.waitForSelector('.kept-by-table .tiles');
  // Five indicators twice, deposits, extra rounds, the round.
  await watcher.evaluate(() => {
    const tiles = document.querySelector('.kept-by-table .tiles');
    while (tiles.children.length < 5) tiles.append(tiles.firstElementChild.cloneNode(true));
    const [first, second = first.cloneNode(false)] = document.querySelectorAll('.kept-by-table > div');
    first.after(second);
    const [indicators] = first.querySelectorAll('.kept');
    const words = indicators.cloneNode(false);
    words.textContent = 'extra rounds 2';
    first.replaceChildren(indicators, indicators.cloneNode(true));
    second.replaceChildren(words, words.cloneNode(true), words.cloneNode(true));
  });
  for (const size of SIZES) {
    const covered = await coveredAt(watcher, size, '.side .tile');
    await shot(watcher, `web-kept-${size.join('x')}`);
    assert.deepEqual(covered, [], size.join('x'));
  }
  await page.context().close();
  await watcher.context().close();
});
