// Measures the page of mlf-server: from a push to the drawn frame, and how fast it opens. docs/en/performance.md has the figures.
//
//   MLF_BIN=build/release/bin node tests/browser/speed.mjs
//
// SECONDS = of play in each window, 150 by default; TRACED = seconds that are traced after them; WINDOWS = sizes, as 1280x800,390x844.
//
// The browser draws without waiting for a display, so that a frame counts for what it costs, not for the rest of 16.7 ms.
import {chromium} from 'playwright-core';
import {Server} from './serve.mjs';

const SECONDS = Number(process.env.SECONDS ?? 150);
const TRACED = Number(process.env.TRACED ?? 30);
const WINDOWS = (process.env.WINDOWS ?? '1280x800,390x844').split(',').map((size) => size.split('x').map(Number));
const at = (list, part) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(part * list.length))];
const ms = (value) => `${value.toFixed(1)} ms`;
const flags = ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit'];
const browser = await chromium.launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell', args: flags});
const server = await new Server().start();

// ---- opening: five times with an empty cache ----
const paints = [], usable = [];
let bytes = 0;
for (let i = 0; i < 5; ++i) {
  const context = await browser.newContext({serviceWorkers: 'block'});
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForSelector('input[name=name]');
  usable.push(await page.evaluate(() => performance.now()));
  const seen = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, one) => sum + one.encodedBodySize, 0),
  }));
  paints.push(seen.paint);
  bytes = seen.bytes;
  await context.close();
}
console.log(`first paint ${ms(at(paints, 0.5))}, the name can be typed ${ms(at(usable, 0.5))} (median of 5); ${(bytes / 1000).toFixed(1)} kB on the wire`);

// ---- the processor time of the page's thread from a push to its frame: it counts no waiting for other programs ----
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];
function processorTimes(trace) {
  const {traceEvents} = JSON.parse(trace.toString());
  const threadOf = (event) => `${event.pid} ${event.tid}`;
  const pushes = traceEvents.filter((event) => /^WebSocketReceive/.test(event.name)).sort((a, b) => a.ts - b.ts);
  const own = traceEvents.filter((event) => event.ph === 'X' && threadOf(event) === threadOf(pushes[0])).sort((a, b) => a.ts - b.ts);
  const frames = own.filter((event) => event.name === 'Commit');
  let end = 0;
  const tasks = own.filter((event) => {
    if (!/RunTask/.test(event.name) || event.ts < end) return false;
    end = event.ts + event.dur;
    return true;
  });
  const times = [];
  let last = -Infinity;
  for (const {ts} of pushes) {
    const frame = frames.find((one) => one.ts > ts);
    const first = ts - last > 100_000; // not the answer that follows the push
    if (first) last = ts;
    if (!first || !frame || frame.ts - ts > 400_000) continue;
    const until = frame.ts + frame.dur;
    times.push(tasks.filter((one) => one.ts + one.dur > ts && one.ts < until).reduce((sum, one) => sum + one.tdur, 0) / 1000);
  }
  return times;
}

// ---- play: every push of a desk of robots, and what is drawn for it ----
for (const [width, height] of WINDOWS) {
  const context = await browser.newContext({viewport: {width, height}, serviceWorkers: 'block'});
  await context.addInitScript(() => {
    window.frames = []; // from a push to what its events change
    window.views = []; // from a push to the view that `sync` brings
    const waiting = [];
    const heard = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
    Object.defineProperty(WebSocket.prototype, 'onmessage', {
      ...heard,
      set(run) {
        heard.set.call(this, (event) => {
          const start = performance.now();
          run.call(this, event);
          const {t, re, view, seq} = JSON.parse(event.data);
          // The frame is drawn when a task behind its animation callbacks runs.
          const drawn = (done) => requestAnimationFrame(() => {
            const {port1, port2} = new MessageChannel();
            port1.onmessage = () => done(performance.now());
            port2.postMessage(0);
          });
          if (re === undefined && (t === 'step' || t === 'begin')) {
            if (t === 'step') waiting.push({seq, start});
            drawn((now) => window.frames.push(now - start));
          } else if (view !== undefined) {
            const shown = waiting.filter((one) => one.seq <= seq);
            for (const one of shown) waiting.splice(waiting.indexOf(one), 1);
            drawn((now) => window.views.push(...shown.map((one) => now - one.start)));
          }
        });
      },
    });
  });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable', {timeDomain: 'threadTicks'});
  // Seconds of processor time that the page's own thread has used.
  const used = async () => (await tools.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration').value;
  await page.goto(server.url);
  await page.fill('input[name=name]', 'speed');
  await page.click('.login button.main');
  await page.click('[data-variant=xueliu] [data-play]');
  await page.waitForSelector('.board');
  await page.click('.bar button[aria-expanded]');
  await page.click('dialog [data-do=auto]');
  await page.keyboard.press('Escape');
  const before = await used();
  const first = await page.evaluate(() => window.frames.length);
  await page.waitForTimeout(SECONDS * 1000);
  const spent = await used() - before;
  const [frames, views] = await page.evaluate(() => [window.frames, window.views]);
  if (frames.length < 20) throw new Error(`only ${frames.length} pushes were seen`);
  console.log(`${width} x ${height}: ${frames.length} pushes, to the drawn frame ${ms(at(frames, 0.5))} median, ${ms(at(frames, 0.95))} at the 95th percentile, ${ms(at(frames, 1))} longest; to the view ${ms(at(views, 0.5))} median; processor time a push ${ms(spent * 1000 / (frames.length - first))}`);
  if (TRACED > 0) {
    await browser.startTracing(page, {categories: CATEGORIES});
    await page.waitForTimeout(TRACED * 1000);
    const times = processorTimes(await browser.stopTracing());
    console.log(`  of it from a push to its frame, traced: ${ms(at(times, 0.5))} median, ${ms(at(times, 0.95))} at the 95th percentile of ${times.length}`);
  }
  await context.close();
}
await browser.close();
await server.kill('SIGTERM');
