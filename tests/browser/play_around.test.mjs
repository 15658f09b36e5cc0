// What a person does around the play: strangers who meet, a page that is loaded again between hands, why something is not possible,
// talk and votes, the panel for developers, and choices that a skill adds.
import assert from 'node:assert/strict';
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {isDeepStrictEqual} from 'node:util';
import {WHOLE} from './patience.mjs';
import {browse, faultsOf, shot} from './support.mjs';
import {declinesUntil, leave, opens, person, plays, resized, rests, Server, until} from './serve.mjs';

let browser, server;
before(async () => {
  browser = await browse();
  // Between hands it waits for everybody, however long.
  server = await new Server('--test-clock', '--ready-seconds', '86400').start();
});
after(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
});

// Seated beside a robot at a table for two.
async function seated(options = {}) {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await opens(page, 'erren', {robots: 1, options});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.board');
  return page;
}

test('a number that is being typed stays when the page draws something else', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await page.click('[data-variant=xueliu] [data-more]');
  await page.locator('dialog input[name=robots]').pressSequentially('2');
  // The form is drawn again while the field still has the focus.
  await page.evaluate(() => {
    const time = document.querySelector('dialog select[name=time]');
    time.value = 'slow';
    time.dispatchEvent(new Event('change', {bubbles: true}));
  });
  await page.click('dialog [data-friends]');
  await page.waitForSelector('.waiting .code b');
  assert.equal(await page.locator('.seats li:not(.free)').count(), 3);
  await leave(page);
});

test('Back of the browser leads to the lobby, Forward to the table again', async () => {
  const page = await seated();
  await page.goBack();
  await page.waitForSelector('.lobby .variants');
  await page.goForward();
  await page.waitForSelector('.board');
  // The way of the page itself is the way back.
  await page.locator('.bar button').first().click();
  await page.waitForSelector('.lobby .variants');
  await page.goForward();
  await page.waitForSelector('.board');
  await page.reload();
  await page.waitForSelector('.board');
  await page.goBack();
  await page.waitForSelector('.lobby .variants');
  await leave(page);
});

test('quick match: nobody comes, and robots take their places', async () => {
  const own = await new Server('--test-clock', '--quick-robots-seconds', '1').start();
  const page = await person(browser, own.url, 'Ann', {lang: 'en'});
  // The page says by itself that it is ready, and the time runs from then on: not before the waiting room has been looked at.
  let look;
  const looked = new Promise((done) => { look = done; });
  await page.routeWebSocket(/./, (near) => {
    const far = near.connectToServer();
    far.onMessage((text) => near.send(text));
    near.onMessage(async (text) => {
      if (JSON.parse(text).t === 'ready') await looked;
      far.send(text);
    });
  });
  await page.reload();
  await page.click('[data-variant=erren] [data-quick]');
  await page.waitForSelector('.looking');
  assert.match(await page.textContent('.looking'), /Looking for 1 more: \d+ s/);
  assert.equal(await page.locator('.waiting .rules').count(), 0, 'nobody may change the rules');
  look();
  await page.waitForSelector('.board');
  assert.match(await page.textContent('.plate.place-2'), /Robot 1/);
  await leave(page);
  await own.kill('SIGTERM');
});

test('quick match: two strangers meet at one desk and play', async () => {
  // Robots never come between them, however slow the machine.
  const own = await new Server('--test-clock', '--quick-robots-seconds', '0').start();
  const pages = [await person(browser, own.url, '小明'), await person(browser, own.url, 'Ann', {lang: 'en'})];
  for (const page of pages) await page.click('[data-variant=erren] [data-quick]');
  for (const page of pages) await page.waitForSelector('.board');
  const codes = await Promise.all(pages.map(async (page) => /\d{6}/.exec(await page.textContent('.bar .what'))[0]));
  assert.equal(codes[0], codes[1]);
  await leave(...pages);
  await own.kill('SIGTERM');
});

