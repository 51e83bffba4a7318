// A page beside another one: a row of a database as in a window of its own, closed by Escape from anywhere.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FrameLocator, Page, Route } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { until } from '../../../testing/until.ts';
import { type Made, makeDatabase } from '../../databases/database.ts';
import type { TestApp } from '../../kit/app.ts';
import { axeFaults } from '../../kit/axe.ts';
import { listen, openBrowser, signIn, type TestBrowser, type Visit } from '../../kit/browser.ts';

const browser = await openBrowser();

describe('a page beside another one', { skip: browser ? false : 'no browser' }, () => {
  let stored: TestDatabase;
  let t: TestApp & { url: string };
  let made: Made;
  const rows: number[] = [];
  let visit: Visit;
  let page: Page;
  let inside: FrameLocator;
  before(async () => {
    stored = await migratedDatabase('sqlite');
    t = await listen(stored);
    made = await makeDatabase(t, [
      { name: 'Amount', type: 'number' },
      { name: 'A rather long name', type: 'text' },
    ]);
    for (const at of [1, 2, 3]) rows.push((await made.row({ Amount: at }, `Row ${at}`)).id);
  });
  after(async () => {
    await t.stop();
    await stored.cleanup();
  });

  async function open(): Promise<void> {
    visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    page = visit.page;
    inside = page.frameLocator('.peek-frame');
    await signIn(visit, t, t.session('edi'));
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    await page.locator('.grid-line[data-line="0"] [data-column="0"]').hover();
    await page.locator('.grid-line[data-line="0"] .open-row').click();
    await inside.locator('.article[data-ready="true"]').waitFor();
  }
  const closed = () => page.locator('.peek').waitFor({ state: 'detached' });
  const focused = () => page.evaluate(() => document.activeElement?.className ?? '');

  async function end(): Promise<void> {
    assert.deepEqual(visit.complaints, []);
    await visit.close();
  }

  it('is closed by Escape in its text, its title and beside it, and gives the focus back', async () => {
    await open();
    await inside.locator('.article p').last().click();
    await inside.locator('.article:focus-within').waitFor();
    await page.keyboard.type('Some words');
    await page.keyboard.press('Escape');
    await closed();
    assert.match(await focused(), /open-row|grid/);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Enter');
    await inside.locator('h1').click();
    await page.keyboard.press('Escape');
    await closed();
    assert.match(await focused(), /open-row|grid/);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Enter');
    await inside.locator('.article[data-ready="true"]').waitFor();
    await page.locator('.grid-line[data-line="2"] [data-column="1"]').click();
    await page.locator('.grid:focus').waitFor();
    await page.keyboard.press('Escape');
    await closed();
    assert.match(await focused(), /grid/);
    await end();
  });

  it('is shown at the first click, even before what shows it has come', async () => {
    visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    page = visit.page;
    await signIn(visit, t, t.session('edi'));
    await page.goto(`${t.url}/pages/${made.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    const held: Route[] = [];
    let isHeld = true;
    await page.route('**/static/chunk-*.js', (route) => (isHeld ? void held.push(route) : route.continue()));
    const opener = page.locator('.grid-line[data-line="0"] .open-row');
    await opener.evaluate((link) => (link as HTMLElement).click());
    await until(() => held.length > 0, 'nothing more is loaded');
    isHeld = false;
    for (const route of held) await route.continue();
    await page.frameLocator('.peek-frame').locator('.article[data-ready="true"]').waitFor();
    await end();
  });

  it('is named by the address: Back closes it, Forward, a reload and a link show it again', async () => {
    await open();
    const shown = (title: string) => inside.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await shown('Row 1');
    assert.equal(await page.evaluate(() => location.hash), `#peek=${rows[0]}`);
    // The length of the history lags behind what a frame does, on a slow machine.
    const entries = () => page.evaluate<number>('navigation.entries().length');
    const first = await entries();
    // Rows that are looked at one after the other are one step.
    await page.getByRole('button', { name: 'Next row' }).click();
    await shown('Row 2');
    await page.waitForFunction((hash) => location.hash === hash, `#peek=${rows[1]}`);
    assert.equal(await entries(), first);
    await page.goBack();
    await closed();
    assert.equal(await page.evaluate(() => location.hash), '');
    await page.goForward();
    await shown('Row 2');
    // A link within the page is nothing that closes it.
    await page.evaluate(() =>
      document
        .querySelector('main')
        ?.append(Object.assign(document.createElement('a'), { href: '#there', textContent: 'There' })),
    );
    await page.getByRole('link', { name: 'There' }).evaluate((link) => (link as HTMLElement).click());
    await page.waitForFunction(() => location.hash === '#there');
    await shown('Row 2');
    await page.goBack();
    await page.waitForFunction((hash) => location.hash === hash, `#peek=${rows[1]}`);
    await shown('Row 2');
    await page.reload();
    await shown('Row 2');
    // Closed by hand, it leaves no step that does nothing.
    await page.locator('.peek').getByRole('button', { name: 'Close' }).click();
    await closed();
    await page.waitForFunction(() => location.hash === '');
    await page.goto(`${t.url}/library`);
    await page.goto(`${t.url}/pages/${made.pageId}#peek=${rows[2]}`);
    await shown('Row 3');
    // As if it was opened from its view: the keys go on from row to row, and back to it.
    await page.getByRole('button', { name: 'Previous row' }).click();
    await shown('Row 2');
    await page.keyboard.press('Escape');
    await closed();
    assert.equal(await page.evaluate(() => location.hash), '');
    assert.match(await focused(), /open-row|grid/);
    await end();
  });

  it('lets Escape close what is open in it first', async () => {
    await open();
    await inside.getByRole('button', { name: 'Edit Amount' }).click();
    await inside.locator('.cell-editor :is(input, textarea)').fill('9');
    await page.keyboard.press('Escape');
    await inside.locator('.cell-editor').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.peek').count(), 1);
    await inside.locator('.article p').last().click();
    await inside.locator('.article:focus-within').waitFor();
    await page.keyboard.type(' /');
    await inside.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await inside.getByRole('listbox').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.peek').count(), 1);
    await page.keyboard.press('Escape');
    await closed();
    await end();
  });

  it('looks as a window of its own does: one title, no bar of phones, names beside their values', async () => {
    await open();
    await inside.locator('.article p').last().click();
    await inside.locator('.article:focus-within').waitFor();
    assert.equal(await inside.locator('.touch-bar').count(), 0);
    assert.equal(await inside.locator('.page-menu').count(), 0);
    const bar = page.locator('.peek-title');
    assert.equal(await bar.evaluate((one) => one.clientWidth > 1), false, 'the title stands there once');
    const places = await inside
      .locator('.row-properties dl > div')
      .evaluateAll((all) => all.map(({ children }) => [...children].map((one) => one.getBoundingClientRect().top)));
    assert.equal(places.length, 2);
    for (const [name, value] of places) assert.equal(name, value);
    assert.deepEqual(await axeFaults(page), []);
    await inside.locator('main').evaluate((main) => {
      main.style.paddingBottom = '2000px';
      scrollTo(0, 1000);
      document.scrollingElement?.scrollTo(0, 1000);
      main.ownerDocument.defaultView?.scrollTo(0, 1000);
    });
    await page.locator('.peek-title:not(.hidden)').filter({ hasText: 'Row 1' }).waitFor();
    await end();
  });

  it('takes 45 of 100 of the window, goes from row to row by arrows, and becomes the whole page by Ctrl+Enter', async () => {
    await open();
    assert.equal((await page.locator('.peek').boundingBox())?.width, 576);
    const at = (name: string) => inside.locator('h1').filter({ hasText: name }).waitFor();
    const before = page.getByRole('button', { name: 'Previous row' });
    assert.equal(await before.isDisabled(), true);
    await page.locator('.peek-head .icon-button').last().focus();
    await page.keyboard.press('ArrowDown');
    await at('Row 2');
    await page.getByRole('button', { name: 'Next row' }).click();
    await at('Row 3');
    await page.locator('.peek-head button:disabled').waitFor();
    await inside.locator('.article[data-ready="true"]').waitFor();
    await inside.getByRole('button', { name: 'Edit Amount' }).focus();
    await page.keyboard.press('ArrowUp');
    await at('Row 2');
    await inside.locator('.article[data-ready="true"]').waitFor();
    await inside.locator('.article p').last().click();
    await inside.locator('.article:focus-within').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('Here');
    await inside.locator('.article').filter({ hasText: 'Here' }).waitFor();
    await at('Row 2');
    await page.keyboard.press('Control+Enter');
    await page.locator('main:not(.embed) h1').filter({ hasText: 'Row 2' }).waitFor();
    await end();
  });

  it('fills the screen of a phone, whose Back closes it', async () => {
    await open();
    await page.setViewportSize({ width: 390, height: 800 });
    const { x, width } = (await page.locator('.peek').boundingBox()) ?? {};
    assert.deepEqual([x, width], [0, 390]);
    await page.goBack();
    await closed();
    assert.equal(new URL(page.url()).pathname, `/pages/${made.pageId}`);
    await end();
  });

  it('stands in the middle for whoever wants it there, also the next time', async () => {
    await open();
    await page.getByRole('button', { name: 'Show in the centre' }).click();
    const middle = async () => {
      const { x = 0, width = 0 } = (await page.locator('.peek').boundingBox()) ?? {};
      return Math.round(x + width / 2);
    };
    assert.equal(await middle(), 640);
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await closed();
    await page.locator('.grid-line[data-line="1"] [data-column="0"]').hover();
    await page.locator('.grid-line[data-line="1"] .open-row').click();
    await page.locator('.peek').waitFor();
    assert.equal(await middle(), 640);
    await page.getByRole('button', { name: 'Show at the side' }).click();
    assert.ok((await middle()) > 900);
    await end();
  });

  it('marks its row in the table, which no preview covers, and gives the keys back to that row', async () => {
    await open();
    const line = (at: number) => page.locator(`.grid-line[data-line="${at}"]`);
    const marked = async () => (await page.locator('.grid-line[aria-current]').getAttribute('data-line')) ?? '';
    assert.equal(await marked(), '0');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.install();
    await line(1).locator('[data-column="0"]').hover();
    await line(1).locator('.open-row').hover();
    await page.clock.runFor(1000);
    await page.evaluate(() => fetch('/healthz'));
    assert.deepEqual(
      asked.filter((url) => url.includes('/preview')),
      [],
    );
    await line(1).locator('.open-row').click();
    await until(async () => (await marked()) === '1', 'the mark at the other row');
    await page.keyboard.press('Escape');
    await closed();
    await page.locator('.grid:focus').waitFor();
    assert.equal(await page.locator('.grid-line[aria-current]').count(), 0);
    assert.equal(await line(1).locator('.grid-cell.active').count(), 1);
    await end();
  });

  it('is not covered by previews of links', async () => {
    const { results } = (await made.query({})).body;
    const content = [0, 1].map((at) => ({ type: 'pageLink', pageId: results[at].id }));
    const { body } = await t.call('ann', 'POST', '/api/pages', { title: 'Links', workspace_id: t.ws1 });
    const blocks = [{ id: 'a', type: 'paragraph', data: {}, content }];
    assert.equal((await t.call('ann', 'PUT', `/api/pages/${body.id}/content`, { blocks })).status, 200);
    visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    page = visit.page;
    await signIn(visit, t, t.session('vic'));
    await page.goto(`${t.url}/pages/${body.id}`);
    const [first, second] = [0, 1].map((at) => page.locator('.article a.page-link').nth(at));
    await first?.hover();
    await page.locator('.hover-card').waitFor();
    await first?.click({ modifiers: ['Alt'] });
    await page.locator('.peek').waitFor();
    assert.equal(await page.locator('.hover-card').count(), 0);
    await page.locator('.peek-separator').press('End');
    for (let at = 0; at < 23; at++) await page.locator('.peek-separator').press('ArrowRight');
    await second?.hover();
    await page.locator('.hover-card').waitFor();
    const card = (await page.locator('.hover-card').boundingBox()) as { x: number; width: number };
    const peek = (await page.locator('.peek').boundingBox()) as { x: number };
    assert.ok(card.x + card.width <= peek.x, `${card.x + card.width} lies over ${peek.x}`);
    await end();
  });
});

after(() => browser?.close());
