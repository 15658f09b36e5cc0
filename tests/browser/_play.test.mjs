// The page of mlf-server, played by people in headless Chromium: broken lines, a server that dies, a second login, talk and votes.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {browse} from './support.mjs';
import {leave, Line, opens, person, plays, rests, Server, sitDown} from './serve.mjs';

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

test('a name and two clicks lead to the first discard', async () => {
  const page = await person(browser, server.url, '小明');
  await page.click('[data-variant] [data-play]');
  await page.waitForSelector('.board');
  await plays(page);
  await page.waitForSelector('.river [role=listitem]');
  assert.ok(await page.evaluate(() => window.clicks) <= 4, 'there is little to answer before it');
  await leave(page);
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

test('a line that swallows everything is noticed: the move is kept, the clock stays in sight, and the next line has it', async () => {
  const own = await new Server().start(); // the clock of people
  const line = await new Line(own).open();
  const page = await person(browser, line.url, 'Ann', {lang: 'en'});
  await opens(page, 'xueliu', {robots: 3, time: 'slow'});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.answers [data-answer=exchange_three]');
  line.swallows = true;
  await page.click('.answers [data-answer=exchange_three]');
  await page.waitForSelector('.trouble [data-kept]');
  const covered = await page.evaluate(() => {
    const {left, top, width, height} = document.querySelector('.clock .ring').getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.clock') === null;
  });
  assert.equal(covered, false, 'the clock is covered');
  line.swallows = false;
  await page.waitForSelector('.trouble', {state: 'detached'});
  await page.waitForSelector('.answers [data-answer=choose_void]');
  // The browser itself says that its network is gone.
  await page.context().setOffline(true);
  await page.locator('.trouble', {hasText: 'No network'}).waitFor();
  await page.context().setOffline(false);
  await page.waitForSelector('.trouble', {state: 'detached'});
  await leave(page);
  line.close();
  await own.kill('SIGTERM');
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
  const [owner, guest] = [await person(browser, server.url, '小明'), await person(browser, server.url, 'Ann', {lang: 'en'})];
  await sitDown(browser, server.url, [owner, guest], variants.find((one) => one.id === 'xueliu'), {});
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
  await guest.click('.vote [data-vote=yes]');
  for (const page of [owner, guest]) await page.waitForSelector('.hand-end[data-over]');
  await leave(owner, guest, watcher);
});

test('the keyboard alone plays', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await opens(page, 'erren', {robots: 1});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.hand.asked, .answers [data-answer]');
  // A key that comes too early or twice does nothing.
  while (await page.locator('.side.place-0 .river [role=listitem]').count() < 2) {
    await page.waitForSelector('.hand.asked, .answers [data-answer]');
    const claims = await page.locator('.answers [data-answer]').count();
    if (claims > 0) await page.keyboard.press(String(claims));
    else {
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
    }
  }
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
  await page.waitForLoadState('networkidle');
  console.log(`bytes to the first table: ${bytes}`);
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
  await context.close();
});
