// The site of the documents, which the test `site` has built: search, languages, phones, dark and light, a page that does not exist.
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {dirname, extname, join, normalize, resolve} from 'node:path';
import {after, afterEach, before, test} from 'node:test';
import {browse, closeAll, faultsOf, opened, shot, urlOf} from './support.mjs';

const site = resolve(process.env.MLF_BIN, '../site-test');
const at = (name) => urlOf(join(site, name));
// docs/protocol/index.html and Doxygen's pages are not of the theme.
const pages = readdirSync(site, {recursive: true}).filter((name) => name.endsWith('.html') && !/^api\/cpp\/|^404|^docs\/protocol/.test(name));
const variants = readdirSync(resolve('../../graphs')).filter((name) => name.endsWith('.svg')).length;

let browser;
before(async () => { browser = await browse(); });
afterEach(closeAll);
after(() => browser.close());

async function find(page, query) {
  await page.locator('button.search').click();
  await page.fill('#search input', query);
  await page.waitForFunction((text) => document.querySelector('#found').dataset.query === text, query);
  const links = await page.locator('#found a').evaluateAll((all) => all.map((one) => ({href: one.getAttribute('href'), text: one.innerText})));
  await page.keyboard.press('Escape');
  return links;
}

test('search finds Chinese by characters and English by words, in a page opened as a file', async () => {
  const page = await opened(browser, at('docs/zh/index.html'));
  for (const word of ['碰', '立直', '过水', '血流']) {
    const links = await find(page, word);
    assert.ok(links.length >= 3, `${word}: ${links.length}`);
    assert.ok(links.slice(0, 3).every((one) => one.text.includes(word) && /zh/.test(one.href)), `${word}: ${JSON.stringify(links.slice(0, 3))}`);
    assert.match(links[0].href, /(docs|variants|bindings)\//);
  }
  // A sentence that stands nowhere is found by pairs of its characters.
  assert.ok((await find(page, '碰了以后能不能开杠')).some((one) => one.text.includes('杠')));
  assert.ok((await find(page, 'void suit')).some((one) => /variants\/xueliu\/index/.test(one.href)));
  assert.ok((await find(page, 'mlf_restore')).some((one) => /api\/c\.html#mlf_restore/.test(one.href)));
  assert.deepEqual(await find(page, 'qqqxyz'), []);
  assert.deepEqual(page.faults, []);
});

test('search is used with the keyboard', async () => {
  const page = await opened(browser, at('index.html'));
  await page.keyboard.press('/');
  await page.keyboard.type('window proof');
  await page.waitForFunction(() => document.querySelector('#found').dataset.query === 'window proof');
  await shot(page, 'site-search');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement === document.querySelector('#found a')), true);
  await page.keyboard.press('ArrowUp');
  await Promise.all([page.waitForURL(/docs\/en\/proof\.html/), page.keyboard.press('Enter')]);
});

test('each page says its language, and leads to itself in the other', () => {
  const other = new Map();
  for (const name of pages) {
    const text = readFileSync(join(site, name), 'utf8');
    const chinese = /(^|\/)zh\/|zh-CN\.html$/.test(name);
    assert.equal(/<html lang="([^"]*)"/.exec(text)?.[1], chinese ? 'zh-CN' : 'en', name);
    const link = /<a class="language" [^>]*href="([^"]*)"/.exec(text)[1];
    const aim = normalize(join(dirname(name), link));
    assert.ok(existsSync(join(site, aim)), `${name}: ${link}`);
    assert.notEqual(/(^|\/)zh\/|zh-CN\.html$/.test(aim), chinese, `${name}: ${link}`);
    if (/hreflang="[^"]*" href="[^"]*">\n/.test(text)) other.set(name, aim);
  }
  const paired = pages.filter((name) => /^docs\/|^variants\/\w+\/|^bindings\/\w+\/|^index|^README/.test(name) && !/^docs\/index/.test(name));
  for (const name of paired) assert.equal(other.get(other.get(name)), name, name);
  assert.ok(paired.length > 150, paired.length);
  const footer = (name) => readFileSync(join(site, name), 'utf8').split('<footer>')[1];
  assert.match(footer('docs/zh/hooks.html'), /href="https:\/\/edit\.example\/main\/docs\/zh\/hooks\.md"/);
  assert.match(footer('api/c.html'), /href="https:\/\/edit\.example\/main\/bindings\/c\/mlf\.h"/);
  assert.match(footer('index.html'), /MajongLogicFlow \d+\.\d+\.\d+, 2023-11-14/);
});

