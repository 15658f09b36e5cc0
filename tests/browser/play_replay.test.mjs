// The replay of a finished hand, as mlf-server serves it: it opens under the server's own rules of what a page may do.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {PATIENCE} from './patience.mjs';
import {browse, closeAll} from './support.mjs';
import {Server} from './serve.mjs';

let browser, server;
before(async () => {
  browser = await browse();
  server = await new Server('--test-clock').start();
});
after(async () => {
  await closeAll();
  await browser?.close();
  await server?.kill('SIGTERM');
});

// Plays one hand of erren against a robot by its defaults, from inside a page of the server; the `hand` push.
async function played(page) {
  return page.evaluate(() => new Promise((done, failed) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, 'mlf.v1');
    const send = (message) => socket.send(JSON.stringify({re: 0, ...message}));
    let desk, match, acts = 0;
    socket.onerror = () => failed(new Error('the connection broke'));
    socket.onopen = () => send({t: 'login', name: 'Ann'});
    socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      if (message.t === 'error' && message.code !== 'stale_ask') failed(new Error(data));
      if (message.user) send({t: 'create', variant: 'erren', robots: 1});
      if (message.t === 'ok' && message.desk) {
        desk = message.desk.id;
        send({t: 'ready', desk, ready: true});
      }
      if (message.t === 'begin') match = message.match;
      if (message.t === 'hand') return done(message);
      if (!message.defaults) return;
      const {seat, ...act} = message.defaults[0];
      // No faster than anybody may.
      setTimeout(() => send({t: 'act', desk, match, id: `a${++acts}`, ...act}), 60);
    };
  }));
}

test('the replay of a finished hand opens and steps through it', async () => {
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto(`${server.url}api/v1/variants`);
  const hand = await played(page);
  assert.match(hand.replay, /^\/r\/[\w-]{22,}\/replay\.html$/);
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  page.on('request', (request) => { if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) faults.push(`asks for ${request.url()}`); });
  await page.addInitScript(() => {
    window.refused = [];
    document.addEventListener('securitypolicyviolation', (event) => window.refused.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  const answer = await page.goto(new URL(hand.replay, server.url).href);
  assert.equal(answer.status(), 200);
  assert.ok(answer.headers()['content-security-policy']);
  const table = () => page.evaluate(() => document.body.innerText);
  const first = await table();
  assert.ok(first.length > 100);
  assert.deepEqual((await page.locator('.plate .name').allTextContents()).map((name) => name.replace('庄', '').trim()).sort(), ['Ann', '机器人1']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((before) => document.body.innerText !== before, first);
  assert.deepEqual(await page.evaluate(() => window.refused), []);
  assert.deepEqual(faults, []);
  // The journal beside it is the same hand.
  const journal = await fetch(new URL(hand.replay.replace('replay.html', 'journal'), server.url));
  assert.equal(journal.status, 200);
  assert.match(await journal.text(), /discard/);
  await context.close();
});
