// The page of mlf-server for people who use a keyboard, a screen reader or no network: axe-core on every view, focus, tiles by name, the
// chart, the wall check, the service worker.
import assert from 'node:assert/strict';
import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {WHOLE} from './patience.mjs';
import {browse, faultsOf, shot} from './support.mjs';
import {declinesUntil, opens, person, resized, Server} from './serve.mjs';

const LOOKS = [
  {width: 1280, height: 800, scheme: 'light', lang: 'zh-CN'},
  {width: 390, height: 844, scheme: 'dark', lang: 'en'},
];

let browser, server;
before(async () => {
  browser = await browse();
  server = await new Server('--test-clock').start();
});
after(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
});

// Looking at a view takes a second of processor. All are seen dark and on a phone; of the others only what differs most, but with MLF_LONG=1
// (./dev full).
const WIDE = process.env.MLF_LONG === '1' ? null : ['the lobby', 'the table', 'hints', 'the end of the hand'];
async function sound(page, view) {
  if (WIDE && page.viewportSize().width > 1000 && !WIDE.includes(view)) return;
  assert.deepEqual(await faultsOf(page), [], view);
}

const somebody = (look) => person(browser, server.url, '小明', look);

// A hand that waits for the first answer of this person, without a time limit.
async function seated(look, variant = 'xueliu') {
  const page = await somebody(look);
  await opens(page, variant, {robots: 3, options: {hands: 1}});
  await page.click('[data-do=ready]');
  await page.waitForSelector('.board');
  return page;
}
// Changes settings as a person does, in the menu.
async function settings(page, change) {
  await page.click('.bar button[aria-expanded]');
  for (const [name, value] of Object.entries(change)) {
    if (typeof value === 'boolean') await page.setChecked(`dialog input[name=${name}]`, value);
    else await page.selectOption(`dialog select[name=${name}]`, value);
  }
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', {state: 'detached'});
}
// The server plays for this person until the match, of one hand, is over.
async function playsHand(page) {
  await page.click('.bar button[aria-expanded]');
  await page.click('dialog [data-do=auto]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.hand-end[data-over]', {timeout: WHOLE});
}

