// Whole matches of every variant, in the short form of some. Two people play them all, one after the other, each in a language of its own: most of what a new page costs
// is its start.
import assert from 'node:assert/strict';
import {existsSync, readdirSync} from 'node:fs';
import {after, before, test} from 'node:test';
import {WHOLE} from './patience.mjs';
import {browse} from './support.mjs';
import {foreignOf, inShortForm, leave, notesForeign, person, plays, rests, Server, sitDown} from './serve.mjs';

const NAMES = ['小明', 'Ann'];

let browser, server, variants, people;
before(async () => {
  browser = await browse();
  // Between hands it waits for everybody, however long.
  server = await new Server('--test-clock', '--ready-seconds', '86400', '--desks-per-user', '100').start();
  variants = await server.variants();
  const small = {width: 800, height: 600};
  people = [await person(browser, server.url, NAMES[0], small), await person(browser, server.url, NAMES[1], {lang: 'en', ...small})];
});
after(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
});

const VARIANTS = new URL('../../variants/', import.meta.url);
const folders = readdirSync(VARIANTS, {withFileTypes: true}).filter((one) => existsSync(new URL(`${one.name}/variant.yaml`, VARIANTS)));

test('the server serves every variant of the repository', () => {
  assert.deepEqual(variants.map((one) => one.id).sort(), folders.map((one) => one.name).sort());
});

// Of these a second hand follows: the deal passes on, and what is kept between hands is shown. Of the others one hand is the match.
const LONGER = ['riichi', 'xueliu'];

for (const name of inShortForm(folders.map((one) => one.name))) {
  test(`two people and robots play a whole match of ${name}`, async () => {
    const variant = variants.find((one) => one.id === name);
    for (const page of people) await notesForeign(page, NAMES);
    const all = await sitDown(browser, server.url, people, variant, {hands: LONGER.includes(name) ? 2 : 1});
    const [owner, guest, ...others] = all;
    for (const page of others) await notesForeign(page, NAMES);
    for (const page of all) await plays(page);
    for (const page of all) {
      await page.waitForSelector('.hand-end[data-over]', {timeout: WHOLE});
      await rests(page);
      assert.ok(await page.evaluate(() => window.clicks) > (LONGER.includes(name) ? 5 : 1));
    }
    const totals = await owner.locator('.scores td:nth-child(3)').allTextContents();
    // No point is lost: the seats have together what they began with.
    const start = Number(variant.options.find((option) => ['stake', 'start_points'].includes(option.id))?.default ?? 0);
    assert.equal(totals.reduce((sum, text) => sum + Number(text.replace('−', '-')), 0), start * totals.length, totals.join());
    // Everybody saw the same end, each in one language.
    assert.deepEqual(await guest.locator('.scores td:nth-child(3)').allTextContents(), totals);
    for (const page of all) {
      assert.deepEqual(await foreignOf(page), []);
      assert.deepEqual(page.faults, []);
      await page.click('.end-actions button:not([data-again])');
    }
    await leave(...others);
  });
}
