// What a person has played: counted after a match, with replays; a guest becomes an account, takes everything away as a file, and is deleted.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, test} from 'node:test';
import {WHOLE} from './patience.mjs';
import {browse, faultsOf, run, shot} from './support.mjs';
import {leave, opens, person, Server} from './serve.mjs';

let browser, server;
before(async () => {
  browser = await browse();
  server = await new Server('--test-clock').start();
});
after(async () => {
  await browser?.close();
  await server?.kill('SIGTERM');
});

async function seen(page, what) {
  assert.deepEqual(await faultsOf(page), [], what);
  const beyond = await page.evaluate(() => document.querySelector('dialog').scrollWidth - document.querySelector('dialog').clientWidth);
  assert.equal(beyond, 0, `${what} is wider than its sheet`);
  await shot(page, `profile-${what}`);
}

test('a match is in the list with its replay; the guest becomes an account, saves everything and is deleted', async () => {
  const page = await person(browser, server.url, 'Ann', {lang: 'en'});
  await page.click('[data-profile]');
  await page.waitForSelector('.account');
  await seen(page, 'nothing');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', {state: 'detached'});

  await opens(page, 'erren', {robots: 1, options: {hands: 1}});
  await page.click('[data-do=ready]');
  await page.click('.bar button[aria-expanded]');
  await page.click('dialog [data-do=auto]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.hand-end[data-over]', {timeout: WHOLE});
  const points = (await page.locator('.scores td:nth-child(3)').allTextContents()).map((text) => Number(text.replace('−', '-')));
  await page.click('.end-actions button:not([data-again])');

  // By keys alone, from the lobby to the replay.
  await page.focus('[data-profile]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.match');
  const own = await page.locator('.match summary .points').textContent();
  assert.ok(points.includes(Number(own.replace('−', '-').replace('+', ''))), `${own} of ${points}`);
  assert.equal(await page.locator('.figures dd').first().textContent(), '1');
  await page.focus('.match summary');
  await page.keyboard.press('Enter');
  const link = page.locator('.match a');
  assert.equal(await link.count(), 1);
  await seen(page, 'match');
  const opened = page.context().waitForEvent('page');
  await link.focus();
  await page.keyboard.press('Enter');
  const replay = await opened;
  await replay.waitForSelector('.plate .name');
  assert.ok((await replay.locator('.plate .name').allTextContents()).some((name) => name.includes('Ann')));
  await replay.close();

  await page.fill('.account input[name=name]', 'Anna');
  await page.fill('.account input[name=password]', 'correct horse');
  await page.click('[data-account]');
  await page.waitForSelector('.account', {state: 'detached'});
  const saved = page.waitForEvent('download');
  await page.click('[data-export]');
  const all = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  assert.deepEqual([all.user.name, all.user.guest, all.matches.length, all.matches[0].hands.length], ['Anna', false, 1, 1]);
  assert.equal(all.games[0].points, all.matches[0].points);

  // It would connect again and end the login of the phone.
  await leave(page);

  // The journals alone give the same.
  await server.kill('SIGTERM');
  assert.equal(run('mlf-server', 'rebuild-results', '--data', server.data),
    'matches counted: 1, hands: 1; matches that cannot be read and stay as they were: 0\n');
  await server.start();

  // On a phone, in the dark and in Chinese, by the new account.
  const phone = await browser.newPage({viewport: {width: 360, height: 640}, colorScheme: 'dark', locale: 'zh-CN', reducedMotion: 'reduce'});
  await phone.goto(server.url);
  await phone.click('.login button[type=button].quiet:not([lang])');
  await phone.fill('input[name=name]', 'Anna');
  await phone.fill('input[name=password]', 'correct horse');
  await phone.click('.login button.main');
  await phone.waitForSelector('.variants [data-variant]');
  assert.deepEqual(await faultsOf(phone), []);
  await phone.click('[data-profile]');
  await phone.waitForSelector('.match');
  assert.equal((await phone.locator('.match summary .points').textContent()), own);
  await phone.click('.match summary');
  await seen(phone, 'phone');
  await phone.click('.delete summary');
  assert.ok(await phone.locator('[data-delete]').isDisabled());
  await phone.fill('input[name=own-name]', 'Anna');
  await phone.click('[data-delete]');
  await phone.waitForSelector('.login input[name=name]');
  // The name is free again, and nothing is left of the matches.
  const again = await person(browser, server.url, 'Anna');
  await again.click('[data-profile]');
  await again.waitForSelector('.account');
  assert.equal(await again.locator('.match').count(), 0);
  await phone.close();
  await leave(again);
});