for (const look of LOOKS) {
  test(`axe-core finds no serious fault: ${look.width} px, ${look.scheme}, ${look.lang}`, async () => {
    const {width, height, scheme: colorScheme, lang: locale} = look;
    const fresh = await (await browser.newContext({viewport: {width, height}, colorScheme, locale})).newPage();
    await fresh.goto(server.url);
    await fresh.waitForSelector('input[name=name]');
    await sound(fresh, 'the name');
    await fresh.context().close();

    const page = await somebody(look);
    await page.waitForSelector('.variants [data-variant]');
    await sound(page, 'the lobby');
    await page.click('[data-guide]');
    await page.waitForSelector('dialog .guide');
    await sound(page, 'the guide');
    const beyond = await page.evaluate(() => document.querySelector('dialog').scrollWidth - document.querySelector('dialog').clientWidth);
    assert.equal(beyond, 0, 'the guide is wider than its sheet');
    await shot(page, `access-${width}-guide`);
    await page.keyboard.press('Escape');
    await page.click('[data-variant=xueliu] [data-more]');
    await page.waitForSelector('dialog');
    await page.evaluate(() => document.querySelector('dialog details.options')?.setAttribute('open', ''));
    await sound(page, 'the house rules');
    await page.keyboard.press('Escape');
    await opens(page, 'xueliu', {robots: 3, options: {hands: 1}});
    await sound(page, 'waiting');
    await page.click('[data-do=ready]');
    await page.waitForSelector('.answers [data-answer]');
    await sound(page, 'the table');
    await page.click('.bar button[aria-expanded]');
    await page.waitForSelector('dialog');
    await sound(page, 'the menu');
    await page.keyboard.press('Escape');
    await settings(page, {hints: true, words: true});
    await page.click('[data-chart]');
    await page.waitForSelector('.chart-drawing svg .here');
    await sound(page, 'the chart');
    await shot(page, `access-${width}-chart`);
    await page.click('[data-chart]');
    await settings(page, {raw: true});
    await page.waitForSelector('.raw-list li');
    await sound(page, 'the panel for developers');
    await settings(page, {raw: false});
    await page.click('.answers [data-answer=exchange_three]');
    await page.waitForSelector('.answers .prompt [data-answer=choose_void]');
    await sound(page, 'a choice between several buttons');
    await page.click('.answers [data-answer=choose_void]');
    await declinesUntil(page, '.hint', {declines: '.answers [data-answer=guo]'});
    await sound(page, 'hints');
    await shot(page, `access-${width}-hints`);
    await playsHand(page);
    await sound(page, 'the end of the hand');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'hand-end', 'the focus is at the sheet');
    await shot(page, `access-${width}-end`);
    await page.click('[data-wall]');
    await page.waitForSelector('.wall-check li');
    await sound(page, 'the wall check');
    const fits = await page.locator('.wall-check li').evaluateAll((rows) => rows.map((row) => row.dataset.fits));
    // Commit, own salt, tiles, dice, deal, draws.
    assert.deepEqual(fits, Array(6).fill('true'), await page.locator('.wall-check').innerText());
    await shot(page, `access-${width}-wall`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test('the chart is in the language of the page and follows play, and the walk can be stepped back', async () => {
  const page = await seated({lang: 'en'});
  await page.click('[data-chart]');
  await page.waitForSelector('.chart-drawing svg .here');
  assert.doesNotMatch(await page.textContent('.chart-drawing svg'), /\p{Script=Han}/u);
  const here = () => page.evaluate(() => document.querySelector('.chart-drawing .here')?.id);
  assert.equal(await here(), 'window.deal');
  assert.ok(await page.locator('.chart-drawing polygon.open').count() > 0, 'the own answer is lit in its window');
  await page.click('.answers [data-answer=exchange_three]');
  await page.waitForFunction(() => document.querySelector('.chart-drawing .here')?.id === 'window.exchange_done');
  const way = await page.evaluate(() => [...document.querySelectorAll('.chart-drawing .way')].map((edge) => edge.id));
  assert.deepEqual(way, ['edge.deal.exchange_three', 'edge.exchange_three-exchange_done']);
  await page.locator('.chart-steps button').first().click();
  await page.waitForFunction(() => document.querySelector('.chart-drawing .here')?.id === 'window.deal');
  // By keys: larger, then all of it again.
  const box = () => page.evaluate(() => document.querySelector('.chart-drawing svg').getAttribute('viewBox').split(' ').map(Number));
  await page.focus('.chart-drawing');
  await page.keyboard.press('0');
  const all = await box();
  await page.keyboard.press('+');
  assert.ok((await box())[2] < all[2]);
  await page.mouse.move(900, 400);
  const before = await box();
  await page.locator('.chart-drawing').hover();
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((width) => Number(document.querySelector('.chart-drawing svg').getAttribute('viewBox').split(' ')[2]) < width, before[2]);
  await page.context().close();
});

test('on a phone, upright or turned, chart and hints leave hand and answers in sight', async () => {
  const page = await seated({lang: 'en', width: 390, height: 844});
  await page.waitForSelector('.answers [data-answer]');
  await settings(page, {hints: true});
  await page.click('[data-chart]');
  await page.waitForSelector('.chart-drawing svg .here');
  const look = () => page.evaluate(() => {
    const boxOf = (one) => one.getBoundingClientRect();
    const covered = [...document.querySelectorAll('.hand-tile, .answers button')].filter((one) => {
      const {left, right, top, bottom} = boxOf(one);
      return [[0.5, 0.5], [0.5, 0.05], [0.5, 0.95]].some(([x, y]) =>
        document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)?.closest('.pane, .hints'));
    });
    const frame = boxOf(document.querySelector('.chart-drawing'));
    return {
      covered: covered.map((one) => one.textContent || one.dataset.piece),
      steps: boxOf(document.querySelector('.chart-steps')).bottom <= Math.min(innerHeight, boxOf(document.querySelector('.chart-pane')).bottom) + 1,
      scale: frame.width / document.querySelector('.chart-drawing svg').getAttribute('viewBox').split(' ')[2],
    };
  });
  const {scale} = await look();
  for (const [width, height] of [[360, 640], [844, 390], [390, 844]]) {
    await resized(page, width, height);
    const now = await look();
    assert.deepEqual({covered: now.covered, steps: now.steps}, {covered: [], steps: true}, `${width}x${height}`);
    assert.ok(Math.abs(now.scale / scale - 1) < 0.02, `${width}x${height}: the drawing is ${now.scale / scale} times as large as before`);
  }
  await page.click('[data-chart]');
  // Claims come and go until it is this person's turn to discard, with hints.
  await page.click('.answers [data-answer=exchange_three]');
  await page.click('.answers [data-answer=choose_void]');
  await declinesUntil(page, '.hint', {declines: '.answers [data-answer=guo]'});
  for (const [width, height] of [[360, 640], [844, 390], [1280, 800]]) {
    await resized(page, width, height);
    const over = await page.evaluate(() => {
      const a = document.querySelector('.hints').getBoundingClientRect();
      return [...document.querySelectorAll('.side .tile, .plate, .hand-tile')].filter((one) => {
        const b = one.getBoundingClientRect();
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      }).map((one) => one.className);
    });
    assert.deepEqual(over, [], `${width}x${height}`);
  }
  // A tap shows the others too.
  await page.setViewportSize({width: 390, height: 844});
  await page.click('.hints > button');
  assert.equal(await page.locator('.hints').getAttribute('data-open'), 'true');
  await page.click('.hints > button');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a variant that is edited while the server runs: the next desk plays it, and the chart shows what has changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mlf-variants-'));
  const write = (rules) => {
    mkdirSync(join(folder, 'home'), {recursive: true});
    writeFileSync(join(folder, 'home', 'variant.yaml'), `id: home\nzh: 家规\nen: House rules\nextends: xueliu\n${rules}`);
  };
  write('');
  const own = await new Server('--test-clock', '--variant-dir', folder).start();
  const page = await person(browser, own.url, '小明', {lang: 'en', width: 1440, height: 900});
  await opens(page, 'home', {robots: 3});
  await page.click('[data-do=ready]');
  await page.click('[data-chart]');
  await page.waitForSelector('.chart-drawing svg .here');
  assert.equal(await page.locator('.chart-difference').count(), 0);
  await page.click('.bar button >> nth=0');
  await page.waitForSelector('[data-variant=home]');
  write('flow: {discard: {window: {answers: [{hu: {winners: all}}, {ming_gang: {winners: nearest}}, {peng: {winners: nearest, who: opposite}}]}}}\n');
  await opens(page, 'home', {robots: 3});
  await page.click('[data-do=ready]');
  await page.click('.chart-difference summary');
  await page.waitForFunction(() => /opposite/.test(document.querySelector('.chart-difference svg')?.textContent));
  assert.deepEqual(page.faults, []);
  await page.context().close();
  await own.kill('SIGTERM');
});

test('a hand is played by keys alone, and everything that has the focus shows it', async () => {
  const page = await seated({lang: 'en'}, 'xuezhan');
  await page.waitForSelector('.answers [data-answer]');
  const seen = [];
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const node = document.activeElement;
      if (!node || node === document.body) return null;
      const style = getComputedStyle(node);
      const area = ['bar', 'stage', 'own'].find((name) => node.closest(`.${name}`)) ?? 'other';
      return {area, ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, what: node.outerHTML.slice(0, 80)};
    });
    if (!at) break;
    seen.push(at);
  }
  assert.ok(seen.length >= 15, `${seen.length} stops`);
  assert.deepEqual(seen.filter((one) => !one.ring), []);
  // From top to bottom: the bar, then the own area.
  const areas = seen.map((one) => one.area).filter((area, i, all) => area !== all[i - 1] && area !== 'other');
  assert.deepEqual(areas.slice(0, 2), ['bar', 'own']);
  await page.focus('.answers [data-answer]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.answers [data-answer=choose_void]');
  // What the exchange brought is said and marked.
  await page.waitForFunction(() => /You got from Robot \d/.test(document.querySelector('.exchanged')?.textContent));
  assert.equal(await page.locator('.hand-tile.came').count(), 3);
  await page.focus('.answers [data-answer=choose_void]');
  await page.keyboard.press('Enter');
  // The wall is another one each time: claims that come before the own turn are declined by keys too.
  const turn = '.hand.asked .hand-tile:not([aria-disabled=true])', decline = '.answers [data-answer=guo]';
  for (;;) {
    await page.waitForSelector(`${turn}, ${decline}`);
    if (await page.locator(turn).count() > 0) break;
    await page.focus(decline);
    await page.keyboard.press('Enter');
    await page.waitForSelector(decline, {state: 'detached'});
  }
  const name = await page.locator('.hand .hand-tile').first().evaluate((node) => node.getAttribute('aria-label') ?? node.querySelector('[aria-label]').getAttribute('aria-label'));
  assert.match(name, /^\d (characters|dots|bamboo)/);
  await page.focus('.hand.asked .hand-tile:not([aria-disabled=true])');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.side.place-0 .river [role=listitem]').length >= 1);
  // What happened is said once each, in words; the next question has the focus.
  const said = await page.locator('[data-announcer] p').allTextContents();
  assert.ok(said.some((line) => /discards/.test(line)), said.join(' | '));
  await page.waitForSelector(`${turn}, ${decline}`);
  await page.waitForFunction(() => document.activeElement.closest('.hand, .answers') !== null);
  // A letter switches a help: from now on what is drawn is discarded.
  await page.keyboard.press('d');
  await page.waitForSelector('[data-help=discard][aria-pressed=true]');
  await page.context().close();
});