test('loaded again between two hands: the result is there, the wall can be checked, the replay opens, and play goes on', async () => {
  const page = await seated({hands: 2});
  // What is shown of the hand; the colour of a pressed button is none of it.
  const shown = () => page.evaluate(() => ({
    wins: [...document.querySelectorAll('.hand-end .win')].map((win) => win.innerText),
    tiles: [...document.querySelectorAll('.hand-end .win [data-tile]')].map((tile) => tile.dataset.tile),
    scores: document.querySelector('.hand-end .scores')?.innerText,
    ledger: document.querySelector('.hand-end .ledger')?.innerText,
    replay: document.querySelector('.hand-end a')?.getAttribute('href'),
    hands: [...document.querySelectorAll('.hand-end .hands li')].map((row) => row.innerText),
    held: [...document.querySelectorAll('.hand-end .hands [data-tile]')].filter((tile) => !tile.closest('.an_gang')).map((tile) => tile.dataset.tile),
    // The table behind it.
    open: document.querySelectorAll('.side .concealed.open').length,
    hidden: document.querySelectorAll('.side .concealed [data-tile="?"]').length,
    middle: [...document.querySelectorAll('.middle .wind, .middle .wind ~ span:not(.dice)')].map((one) => one.innerText).join(),
  }));
  const fits = async () => {
    await page.click('[data-wall]');
    await page.waitForSelector('.wall-check li');
    return page.locator('.wall-check li').evaluateAll((rows) => rows.map((row) => row.dataset.fits));
  };
  const {middle} = await shown();
  await plays(page, {hands: false});
  await page.waitForSelector('.hand-end .end-actions [data-answer]', {timeout: WHOLE});
  await rests(page);
  await page.waitForFunction(() => document.querySelector('.hand-end .scores') && document.querySelector('.hand-end a'));
  let before;
  await until('all of it is shown, with the view that `sync` brings', async () => {
    const last = before;
    await page.waitForTimeout(500);
    before = await shown();
    return isDeepStrictEqual(before, last) || before;
  });
  assert.equal(before.hands.length, 2);
  for (const hand of before.hands) assert.match(hand, /Won|Not ready|Waited for/);
  assert.equal(before.held.includes('?'), false);
  assert.deepEqual({open: before.open, hidden: before.hidden, middle: before.middle}, {open: 1, hidden: 0, middle});
  await page.reload();
  await page.waitForSelector('.hand-end .end-actions [data-answer]');
  assert.deepEqual(await shown(), before);
  assert.deepEqual([...new Set(await fits())], ['true'], await page.locator('.wall-check').innerText());
  const [replay] = await Promise.all([page.context().waitForEvent('page'), page.click('.end-actions a')]);
  await replay.waitForLoadState();
  assert.match(replay.url(), /replay\.html#.*lang=en/);
  await replay.close();
  await page.click('.end-actions [data-answer]');
  await page.waitForSelector('.hand-end', {state: 'detached'});
  await plays(page);
  await page.waitForSelector('.hand-end[data-over]', {timeout: WHOLE});
  const over = await shown();
  await page.reload();
  await page.waitForSelector('.hand-end[data-over]');
  assert.deepEqual(await shown(), over);
  await leave(page);
});

test('one person among robots: no clock, and the last result can be opened again', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await page.click('[data-variant=erren] [data-play]');
  await page.waitForSelector('.hand.asked, .answers [data-answer]');
  assert.equal(await page.locator('.ring').count(), 0);
  await plays(page, {hands: false});
  await page.waitForSelector('.hand-end .end-actions [data-answer]', {timeout: WHOLE});
  await rests(page);
  await page.waitForSelector('.hand-end .hands li');
  const scores = await page.innerText('.hand-end .scores');
  await page.click('.end-actions [data-answer]');
  await page.waitForSelector('.hand-end', {state: 'detached'});
  await page.click('[data-menu=menu]');
  await page.click('dialog [data-do=last]');
  await page.waitForSelector('.hand-end .hands li');
  assert.equal(await page.innerText('.hand-end .scores'), scores);
  assert.equal(await page.locator('.hand-end [data-answer]').count(), 0);
  await page.click('.hand-end [data-sheet=close]');
  await page.waitForSelector('.hand-end', {state: 'detached'});
  await leave(page);
});

