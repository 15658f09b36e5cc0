// The pages of all variants.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {join} from 'node:path';
import {browse, closeAll, folder, opened, run, shot, urlOf} from './support.mjs';

let browser, url;
before(async () => {
  browser = await browse();
  run('flowviz', 'index', '--games', '20', '-o', join(folder, 'site'), '--lang', 'zh');
  url = urlOf(join(folder, 'site', 'index.html'));
});
afterEach(closeAll);
after(() => browser.close());

test('every variant is listed, opens, and leads back', async () => {
  const page = await opened(browser, url);
  const names = await page.locator('.cards .card').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  assert.ok(names.includes('xueliu.html') && names.length >= 4, names.join());
  // The pages are made by one function; MLF_LONG=1 (./dev full) opens all.
  for (const name of process.env.MLF_LONG === '1' ? names : [names[0], 'xueliu.html', names.at(-1)]) {
    await page.goto(url);
    await page.click(`a[href="${name}"]`);
    // The clicked element may be partly visible.
    await page.waitForLoadState('load');
    assert.ok(await page.locator('#rules').isVisible(), name);
    for (const part of ['#options', '#chart', '#heat']) assert.equal(await page.locator(part).count(), 1, `${name} ${part}`);
    await page.click('header a');
    assert.match(page.url(), /index\.html/);
  }
  assert.deepEqual(page.faults, []);
});

test('a card says what the game is, shows its chart and its options', async () => {
  const page = await opened(browser, url);
  const cards = page.locator('.cards .card');
  const count = await cards.count();
  for (let i = 0; i < count; ++i) {
    assert.ok((await cards.nth(i).locator('p').first().innerText()).length > 10);
    const stamp = await cards.nth(i).locator('.stamp svg').boundingBox();
    assert.ok(stamp.width > 100 && stamp.height > 100, `${stamp.width} x ${stamp.height}`);
    assert.equal(await cards.nth(i).locator('.stamp text').count(), 0);
    assert.ok(await cards.nth(i).locator('li').count() >= 4);
  }
  assert.match(await page.locator('.card[href="xueliu.html"]').innerText(), /四川麻将/);
  const preset = page.locator('.card[href="xueliu.html"] .presets li[title]').first();
  assert.match(await preset.innerText(), /[\u4e00-\u9fff]/);
  assert.match(await preset.getAttribute('title'), /cap=/);
  await shot(page, 'index-list');
  assert.deepEqual(page.faults, []);
});

test('one language at a time', async () => {
  const page = await opened(browser, url);
  const seen = async (place) => (await page.locator(place).innerText());
  assert.equal(/Sichuan|variants/.test(await seen('main')), false);
  await page.click('[data-lang="en"]');
  // An English sentence may name a Chinese word.
  assert.equal(/[\u4e00-\u9fff]{4}|[。，：]/.test(await seen('main')), false, 'nothing is left in Chinese');
  assert.match(await seen('.card[href="xueliu.html"]'), /Sichuan mahjong in which a seat that wins stays/);
  await page.goto(new URL('xueliu.html', url).href);
  await page.click('[data-lang="en"]');
  assert.match(await seen('#rules'), /Players and tiles/);
  assert.equal(/人和牌|四川麻将/.test(await seen('#rules')), false);
  await page.click('[data-lang="zh"]');
  assert.match(await seen('#rules'), /四川麻将/);
  assert.equal(/Players and tiles|Sichuan/.test(await seen('#rules')), false);
  assert.deepEqual(page.faults, []);
});

for (const width of [1280, 390]) {
  for (const scheme of ['light', 'dark']) {
    test(`a variant at ${width} pixels, ${scheme}`, async () => {
      const page = await opened(browser, new URL('xueliu.html', url).href, {width, height: 900, scheme});
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth) <= 0);
      assert.equal(await page.locator('#chart .chart.zh').isVisible(), true);
      assert.equal(await page.locator('#chart .chart.en').isVisible(), false);
      await shot(page, `index-${width}-${scheme}`);
      await page.click('[data-lang="en"]');
      assert.equal(await page.locator('#chart .chart.en').isVisible(), true);
      const before = (await page.locator('#chart .chart.en svg').boundingBox()).width;
      await page.click('#chart [data-zoom="1.25"]');
      assert.ok((await page.locator('#chart .chart.en svg').boundingBox()).width > before * 1.2);
      assert.deepEqual(page.faults, []);
    });
  }
}