test('the references have a heading for each name that a binding offers', () => {
  const rows = readFileSync(resolve('../../bindings/surface.txt'), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
  const columns = {c: 1, python: 2, go: 3, java: 5};
  for (const [name, column] of Object.entries(columns)) {
    const page = readFileSync(join(site, 'api', name + '.html'), 'utf8');
    const headings = new Set([...page.matchAll(/<h\d id="[^"]*"><code>([^<]*)<\/code>/g)].map((found) => found[1]));
    // A Go Table has the methods of the Response inside it.
    const has = (one) => headings.has(one) || (name === 'go' && headings.has(one.replace('Table.', 'Response.')));
    const missing = rows.map((row) => row.split('|')[column].trim()).filter((one) => one !== '-' && !has(one));
    assert.deepEqual(missing, [], name);
    // The example of the package has colours as the declarations have.
    assert.match(/<pre>.*?<\/pre>/s.exec(page)[0], /<span class="[knm]/, name);
  }
});

test('the menu leads to variants, other languages and references; the cards show all charts', async () => {
  const page = await opened(browser, at('variants/gallery.html'));
  assert.equal(await page.locator('.card').count(), variants);
  for (const image of await page.locator('.card img').all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((one) => one.decode());
  }
  const links = await page.locator('#menu a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  for (const aim of ['xueliu/index.html', '../bindings/go/index.html', '../api/python.html', '../docs/en/hooks.html']) assert.ok(links.includes(aim), aim);
  await shot(page, 'site-variants');
  await page.locator('.card[href="xueliu/index.html"]').click();
  assert.ok(await page.locator('article img[src$="graphs/xueliu.svg"]').isVisible());
  assert.deepEqual(page.faults, []);
});

test('no page is wider than a phone', async () => {
  // MLF_LONG=1 (./dev full) takes all; else the largest, which have every kind of table and code, and some others.
  const bySize = [...pages].sort((a, b) => statSync(join(site, b)).size - statSync(join(site, a)).size);
  const taken = process.env.MLF_LONG === '1' ? pages : bySize.filter((_, i) => i < 12 || i % 25 === 0);
  const page = await opened(browser, at('docs/protocol/index.html'), {width: 390, height: 844});
  const wide = [];
  for (const name of ['docs/protocol/index.html', ...taken]) {
    await page.goto(at(name), {waitUntil: 'domcontentloaded'});
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) wide.push(`${name}: ${width}`);
  }
  assert.deepEqual(wide, []);
  await page.goto(at('README.zh-CN.html'));
  await page.locator('button.menu').click();
  assert.ok(await page.locator('#menu').isVisible());
  await shot(page, 'site-phone');
});

test('dark and light follow the system, and the choice of a reader', async () => {
  const page = await opened(browser, at('docs/en/hooks.html'), {scheme: 'dark'});
  const light = () => page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]) > 128);
  assert.equal(await light(), false);
  assert.deepEqual(await faultsOf(page), []);
  await page.locator('button.theme').click();
  assert.equal(await light(), true);
  await page.goto(at('docs/zh/install/c.html'));
  assert.equal(await light(), true, 'the choice holds on the next page');
  // Code has colours: a keyword differs from the text.
  const colour = (place) => page.locator(place).first().evaluate((one) => getComputedStyle(one).color);
  assert.notEqual(await colour('.code .k, .code .kt'), await colour('.code pre'));
  assert.deepEqual(await faultsOf(page), []);
  await page.goto(at('variants/gallery.zh-CN.html'));
  assert.deepEqual(await faultsOf(page), []);
});

test('a page that does not exist leads to the start, whatever folder the site is in', async () => {
  const root = '/some/folder/';
  const types = {'.html': 'text/html', '.json': 'application/json', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml'};
  const server = createServer((request, response) => {
    const name = request.url.startsWith(root) ? request.url.slice(root.length) : '';
    const found = name && existsSync(join(site, name)) && !name.endsWith('/');
    const file = found ? join(site, name) : join(site, '404.html');
    response.writeHead(found ? 200 : 404, {'content-type': types[extname(file)] ?? 'text/plain'}).end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${server.address().port}${root}`;
  const page = await opened(browser, address + 'docs/en/old/gone.html');
  await page.waitForFunction((href) => document.querySelector('a[data-page]').href === href, address + 'index.html');
  await page.locator('a[data-page$="zh-CN.html"]').click();
  await page.waitForURL(address + 'README.zh-CN.html');
  server.close();
});