// Hears one thing after the other to the end of the hand. Answers what was told, in order.
async function isTaught(page) {
  const told = [];
  for (;;) {
    const said = page.locator('.lesson');
    await page.waitForFunction(() => document.querySelector('.lesson'));
    const what = await said.getAttribute('data-lesson');
    told.push(...what.split(' '));
    await shot(page, `web-lesson-${told.at(-1).replace(/\W/g, '-')}`);
    // It covers neither the hand nor an answer.
    const covered = await page.evaluate(() => {
      const a = document.querySelector('.lesson').getBoundingClientRect();
      const meets = (b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
      return [...document.querySelectorAll('.hand-tile, .answers button')].filter((one) => meets(one.getBoundingClientRect())).map((one) => one.innerText);
    });
    if (what !== 'lesson.end') assert.deepEqual(covered, [], what);
    assert.equal(await page.locator('[data-taught]').count(), 1, what);
    await page.click('[data-do=lesson-next]');
    if (what === 'lesson.end') return told;
    await page.evaluate(() => {
      window.playing = setInterval(() => {
        if (document.querySelector('.lesson')) return;
        const answers = [...document.querySelectorAll('.answers [data-answer]:not(:disabled)')];
        (answers[0] ?? [...document.querySelectorAll('.hand.asked .hand-tile:not([aria-disabled=true])')].at(-1))?.click();
      }, 20);
    });
    await page.waitForSelector('.lesson');
    await rests(page);
  }
}

test('the first hand of a game is taught to its end, in its own words, once unasked, and again from the menu', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en', lessons: true});
  await page.click('[data-variant=xueliu] [data-play]');
  await page.waitForSelector('.lesson');
  assert.match(await page.innerText('.lesson'), /^Blood flows .*goes on winning/);
  assert.deepEqual(await faultsOf(page), []);
  for (const size of [[360, 640], [568, 320], [1280, 800]]) {
    await resized(page, ...size);
    await page.waitForSelector('[data-do=lesson-next]:visible');
  }
  const told = await isTaught(page);
  // The wall is not given: four equal tiles or a win are explained before the first discard.
  assert.deepEqual(told.slice(0, 3), ['xueliu:start', 'xueliu:exchange_three', 'xueliu:choose_void']);
  assert.ok(told.includes('lesson.discard'), told.join(' '));
  assert.equal(new Set(told).size, told.length);
  await page.click('.end-actions [data-answer]');
  await page.waitForSelector('.hand-end', {state: 'detached'});
  // The second hand says nothing; the menu begins again, also after a load, and ends it.
  assert.equal(await page.locator('.lesson').count(), 0);
  await page.click('[data-menu=menu]');
  await page.click('dialog [data-do=lesson]');
  await page.waitForSelector('[data-lesson="xueliu:start"]');
  await page.reload();
  await page.waitForSelector('[data-lesson="xueliu:start"]');
  await page.click('[data-do=lesson-leave]');
  await page.waitForSelector('.lesson', {state: 'detached'});
  // Another game says what is its own.
  await page.goBack();
  await page.click('[data-variant=erren] [data-play]');
  await page.waitForSelector('[data-lesson="erren:start"]');
  await page.click('[data-do=lesson-leave]');
  await page.goBack();
  await page.click('[data-variant=xueliu] [data-play]');
  await page.waitForSelector('.answers [data-answer=exchange_three]');
  assert.equal(await page.locator('.lesson').count(), 0);
  await leave(page);
});

