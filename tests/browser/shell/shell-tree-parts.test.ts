// Levels of the page tree with more pages than are shown: the next parts by keyboard and pointer, and what is done there.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { pages } from '../../../plugins/pages/contract.ts';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();
const MANY = 250;

const row = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true });

describe('a level of the tree that is shown in parts', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
    const ctx = frame.t.ctx('ann');
    await ctx.tx(async (tx) => {
      for (let number = 0; number < MANY; number += 1)
        await tx
          .use(pages)
          .create(tx, { workspaceId: frame.t.ws1, parentId: frame.ids.Beta, title: `Sheet ${number}` });
      for (let number = 0; number < 130; number += 1)
        await tx
          .use(pages)
          .create(tx, { workspaceId: frame.t.ws1, parentId: frame.ids.Delta, title: `Leaf ${number}` });
    });
  });
  after(async () => {
    await frame.stop();
    await browser?.close();
  });

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const sheets = (page: Page) => page.locator('.tree > li[aria-level="2"][data-id]');
  const count = (page: Page, wanted: number) =>
    page.waitForFunction(
      (number) => document.querySelectorAll('.tree > li[aria-level="2"][data-id]').length === number,
      wanted,
    );

  it('goes on by Enter, keeps its place in the row of keys, and ends with its last page', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await row(page, 'Beta').focus();
    await page.keyboard.press('ArrowRight');
    await row(page, 'Sheet 99').focus();
    assert.equal(await sheets(page).count(), 100);
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), 'Show more');
    await page.keyboard.press('Enter');
    await count(page, 200);
    assert.equal(await focused(page), 'Sheet 100');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(page), 'Sheet 99');
    await row(page, 'Show more').click();
    await count(page, MANY);
    assert.equal(await row(page, 'Show more').count(), 0);
    await row(page, 'Alpha').hover();
    await page.getByRole('button', { name: 'More', exact: true }).last().click();
    await page.getByRole('menuitem', { name: 'Move to', exact: true }).click();
    await page.getByRole('option', { name: 'Sheet 90' }).waitFor();
    assert.equal(await page.getByRole('option').count(), 101);
    await page.keyboard.press('Escape');
    await row(page, 'Beta').focus();
    await page.keyboard.press('ArrowLeft');
    await count(page, 0);
    await leave(visit);
  });

  it('moves the page that is shown by the same dialog, from the menu of the page', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    const { pathname } = new URL(page.url());
    await page.locator('.page-menu > summary').click();
    await page.locator('.page-menu a[href$="/move"]').click();
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /^Alpha / })
      .first()
      .waitFor();
    assert.equal(new URL(page.url()).pathname, pathname);
    await page.keyboard.press('Escape');
    await leave(visit);
  });

  it('shows what is before a page far behind, and follows what others do there', async () => {
    const [{ id }] = await frame.t.app.database.reader('pages').where({ title: 'Sheet 200' }).select('id');
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await page.goto(new URL(`/pages/${id}`, page.url()).href);
    await row(page, 'Sheet 200').waitFor();
    assert.equal(await sheets(page).first().getAttribute('aria-label'), 'Sheet 150');
    await row(page, 'Show earlier pages').click();
    await row(page, 'Sheet 50').waitFor();
    await frame.t.call('edi', 'PATCH', `/api/v2/pages/${id + 1}`, { title: 'Renamed' });
    await row(page, 'Renamed').waitFor();
    assert.equal(await sheets(page).first().getAttribute('aria-label'), 'Sheet 50');
    assert.equal(await row(page, 'Show earlier pages').count(), 1);
    await frame.t.call('edi', 'PATCH', `/api/v2/pages/${id + 1}`, { title: 'Sheet 201' });
    await leave(visit);
  });

  it('stays as long as it is when somebody else changes a page of it', async () => {
    const [{ id }] = await frame.t.app.database.reader('pages').where({ title: 'Sheet 5' }).select('id');
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await row(page, 'Beta').focus();
    await page.keyboard.press('ArrowRight');
    await row(page, 'Sheet 99').waitFor();
    await frame.t.call('edi', 'PATCH', `/api/v2/pages/${id}`, { title: 'Changed' });
    await row(page, 'Changed').waitFor();
    assert.equal(await sheets(page).count(), 100);
    await frame.t.call('edi', 'PATCH', `/api/v2/pages/${id}`, { title: 'Sheet 5' });
    await leave(visit);
  });

  it('opens with the line that leads to more, before which a quick hand moves a page', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await row(page, 'Beta').focus();
    const hasLine = page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          const tree = document.querySelector('.tree') as HTMLElement;
          const look = () => {
            if (tree.querySelector('[aria-label="Sheet 98"]')) done(tree.querySelector('[data-more="more"]') !== null);
          };
          new MutationObserver(look).observe(tree, { childList: true });
        }),
    );
    await page.keyboard.press('ArrowRight');
    assert.equal(await hasLine, true);
    await leave(visit);
  });

  it('stays where somebody has scrolled before its script came', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    const gate = Promise.withResolvers<void>();
    await page.route(/\/static\/.*\.js/, (route) => gate.promise.then(() => route.continue()));
    await page.goto(new URL(`/pages/${frame.ids.Delta}`, page.url()).href, { waitUntil: 'commit' });
    await page.locator('.tree a', { hasText: 'Leaf 97' }).scrollIntoViewIfNeeded();
    const top = () => page.locator('.sidebar-scroll').evaluate((one) => one.scrollTop);
    const scrolled = await top();
    gate.resolve();
    await page.getByRole('tree').waitFor();
    assert.ok(scrolled > 1000, `${scrolled}`);
    assert.equal(await top(), scrolled);
    await leave(visit);
  });

  it('takes a page behind the last that is shown, and not to the end of all', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await row(page, 'Beta').focus();
    await page.keyboard.press('ArrowRight');
    await row(page, 'Sheet 98').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForFunction(() => document.querySelector('.toast'));
    const level = await frame.level('Beta');
    assert.deepEqual(level.slice(97, 101), ['Sheet 97', 'Sheet 99', 'Sheet 98', 'Sheet 100']);
    assert.equal(await page.locator('.tree > li[aria-level="2"]').last().getAttribute('aria-label'), 'Show more');
    await leave(visit);
  });

  const inDelta = (page: Page): Promise<string[]> =>
    page
      .locator(`.tree > li[data-id][data-parent="${frame.ids.Delta}"]`)
      .evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label') ?? ''));
  const middleOf = async (place: Locator) => {
    const box = await place.boundingBox();
    if (!box) throw new Error('a row is not shown');
    return { x: Math.round(box.x + 70), y: Math.round(box.y + box.height / 2) };
  };
  const marksOf = (page: Page) =>
    page
      .locator('.tree > [data-drop]')
      .evaluateAll((rows) => rows.map((one) => `${one.getAttribute('aria-label')} ${one.getAttribute('data-drop')}`));

  /** A slow hand, which stands on every pixel of the way; answers the marks that it saw on each line it came over. */
  async function drag(page: Page, from: Locator, to: Locator): Promise<Set<string>> {
    await to.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    // The tree may be read again or scroll: a hand takes hold of the line where it sees it.
    await until(async () => {
      const { x, y } = await middleOf(from);
      await page.mouse.move(x, y + 1);
      await page.mouse.move(x, y);
      return (await from.getAttribute('draggable')) === 'true' && (await middleOf(from)).y === y;
    }, 'the line cannot be held');
    const seen = new Set<string>();
    const { x, y: start } = await middleOf(from);
    let y = start;
    await page.mouse.down();
    // The tree scrolls near its edges and may be read again: a hand goes on towards where it sees the line now.
    await until(async () => {
      const end = await middleOf(to);
      const step = Math.sign(end.y - y);
      if (step === 0) await page.mouse.move(x, y + 1);
      y += step;
      await page.mouse.move(x, y);
      for (const mark of await marksOf(page)) seen.add(mark);
      return step === 0 && (await to.getAttribute('data-drop')) !== null;
    }, 'the line is not marked');
    await page.mouse.up();
    return seen;
  }

  it('takes a page that is dragged pixel by pixel over the lines that lead to the rest', async () => {
    // In a high window the way lies where nothing scrolls by itself: near its edges the tree is faster than a slow hand.
    const visit = await frame.visit('ann', 'Delta', { viewport: { width: 1280, height: 1600 } });
    const { page } = visit;
    await row(page, 'Leaf 97').hover();
    const seen = await drag(page, row(page, 'Leaf 97'), row(page, 'Show more'));
    assert.ok(seen.has('Leaf 99 inside') && seen.has('Show more before'), [...seen].join());
    await page.waitForFunction(() => document.querySelector('.toast'));
    assert.equal(await page.locator('.tree > :is([data-drop], .dragged)').count(), 0);
    const wanted = ['Leaf 96', 'Leaf 98', 'Leaf 99', 'Leaf 97'];
    assert.deepEqual((await inDelta(page)).slice(-4), wanted);
    assert.deepEqual((await frame.level('Delta')).slice(96, 101), [...wanted, 'Leaf 100']);
    await row(page, 'Leaf 2').scrollIntoViewIfNeeded();
    await drag(page, row(page, 'Leaf 2'), row(page, 'Find in this level'));
    await page.locator('.toast').filter({ hasText: 'Leaf 2' }).waitFor();
    const told = (await page.locator('.toast').allTextContents()).join('; ');
    assert.deepEqual((await inDelta(page)).slice(0, 3), ['Leaf 2', 'Leaf 0', 'Leaf 1'], told);
    await leave(visit);
  });

  it('finds a page that is not shown by words of its title, by keys', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await row(page, 'Beta').focus();
    await page.keyboard.press('ArrowRight');
    await row(page, 'Find in this level').waitFor();
    await row(page, 'Beta').focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), 'Find in this level');
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name: 'Find in this level' });
    await field.fill('SHEET 24');
    await page.getByRole('option', { name: 'Sheet 249' }).waitFor();
    assert.equal(await page.getByRole('option').count(), 11);
    assert.deepEqual(await axeFaults(page), []);
    await field.fill('gamma');
    await page.getByText('Nothing found').waitFor();
    await field.fill('sheet 249');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sheet 249' }).waitFor();
    await leave(visit);
  });

  it('leads on without scripts', async () => {
    const { text } = await frame.t.call('ann', 'GET', `/pages/${frame.ids.Beta}`);
    const address = new RegExp(`<li class="tree-more[^>]*><a href="(/local-workspace\\?folder=${frame.ids.Beta})"`);
    const [, href] = address.exec(text) ?? [];
    assert.ok(href, 'a link leads to more');
    assert.equal((await frame.t.call('ann', 'GET', href)).status, 200);
  });
});
