// Shared by the page tests: a browser, the programs, and journals.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';
import {PATIENCE} from './patience.mjs';

const bin = process.env.MLF_BIN;
if (!bin) throw new Error('MLF_BIN names the folder of the programs mlf and flowviz; ./dev browser sets it');
const executablePath = process.env.CHROMIUM || '/usr/bin/chromium-headless-shell';

export const folder = mkdtempSync(join(tmpdir(), 'mlf-pages-'));
// Folder of screenshots; none by default.
const shots = process.env.MLF_SHOTS;
if (shots && !existsSync(shots)) mkdirSync(shots, {recursive: true});

export function run(program, ...args) {
  return execFileSync(join(bin, program), args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit']});
}
export const urlOf = (file) => pathToFileURL(file).href;

// One hand of four bots.
export function playedHand(variant, seed, bots = 4) {
  const file = join(folder, `${variant}-${seed}.txt`);
  run('mlf', 'play', variant, '--bots', String(bots), '--hands', '1', '--seed', String(seed), '--journal', file, '--lang', 'en');
  return file;
}

// The same journal with a refused action after the claims of the first discard and new checksums (format: <mlf/flow/journal.h>).
export function withRefusal(file) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => line.replace(/ #[0-9a-f]{4}$/, ''));
  const first = lines.findIndex((line) => /^\d discard /.test(line));
  const seat = (Number(lines[first][0]) + 1) % 4;
  lines.splice(first, 0, `! ${seat} discard 1m wrong_seat`);
  const end = lines.length - 1;
  lines[end] = lines[end].replace(/^end (\d+)/, (_, count) => `end ${Number(count) + 1}`);
  let check = 0x811c9dc5;
  const checked = lines.map((line) => {
    for (const byte of Buffer.from(line + '\n')) check = Math.imul(check ^ byte, 0x01000193) >>> 0;
    return `${line} #${((check ^ (check >>> 16)) & 0xffff).toString(16).padStart(4, '0')}`;
  });
  const made = file.replace(/\.txt$/, '-refused.txt');
  writeFileSync(made, checked.join('\n') + '\n');
  return made;
}

export function pageOf(journal, ...args) {
  const file = journal.replace(/\.txt$/, '.html');
  run('flowviz', 'replay', journal, '-o', file, ...args);
  return file;
}

export async function browse() {
  // One process for all pages, and one for drawing and the browser: processes take more of the processor than the pages.
  const args = ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--renderer-process-limit=1', '--disable-site-isolation-trials'];
  return chromium.launch({executablePath, headless: true, args});
}

const contexts = [];
// A page that adds to `faults` when its script throws, logs an error or requests anything but files.
export async function opened(browser, url, {width = 1280, height = 900, scheme = 'light'} = {}) {
  const context = await browser.newContext({viewport: {width, height}, colorScheme: scheme, reducedMotion: 'reduce'});
  contexts.push(context);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') page.faults.push(message.text()); });
  page.on('request', (request) => { if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) page.faults.push('asks for ' + request.url()); });
  await page.goto(url);
  return page;
}

// Open pages keep using the processor.
export async function closeAll() {
  for (const context of contexts.splice(0)) await context.close();
}

export async function shot(page, name) {
  if (shots) await page.screenshot({path: join(shots, name + '.png')});
}

// The serious faults of what is shown now, in short. A driver may run scripts that the page's own policy forbids.
export async function faultsOf(page) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const result = await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}));
  return result.violations
    .filter((one) => ['serious', 'critical'].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.slice(0, 4).map((node) => node.target.join(' ')).join(' | ')}`);
}