test('a press on a plate shows the points of others as differences; the middle counts what the game counts', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await page.routeWebSocket(/./, (near) => {
    const far = near.connectToServer();
    near.onMessage((text) => far.send(text));
    far.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.view) {
        message.view.scores = message.view.seats.map(({seat}) => 25000 + 1000 * seat);
        Object.assign(message.view.state, {honba: 2, deposit: 3000});
      }
      near.send(JSON.stringify(message));
    });
  });
  await page.reload();
  await opens(page, 'riichi', {robots: 3});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.board');
  const own = Number(await page.getAttribute('.plate.place-0', 'data-seat'));
  const scores = () => page.evaluate(() => [...document.querySelectorAll('.plate')].map(({dataset, children}) => `${dataset.seat} ${children[0].querySelector('.score').innerText}`).sort());
  assert.deepEqual(await scores(), [0, 1, 2, 3].map((seat) => `${seat} ${25000 + 1000 * seat}`));
  await page.click('.plate.place-2');
  const difference = (seat) => (seat === own ? 25000 + 1000 * own : `${seat < own ? '−' : '+'}${1000 * Math.abs(seat - own)}`);
  assert.deepEqual(await scores(), [0, 1, 2, 3].map((seat) => `${seat} ${difference(seat)}`));
  await page.waitForFunction(() => document.querySelector('.middle .counters').innerText === 'Honba 2\nDeposit 3000');
  assert.equal(await page.locator('.kept-by-table [data-kept=honba]').count(), 0);
  await leave(page);
});

test('a tile that is pointed at marks its equals on the table', async () => {
  const page = await seated();
  await page.waitForSelector('.hand .hand-tile');
  await page.hover('.hand .hand-tile >> nth=0');
  await page.waitForFunction(() => document.adoptedStyleSheets.some((sheet) => [...sheet.cssRules].some((rule) => rule.selectorText?.startsWith('.side .tile'))));
  await leave(page);
});

test('a claim has the word of the players of the game', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await page.routeWebSocket(/./, (near) => {
    const far = near.connectToServer();
    near.onMessage((text) => far.send(text));
    far.onMessage((text) => {
      const message = JSON.parse(text);
      for (const {offers} of message.choices ?? []) offers.splice(0, offers.length, {node: 'peng', kind: 'nothing'}, {node: 'hu', kind: 'nothing'});
      near.send(JSON.stringify(message));
    });
  });
  await page.reload();
  for (const [variant, robots, peng, hu] of [['riichi', 3, 'Pon', 'Ron'], ['hongkong', 3, 'Pung', 'Win'], ['xueliu', 3, 'Peng', 'Hu']]) {
    await opens(page, variant, {robots});
    await page.click('[data-do=ready]');
    const texts = page.locator('.answers [data-answer]');
    await texts.nth(1).waitFor();
    await page.waitForFunction((peng) => document.querySelector('.answers [data-answer=peng]').innerText.trim() === peng, peng);
    assert.equal((await page.locator('.answers [data-answer=hu]').innerText()).trim(), hu);
    await page.locator('.bar button').first().click();
  }
  await leave(page);
});

test('the title tells that it is one\'s turn', async () => {
  const page = await seated();
  await page.waitForSelector('.hand.asked, .answers [data-answer]');
  await page.waitForFunction(() => /^● Your turn: Two-player/.test(document.title));
  await page.locator('.bar button').first().click();
  await page.waitForFunction(() => document.title === 'MajongLogicFlow');
  await leave(page);
});

test('why not: the reason of the engine for each action of the chart', async () => {
  const page = await seated();
  await page.waitForSelector('.hand.asked, .answers [data-answer]');
  await page.click('[data-menu=menu]');
  await page.click('dialog [data-do=why]');
  const actions = page.locator('.why-row').first().locator('button');
  await actions.first().waitFor();
  const reasons = new Set();
  for (let at = 0; at < await actions.count(); ++at) {
    await actions.nth(at).click();
    await page.waitForFunction(() => document.querySelector('.why-answer').textContent !== '');
    reasons.add(await page.textContent('.why-answer'));
  }
  assert.ok(reasons.size >= 3, [...reasons].join(' | '));
  await leave(page);
});

