// A match of each variant, in the short form of some, by what a screen reader is told alone: roles and names. Every screen on the way is looked
// at by axe-core.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {WHOLE} from './patience.mjs';
import {browse, faultsOf, shot} from './support.mjs';
import {leave, opens, person, Server} from './serve.mjs';

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

// Presses the first answer that may be given, or plays the last tile that may be played. False while there is none.
async function answers(page) {
  const may = {disabled: false};
  const controls = page.getByRole('group', {name: 'Your answers'}).getByRole('button', may);
  const tiles = page.getByRole('group', {name: 'Your hand'}).getByRole('button', may);
  for (const target of [controls.first(), tiles.last()]) {
    if (await target.count() === 0) continue;
    // It may go away meanwhile: others answer too.
    await target.click({timeout: 2000}).catch(() => {});
    return true;
  }
  return false;
}

test('each variant is played by roles and names', async (t) => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  // One in the short form: what roles and names a window has depends on its kind, and this has most kinds.
  for (const variant of variants.filter((one) => process.env.MLF_LONG === '1' || one.id === 'sanma')) {
    await t.test(variant.id, async () => {
      assert.equal(await page.getByRole('article', {name: variant.en, exact: true}).count(), 1);
      await opens(page, variant.id, {robots: variant.seats - 1, options: {hands: 1}});
      await page.getByRole('button', {name: 'Ready', exact: true}).click();
      await page.getByRole('heading', {name: variant.en}).waitFor();
      const over = page.getByRole('region', {name: 'The match is over'});
      let asked = 0;
      for (const end = Date.now() + WHOLE; await over.count() === 0;) {
        assert.ok(Date.now() < end, 'the match does not end');
        const next = page.getByRole('region', {name: /^Hand \d+ is over/}).getByRole('button', {name: /next|continue|ready/i});
        if (await next.count() > 0) await next.first().click({timeout: 2000}).catch(() => {});
        else if (!await answers(page)) await page.waitForTimeout(20);
        else if (++asked === 2) {
          await shot(page, `tree-${variant.id}`);
          assert.deepEqual(await faultsOf(page), [], `${variant.id}, the table`);
        }
      }
      assert.ok(asked > 0 || await over.count() > 0);
      assert.deepEqual(await faultsOf(page), [], `${variant.id}, the end`);
      // What happened was said.
      const said = await page.getByRole('log').innerText();
      assert.ok(said.length > 0);
      await over.getByRole('button', {name: 'Lobby'}).click();
      await page.getByRole('heading', {name: 'Games'}).waitFor();
    });
  }
  await leave(page);
});
