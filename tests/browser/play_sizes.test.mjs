// The page of mlf-server at seven sizes, from a small phone to a large screen: nothing is cut off, and nothing covers a tile, even where all
// melds are gangs and all names as long as may be.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {browse, shot} from './support.mjs';
import {crowds, inShortForm, leave, opens, person, plays, resized, rests, Server} from './serve.mjs';

const SIZES = [[360, 640], [390, 844], [844, 390], [768, 1024], [1280, 800], [2560, 1440], [568, 320]];
// The largest is drawn longest, and MLF_LONG=1 (./dev full) alone looks at each variant there.
const SIZES_OF_EACH = process.env.MLF_LONG === '1' ? SIZES : SIZES.filter(([width]) => width < 2000);
// Pixels of a tile of a river, where the screen is too small for 24.
const LEAST = {'360x640': 18, '568x320': 17.5};

let browser, server, variants;
before(async () => {
  browser = await browse();
  server = await new Server('--test-clock', '--ready-seconds', '86400', '--desks-per-user', '100').start();
  variants = await server.variants();
});
after(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
});

test('seven sizes, two themes, two languages: nothing is cut off', async () => {
  for (const [lang, scheme] of [['zh-CN', 'light'], ['en', 'dark']]) {
    const page = await person(browser, server.url, '小明', {lang, scheme});
    const whole = async (name) => {
      for (const [width, height] of SIZES) {
        await resized(page, width, height);
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
    await page.click('.menu summary');
    for (const [width, height] of SIZES) {
      await resized(page, width, height);
      const beyond = await page.evaluate(() => {
        const {left, right} = document.querySelector('.menu > .card').getBoundingClientRect();
        const controls = [...document.querySelectorAll('.settings :is(input, select, button)')];
        return controls.filter((one) => one.getBoundingClientRect().right > Math.min(right, innerWidth) || left < 0).map((one) => one.name || one.innerText);
      });
      assert.deepEqual(beyond, [], `settings at ${width}x${height}`);
    }
    await page.click('.menu summary');
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

// What lies over a tile, plates and what the parts of a variant keep for the table; which plates meet each other or the border of the felt;
// and what of them does not fit.
const coveredAt = (page, size, tiles) => resized(page, ...size).then(() => page.evaluate((tiles) => {
  const boxes = [...document.querySelectorAll(tiles)].map((tile) => [tile.dataset.tile, tile.getBoundingClientRect()]);
  if (boxes.length < 6) return ['no tile is there'];
  const apart = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 4 || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= 4;
  const plates = [...document.querySelectorAll('.plate')].map((plate) => [plate.className, plate.getBoundingClientRect()]);
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const met = plates.flatMap(([name, a], at) => [
    ...plates.slice(at + 1).filter(([, b]) => !apart(a, b)).map(([other]) => `${name} meets ${other}`),
    ...(a.left < felt.left - 2 || a.right > felt.right + 2 || a.top < felt.top - 2 || a.bottom > felt.bottom + 2 ? [`${name} crosses the border`] : []),
  ]);
  const beyond = met.concat(boxes.filter(([, {left, right}]) => left < -2 || right > innerWidth + 2).map(([tile]) => `${tile} is beyond the edge`));
  return beyond.concat(...[...document.querySelectorAll('.plate, .chip, .kept-by-table, .kept-by-table > div')].map((plate) => {
    const a = plate.getBoundingClientRect();
    // A border may touch.
    const over = boxes.filter(([, b]) => !apart(a, b));
    const cut = plate.scrollHeight > plate.clientHeight + 3 || plate.scrollWidth > plate.clientWidth + 3 ? [`${plate.className} is cut off: ${plate.innerText}`] : [];
    return over.length ? [...cut, `${plate.className}: ${over.map(([tile]) => tile)}`] : cut;
  }));
}, tiles));

// Chooses the size of print and tiles.
async function printsIn(page, size) {
  await page.locator('[data-menu=menu]').dispatchEvent('click');
  await page.selectOption('dialog select[name=size]', size);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', {state: 'detached'});
}

const OPEN_TILES = '.side .tile:not([data-tile="?"])';

// Plays until the own river has six tiles or a hand with open tiles is over. A hand that somebody wins with the first tiles leaves nothing
// to look at: the next one is played.
async function fillsRivers(page) {
  for (;;) {
    await plays(page, {hands: false});
    await page.waitForFunction(() => document.querySelectorAll('.side.place-0 .river [role=listitem]').length >= 6 || document.querySelector('.hand-end'));
    await rests(page);
    if (await page.locator(OPEN_TILES).count() >= 6) return;
    await page.locator('.end-actions [data-answer]').first().click();
    await page.waitForSelector('.hand-end', {state: 'detached'});
  }
}

test('of each variant: no plate covers a tile, for a seat and for a spectator', async () => {
  const page = await person(browser, server.url, '小明');
  const watcher = await person(browser, server.url, 'Eve', {lang: 'en'});
  await crowds(watcher);
  await watcher.reload();
  await watcher.waitForSelector('input[name=code]');
  const shown = inShortForm(variants.map((one) => one.id));
  for (const variant of variants.filter((one) => shown.includes(one.id))) {
    const code = await opens(page, variant.id, {robots: variant.seats - 1});
    await page.click('[data-do=ready]');
    await page.waitForSelector('.board');
    await fillsRivers(page);
    for (const size of SIZES_OF_EACH) {
      const covered = await coveredAt(page, size, OPEN_TILES);
      await shot(page, `web-${variant.id}-${size.join('x')}`);
      assert.deepEqual(covered, [], `${variant.id} at ${size.join('x')}`);
    }
    await printsIn(page, 'largest');
    for (const size of SIZES_OF_EACH) assert.deepEqual(await coveredAt(page, size, OPEN_TILES), [], `${variant.id}, largest print at ${size.join('x')}`);
    await resized(page, 1280, 800);
    const wide = await page.evaluate(() => document.querySelector('.hand-tile').getBoundingClientRect().width);
    assert.ok(wide >= 96 - 0.5, `${variant.id}, largest print: a tile of the hand has ${wide} pixels`);
    await printsIn(page, 'usual');
    await crowds(page);
    await page.reload();
    await page.waitForSelector('.plate.place-0');
    for (const size of SIZES_OF_EACH) {
      const covered = await coveredAt(page, size, OPEN_TILES);
      await shot(page, `web-${variant.id}-crowded-${size.join('x')}`);
      assert.deepEqual(covered, [], `${variant.id}, crowded at ${size.join('x')}`);
      const wide = await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector('.river .tile:not(.rotated)')).width));
      const least = LEAST[size.join('x')] ?? 24;
      assert.ok(wide >= least, `${variant.id} at ${size.join('x')}: a tile of a river has ${wide} pixels`);
    }
    await page.locator('[data-chart]').dispatchEvent('click');
    assert.deepEqual(await coveredAt(page, [1280, 800], OPEN_TILES), [], `${variant.id}, crowded, beside the chart`);
    await page.locator('[data-chart]').dispatchEvent('click');
    await watcher.fill('input[name=code]', code);
    await watcher.click('.join button:not(.main)');
    await watcher.waitForSelector('.board');
    for (const size of SIZES_OF_EACH) {
      const covered = await coveredAt(watcher, size, '.side .tile');
      await shot(watcher, `web-${variant.id}-watched-${size.join('x')}`);
      assert.deepEqual(covered, [], `${variant.id}, a spectator at ${size.join('x')}`);
    }
    await crowds(page, false);
    // To the lobby; the hand may be over by now, with its sheet above the bar.
    for (const one of [page, watcher]) await one.locator('.bar button').first().dispatchEvent('click');
  }
  await leave(page, watcher);
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