test('an emote is heard, a vote that one denies is over, and auto play ends by an answer', async () => {
  // By the test clock auto play answers after 20 ms, which no page under load is ahead of; by the true one after a second.
  const own = await new Server('--ready-seconds', '86400').start();
  const owner = await person(browser, own.url, '小明');
  const code = await opens(owner, 'erren');
  const guest = await person(browser, `${own.url}#${code}`, 'Ann', {lang: 'en'});
  for (const page of [guest, owner]) await page.click('.waiting [data-do=ready]');
  for (const page of [guest, owner]) await page.waitForSelector('.board');
  await owner.click('[data-menu=chat]');
  await owner.locator('.emotes button').first().click();
  await guest.waitForSelector('.sayings p');
  assert.match(await guest.textContent('.sayings'), /小明.*Hello/);
  await owner.click('[data-menu=menu]');
  await owner.click('dialog [data-do=dissolve]');
  await owner.click('dialog [data-do=dissolve-yes]');
  await guest.click('.vote [data-vote=no]');
  for (const page of [owner, guest]) {
    await page.waitForSelector('.vote', {state: 'detached'});
    assert.equal(await page.locator('.hand-end').count(), 0);
  }
  await guest.click('[data-menu=menu]');
  await guest.click('dialog [data-do=auto]');
  await guest.keyboard.press('Escape');
  const auto = () => owner.locator('.plate .badge').allTextContents();
  await owner.waitForFunction(() => /托管/.test(document.querySelector('.board').textContent));
  await plays(owner);
  await plays(guest, {hands: false});
  await owner.waitForFunction(() => !/托管/.test(document.querySelector('.board').textContent), null).catch(async () => assert.fail(String(await auto())));
  await leave(owner, guest);
  await own.kill('SIGTERM');
});

test('the panel for developers: messages, the view as a tree, latency; the hand stays in reach', async () => {
  const page = await seated();
  await page.click('[data-menu=menu]');
  await page.setChecked('dialog input[name=raw]', true);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.raw-list li');
  assert.match(await page.textContent('.raw-latency'), /\d ms/);
  await page.click('.raw details summary');
  const table = page.locator('.raw > details').first();
  await table.locator('summary', {hasText: /^view /}).click();
  await table.getByText('wall_left:').waitFor();
  assert.doesNotMatch(await page.textContent('.raw-list'), /"token":"[^…]/);
  await page.waitForSelector('.hand.asked, .answers [data-answer]');
  await page.locator('.hand.asked .hand-tile:not([aria-disabled=true]), .answers [data-answer]').last().click();
  await shot(page, 'around-raw');
  await leave(page);
});

test('a skill asks: its button, its checklist in words, and the text that it shows to its owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mlf-skilled-'));
  mkdirSync(join(folder, 'skilled'));
  writeFileSync(join(folder, 'skilled', 'variant.yaml'), 'id: skilled\nzh: 技能\nen: Skilled\nextends: riichi\nskills: [foresight, foresight, foresight, foresight]\n');
  const own = await new Server('--test-clock', '--variant-dir', folder).start();
  const page = await person(browser, own.url, '小明');
  await opens(page, 'skilled', {robots: 3});
  await page.click('[data-do=ready]');
  // Everybody sees who has which skill, by its name.
  await page.locator('.plate', {hasText: '先见'}).nth(3).waitFor();
  assert.equal(await page.locator('.plate', {hasText: 'foresight'}).count(), 0);
  const answer = '.answers [data-answer^=ji_neng]';
  await declinesUntil(page, answer);
  await page.click(answer);
  const items = page.locator('.answers [data-bit]');
  await items.first().waitFor();
  assert.match(await items.first().textContent(), /打出这张/);
  assert.match(await items.nth(1).textContent(), /[万筒条]|[东南西北]|白|发|中/);
  await items.nth(1).click();
  await items.nth(2).click();
  // One tile at most may be named.
  assert.deepEqual(await items.evaluateAll((all) => all.slice(0, 3).map((one) => one.getAttribute('aria-pressed'))), ['false', 'false', 'true']);
  await shot(page, 'around-skill');
  await page.click('.answers [data-answer^=ji_neng].claim');
  await page.waitForFunction(() => /若打/.test(document.querySelector('.plate.place-0').textContent));
  assert.equal(await page.locator('.plate:not(.place-0)', {hasText: '若打'}).count(), 0);
  await leave(page);
  await own.kill('SIGTERM');
});

