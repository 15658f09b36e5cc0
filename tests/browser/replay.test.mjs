// The page of one hand, operated like a user.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {browse, closeAll, opened, pageOf, playedHand, shot, urlOf, withRefusal} from './support.mjs';

let browser, url;
before(async () => {
  browser = await browse();
  url = urlOf(pageOf(withRefusal(playedHand('xueliu', 7)), '--lang', 'zh'));
});
afterEach(closeAll);
after(() => browser.close());

const place = async (page) => Number((await page.locator('#place').textContent()).split('/')[0]);
const data = (page) => page.evaluate(() => JSON.parse(document.getElementById('data').textContent));
const go = (page, at) => page.locator('#slider').fill(String(at));
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
// The tiles drawn in a hand: the viewer's own lies below the table.
const handOf = (page, seat) => page.locator(`[data-hand="${seat}"] .hand-tile .tile, .side[data-seat="${seat}"] .concealed .tile`)
  .evaluateAll((tiles) => tiles.map((tile) => tile.dataset.tile));

// One JSON value made from another (tools/flowviz/json_delta.h), written apart from the page's own.
function changed(value, delta) {
  if (!Array.isArray(delta)) return value;
  const [kind, first, second, third] = delta;
  if (kind === 0) return first;
  if (kind === 2) return [...value.slice(0, first), ...third, ...value.slice(first + second)];
  const made = structuredClone(value);
  for (const key in first) made[key] = changed(made[key], first[key]);
  for (const key of second ?? []) delete made[key];
  return made;
}
// What the viewer sees after each step.
function viewsOf({first, steps}, viewer) {
  let view = first[viewer];
  return steps.map((step) => (view = changed(view, step.views?.[viewer])));
}

test('keys, buttons and slider walk through the hand', async () => {
  const page = await opened(browser, url);
  const last = (await data(page)).steps.length - 1;
  assert.equal(await place(page), 0);
  for (const [key, at] of [['ArrowRight', 1], ['ArrowRight', 2], ['ArrowLeft', 1], ['End', last], ['ArrowRight', last], ['Home', 0], ['ArrowLeft', 0]]) {
    await page.keyboard.press(key);
    assert.equal(await place(page), at, key);
  }
  for (const [button, at] of [['#next', 1], ['#last', last], ['#back', last - 1], ['#first', 0]]) {
    await page.click(button);
    assert.equal(await place(page), at, button);
  }
  await page.locator('#slider').fill('20');
  assert.equal(await place(page), 20);
  // The keys of the slider must not step twice.
  await page.locator('#slider').press('ArrowRight');
  assert.equal(await place(page), 21);
  await page.locator('h1').click();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(document.getElementById('place').textContent.split('/')[0]) > 22);
  await page.keyboard.press('Space');
  const stopped = await place(page);
  await page.waitForTimeout(900);
  assert.equal(await place(page), stopped, 'space stops it again');
  assert.deepEqual(page.faults, []);
});

test('the table is that of the data, at every step and for every viewer', async () => {
  const page = await opened(browser, url);
  const views = viewsOf(await data(page), 0);
  for (let at = 0; at < views.length; at += 9) {
    await go(page, at);
    const view = views[at];
    for (const seat of view.seats) assert.deepEqual((await handOf(page, seat.seat)).sort(), seat.hand.slice().sort(), `step ${at} seat ${seat.seat}`);
    assert.match(await page.locator('.middle .wall').textContent(), new RegExp(` ${view.wall_left}$`));
    const drawn = await page.locator('.river .tile').count();
    assert.equal(drawn, view.river.length);
  }
  assert.deepEqual(page.faults, []);
});

test('a seat sees its own hand only, a spectator none', async () => {
  const page = await opened(browser, url + '#step=30');
  await page.selectOption('#viewer', {index: 2});
  assert.equal((await handOf(page, 1)).includes('?'), false);
  for (const seat of [0, 2, 3]) assert.equal((await handOf(page, seat)).every((tile) => tile === '?'), true, `seat ${seat} is face down`);
  const spectator = (await data(page)).viewers.indexOf('spectator');
  await page.selectOption('#viewer', {index: spectator});
  for (const seat of [0, 1, 2, 3]) assert.equal((await handOf(page, seat)).every((tile) => tile === '?'), true);
  assert.equal(await page.locator('[data-asked]').count(), 0, 'who is asked shows to nobody else');
  await page.selectOption('#viewer', {index: 0});
  assert.equal((await handOf(page, 0)).includes('?'), false);
  assert.deepEqual(page.faults, []);
});