test('tiles with indices, and a theme that was chosen', async () => {
  const page = await seated({});
  // The picture of a tile, once it is drawn as points.
  const picture = () => page.waitForFunction(() => {
    const rule = [...document.adoptedStyleSheets[0].cssRules].find((one) => one.selectorText === '.face-5m');
    return rule.style.backgroundImage.includes('image/png') && rule.style.backgroundImage;
  }).then((drawn) => drawn.jsonValue());
  await page.waitForSelector('.hand .tile');
  const plain = await picture();
  await settings(page, {theme: 'dark'});
  await page.waitForSelector('.hand .tile');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  const dark = await picture();
  await settings(page, {tiles: 'indexed', theme: 'dark'});
  await page.waitForSelector('.hand .tile');
  assert.equal(new Set([plain, dark, await picture()]).size, 3);
  await page.context().close();
});

test('without a network the page opens and says so', async () => {
  const page = await somebody({lang: 'en'});
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // its files come through the worker now
  await page.waitForSelector('.variants [data-variant]');
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('.trouble');
  assert.match(await page.textContent('.trouble'), /network/i);
  await page.context().setOffline(false);
  await page.waitForSelector('.trouble', {state: 'detached'});
  const manifest = await (await fetch(server.url + 'manifest.webmanifest')).json();
  for (const icon of manifest.icons) assert.equal((await fetch(new URL(icon.src, server.url))).status, 200, icon.src);
  await page.context().close();
});