test('a number is chosen with a slider: dragged, by keys, and sent as it is shown', async () => {
  // Only persons beside the table are asked for numbers, so the own seat's question becomes one on its way to the page.
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  const answers = [];
  await page.routeWebSocket(/./, (near) => {
    const far = near.connectToServer();
    far.onMessage((text) => {
      const message = JSON.parse(text);
      for (const {offers} of message.choices ?? []) offers.splice(0, offers.length, {node: 'discard', kind: 'range', low: -1, high: 23});
      near.send(JSON.stringify(message));
    });
    near.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.t === 'act') answers.push(message.value);
      far.send(text);
    });
  });
  await page.reload();
  await opens(page, 'erren', {robots: 1});
  await page.click('[data-do=ready]');
  const slider = page.locator('.answers input[type=range]');
  const shown = page.locator('.answers output');
  await slider.waitFor();
  assert.equal(await shown.textContent(), '-1');
  const {x, y, width, height} = await slider.boundingBox();
  await page.mouse.move(x + 8, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, {steps: 5});
  await page.mouse.up();
  const dragged = Number(await shown.textContent());
  assert.ok(dragged > 5 && dragged < 17, `dragged to the middle: ${dragged}`);
  await slider.press('ArrowRight');
  assert.equal(await shown.textContent(), String(dragged + 1));
  await slider.press('End');
  assert.equal(await shown.textContent(), '23');
  await slider.press('ArrowLeft');
  await page.click('.answers [data-answer=discard]');
  await until('the answer is sent', () => answers.length > 0);
  assert.deepEqual(answers, [22]);
  await leave(page);
});

test('a code that is typed leads to the desk, a tab that was closed back to the table, and a double tap discards the tile just drawn', async () => {
  const owner = await person(browser, server.url, '小明');
  const code = await opens(owner, 'erren');
  const guest = await person(browser, server.url, 'Ann', {lang: 'en'});
  await guest.fill('input[name=code]', code);
  await guest.press('input[name=code]', 'Enter');
  for (const page of [guest, owner]) await page.click('.waiting [data-do=ready]');
  for (const page of [guest, owner]) await page.waitForSelector('.board');
  await guest.close();
  const again = await guest.context().newPage();
  again.faults = [];
  await again.goto(server.url);
  await again.click('.list button.main');
  await again.waitForSelector('.board');
  await plays(owner, {hands: false});
  // Claims are declined until a tile has been drawn.
  await declinesUntil(again, '.hand.asked .hand-tile.drawn:not([aria-disabled=true])', {tiles: true});
  await rests(owner);
  const drawn = await again.locator('.hand-tile.drawn').getAttribute('data-piece');
  const river = again.locator('.side.place-0 .river [role=listitem]');
  const before = await river.count();
  await again.dblclick('.middle');
  await again.waitForFunction((before) => document.querySelectorAll('.side.place-0 .river [role=listitem]').length > before, before);
  assert.equal(await river.last().locator('.tile').getAttribute('data-tile'), drawn);
  await leave(owner, again);
});