test('the seats sit around the table, who looks at the bottom, the next to play at the right', async () => {
  const page = await opened(browser, url + '#step=30');
  const middle = async (seat) => { const box = await page.locator(`.side[data-seat="${seat}"] .river`).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  for (const own of [0, 1, 3]) {
    if (own > 0) await page.selectOption('#viewer', {index: own + 1});
    const [bottom, right, top, left] = await Promise.all([0, 1, 2, 3].map((after) => middle((own + after) % 4)));
    assert.ok(bottom[1] > right[1] && right[1] > top[1] && bottom[1] > left[1] && left[1] > top[1], 'top, sides, bottom');
    assert.ok(right[0] > bottom[0] && left[0] < bottom[0], 'right and left');
  }
  await page.selectOption('#viewer', {index: 0});
  assert.match(await page.locator('.plate[data-seat="0"] .score').innerText(), /\d/);
  assert.deepEqual(page.faults, []);
});

test('two sit opposite', async () => {
  const two = await opened(browser, urlOf(pageOf(playedHand('erren', 3, 2), '--lang', 'zh')) + '#step=20');
  const [near, far] = await Promise.all([0, 1].map((seat) => two.locator(`.side[data-seat="${seat}"] .river`).boundingBox()));
  assert.ok(near.y > far.y + far.height - 1 && Math.abs(near.x + near.width / 2 - far.x - far.width / 2) < near.width / 6);
  assert.deepEqual(two.faults, []);
});

test('on a phone the chart folds below the step', async () => {
  const page = await opened(browser, url + '#step=40', {width: 390, height: 844});
  const step = await page.locator('#step-panel').boundingBox(), chart = await page.locator('#chart-panel').boundingBox();
  assert.equal(await page.locator('.chart-drawing').isVisible(), false, 'folded');
  assert.ok(chart.height < 70 && chart.y >= step.y + step.height && chart.y < step.y + step.height + 20, 'right below the step');
  assert.match(await page.locator('#chart-at').textContent(), /停在：/);
  await page.click('#chart-panel summary');
  await page.waitForSelector('.chart-drawing .here');
  const inside = await page.evaluate(() => {
    const box = document.querySelector('.chart-drawing').getBoundingClientRect(), lit = document.querySelector('.chart-drawing .here').getBoundingClientRect();
    return lit.bottom > box.top && lit.top < box.bottom && lit.right > box.left && lit.left < box.right;
  });
  assert.equal(inside, true);
  assert.deepEqual(page.faults, []);
});

test('hooks are in the order in which they run', async () => {
  const page = await opened(browser, urlOf(pageOf(playedHand('xueliu', 8), '--lang', 'en', '--profile', '--what-if', '0')));
  const {steps, hooks} = await data(page);
  assert.equal(hooks.length, 10);
  let several = 0;
  for (let at = 0; at < steps.length; at += 3) {
    await go(page, at);
    const nodes = await page.locator('#hooks tr').evaluateAll((rows) => rows.reduce((made, row) => {
      if (row.classList.contains('hook')) made[made.length - 1].push(row.firstElementChild.textContent);
      else made.push([]);
      return made;
    }, []));
    for (const ran of nodes) {
      const places = ran.map((hook) => hooks.indexOf(hook));
      if (new Set(places).size > 1) ++several;
      assert.deepEqual(places, places.slice().sort((a, b) => a - b), `step ${at}: ${ran.join(', ')}`);
    }
  }
  assert.ok(several > 5, `nodes with several hooks: ${several}`);
  assert.deepEqual(page.faults, []);
});

test('the place in the chart is lit and in sight', async () => {
  const page = await opened(browser, url);
  const all = await data(page), {steps} = all, views = viewsOf(all, 0);
  for (const at of [0, 5, 12, steps.length - 1]) {
    await go(page, at);
    const {node} = views[at];
    await page.waitForSelector(`:is([id="window.${node}"], [id="node.${node}"]).here`);
    assert.match(await page.locator('.chart-drawing .here').getAttribute('id'), new RegExp(`^(window|node)\\.${node}$`));
    assert.equal(await page.locator('.chart-drawing .way').count(), new Set(steps[at].walked || []).size, `step ${at}`);
    const frames = await page.evaluate(() => [...document.querySelectorAll('.chart-drawing .here polygon, .chart-drawing .here path')].filter((at) => getComputedStyle(at).stroke === 'rgb(192, 0, 32)').length);
    assert.ok(frames > 0 && frames <= 2, `the frame of the place is red, and no cell of it: ${frames}`);
    const lines = await page.evaluate(() => [...document.querySelectorAll('.chart-drawing .way')].every((way) => getComputedStyle(way.querySelector('path')).stroke === 'rgb(192, 0, 32)'));
    assert.equal(lines, true);
    const inside = await page.evaluate(() => {
      const box = document.querySelector('.chart-drawing').getBoundingClientRect(), lit = document.querySelector('.chart-drawing .here').getBoundingClientRect();
      return lit.bottom > box.top && lit.top < box.bottom && lit.right > box.left && lit.left < box.right;
    });
    assert.equal(inside, true, `step ${at}`);
  }
  assert.deepEqual(page.faults, []);
});

test('a refusal is shown, with its reason', async () => {
  const page = await opened(browser, url);
  const at = (await data(page)).steps.findIndex((step) => step.code);
  assert.ok(at > 0);
  await go(page, at - 1);
  assert.equal(await page.locator('#asked .refused').count() <= 1, true);
  await page.keyboard.press('ArrowRight');
  assert.match(await page.locator('#step .refused').textContent(), /被拒绝：.+wrong_seat/);
  assert.deepEqual(page.faults, []);
});

test('what if: another choice, both lines and their points', async () => {
  const page = await opened(browser, url);
  const steps = (await data(page)).steps;
  const at = steps.findIndex((step, index) => index > 8 && step.if && step.if.others && step.if.others.length > 1);
  await go(page, at - 1);
  const buttons = page.locator('#what-if .choices button');
  assert.equal(await buttons.count(), steps[at].if.others.length);
  await buttons.nth(1).click();
  assert.equal(await buttons.nth(1).getAttribute('aria-pressed'), 'true');
  const points = await page.locator('#what-if-points td:nth-child(3)').allTextContents();
  assert.deepEqual(points.map((text) => Number(text.replace('−', '-'))), steps[at].if.others[1].points);
  const same = await page.locator('#what-if-points td:nth-child(2)').allTextContents();
  assert.deepEqual(same.map((text) => Number(text.replace('−', '-'))), steps[at].if.same.points);
  assert.ok(await page.locator('#line-other .moves span').count() > 3);
  assert.ok(await page.locator('#line-same .moves span').count() > 3);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#line-other').count(), 0, 'another step, another question');
  assert.deepEqual(page.faults, []);
});

test('both languages, chart included', async () => {
  const page = await opened(browser, url + '#step=12');
  assert.match(await page.locator('h1').textContent(), /血流成河/);
  assert.ok(await page.locator('.chart-drawing text', {hasText: '问询窗'}).count() > 0);
  await page.click('[data-lang="en"]');
  assert.match(await page.locator('h1').textContent(), /hand 1/);
  assert.match(await page.locator('#table').textContent(), /Wall/);
  assert.equal(await page.locator('.chart-drawing text', {hasText: '问询窗'}).count(), 0);
  assert.equal(/[\u4e00-\u9fff]/.test((await page.locator('main .left').innerText())), false, 'nothing is left in Chinese');
  assert.equal(await place(page), 12, 'the place is kept');
  await page.click('[data-lang="zh"]');
  assert.match(await page.locator('#table').textContent(), /余牌/);
  assert.deepEqual(page.faults, []);
});

test('what parts keep has its name in both languages, with tiles and winds', async () => {
  for (const variant of ['riichi', 'yilaidaodi', ...(process.env.MLF_LONG === '1' ? ['xueliu'] : [])]) {
    const file = urlOf(pageOf(playedHand(variant, 12), '--what-if', '0'));
    for (const lang of ['zh', 'en']) {
      const page = await opened(browser, `${file}#lang=${lang}`, {width: 390}); // the chart is folded, which saves time
      const labels = (await data(page)).state;
      const shown = await page.evaluate(async () => {
        const all = {}, wrong = [], slider = document.getElementById('slider');
        for (let at = 0; at <= Number(slider.max); at += 9) {
          slider.value = at;
          slider.dispatchEvent(new Event('input'));
          await new Promise((done) => setTimeout(done));
          for (const kept of document.querySelectorAll('#table [data-kept]')) all[kept.dataset.kept] = kept.firstChild.textContent;
          const said = document.getElementById('table').innerText + document.getElementById('step').innerText;
          wrong.push(...(said.match(/[a-z]+_[a-z_]+|座\d|\bseat \d|undefined|null/g) || []));
        }
        return {all, wrong};
      });
      assert.deepEqual(shown.wrong, [], `${variant} ${lang}`);
      assert.ok(Object.keys(shown.all).length > 0, variant);
      for (const [key, name] of Object.entries(shown.all)) assert.equal(name, capital(labels[key][lang]), `${variant} ${key}`);
      if (variant === 'riichi') {
        assert.equal(await page.locator('#table [data-kept="dora_indicators"] .tile').count(), 1, 'the indicator is drawn');
        assert.match(await page.locator('.middle').innerText(), lang === 'zh' ? /东\d局/ : /East \d/);
        assert.doesNotMatch(await page.locator('.kept-by-table').innerText(), lang === 'zh' ? /圈风/ : /Round wind/, 'the round says it');
      }
      const names = (await page.locator('.plate .name').allTextContents()).map((name) => name.trim().split(' ').at(-1));
      assert.deepEqual(names.sort(), (lang === 'zh' ? ['东家', '北家', '南家', '西家'] : ['East', 'North', 'South', 'West']).sort());
      assert.deepEqual(page.faults, []);
    }
  }
});

test('the address keeps step, viewer and language', async () => {
  const page = await opened(browser, url);
  await go(page, 25);
  await page.selectOption('#viewer', {index: 3});
  await page.click('[data-lang="en"]');
  const again = await opened(browser, page.url());
  assert.equal(await place(again), 25);
  assert.equal(await again.locator('#viewer').inputValue(), '3');
  assert.equal(await again.evaluate(() => document.documentElement.lang), 'en');
});

// Contrast of two colours by WCAG.
const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const rgb = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
const contrast = (a, b) => { const [x, y] = [luminance(rgb(a)), luminance(rgb(b))].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };

for (const width of [1280, 390]) {
  for (const scheme of ['light', 'dark']) {
    test(`readable at ${width} pixels, ${scheme}`, async () => {
      const page = await opened(browser, url + '#step=40', {width, height: width === 390 ? 844 : 900, scheme});
      await page.evaluate(() => document.querySelectorAll('#what-if .choices button')[0]?.click());
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `the page is ${wider} pixels wider than the screen`);
      const colours = await page.evaluate(() => ['.card', 'h1', '.dim', 'button', '.offer', '.plate .name', '.plate .score'].map((name) => {
        const found = document.querySelector(name);
        let behind = found;
        const back = (at) => getComputedStyle(at).backgroundColor;
        while (/rgba\(.*, 0\)|transparent/.test(back(behind)) && behind.parentElement) behind = behind.parentElement;
        return [name, getComputedStyle(found).color, back(behind)];
      }));
      for (const [name, ink, ground] of colours) assert.ok(contrast(ink, ground) >= 4.5, `${name}: ${ink} on ${ground} is ${contrast(ink, ground).toFixed(1)}`);
      const small = await page.evaluate(() => [...document.querySelectorAll('.card *')].filter((at) => at.childNodes.length && [...at.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim()) && parseFloat(getComputedStyle(at).fontSize) < 12).length);
      assert.equal(small, 0, 'no text below 12 pixels');
      const tile = await page.locator('.hand .tile').first().boundingBox();
      assert.ok(tile.width >= 28 && tile.height >= 36, `${tile.width} x ${tile.height}`);
      await shot(page, `replay-${width}-${scheme}`);
      await page.locator('#what-if-panel').scrollIntoViewIfNeeded();
      await page.evaluate(() => document.getElementById('what-if-panel').scrollIntoView());
      await shot(page, `replay-${width}-${scheme}-what-if`);
      if (width === 390) {
        await page.click('#chart-panel summary');
        await page.evaluate(() => document.getElementById('chart-panel').scrollIntoView());
        await shot(page, `replay-${width}-${scheme}-chart`);
      }
      assert.deepEqual(page.faults, []);
    });
  }
}
