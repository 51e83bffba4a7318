// Two pages beside each other: kept in tabs while the page that is read leaves for others, written in both.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { makeDatabase } from '../../databases/database.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();

const inTree = (page: Page, name: string): Locator => page.locator('.tree a').filter({ hasText: name });
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const beside = (page: Page) => page.frameLocator('.peek-frame:not([hidden])');
const tabNames = (page: Page) => page.getByRole('tab').allTextContents();

describe('pages that are kept beside others', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  const open = async (who: 'ann' | 'vic' = 'ann') => {
    const visit = await frame.visit(who, 'Alpha');
    if (who === 'ann') await visit.page.locator('.article[data-ready="true"]').waitFor();
    return visit;
  };
  const keep = async (page: Page, name: string) => {
    await inTree(page, name).click({ modifiers: ['Control'] });
    await tab(page, name).and(page.locator('[aria-selected="true"]')).waitFor();
    await beside(page).locator('.article[data-ready="true"]').waitFor();
  };

  it('open by Ctrl and a click in the tree, stay through links and reloads, and leave with their last tab', async () => {
    const visit = await open();
    const { page } = visit;
    await keep(page, 'Beta');
    await keep(page, 'Gamma');
    assert.equal(await page.locator('main:not(.embed) h1').textContent(), 'Alpha');
    assert.deepEqual(await tabNames(page), ['Beta', 'Gamma']);
    assert.deepEqual(await axeFaults(page), []);
    await inTree(page, 'Delta').click();
    await page.locator('main:not(.embed) h1').filter({ hasText: 'Delta' }).waitFor();
    await tab(page, 'Beta').waitFor();
    await tab(page, 'Gamma').waitFor();
    assert.deepEqual(await tabNames(page), ['Beta', 'Gamma']);
    assert.equal(await page.locator('[role="tab"][aria-selected="true"]').textContent(), 'Gamma');
    await tab(page, 'Gamma').press('ArrowLeft');
    await beside(page).locator('h1').filter({ hasText: 'Beta' }).waitFor();
    await tab(page, 'Beta').press('Delete');
    await beside(page).locator('h1').filter({ hasText: 'Gamma' }).waitFor();
    await page.locator('.peek-ends button').last().click();
    await page.locator('.peek').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.article[data-ready="true"]').waitFor();
    assert.equal(await page.locator('.peek').count(), 0);
    await leave(visit);
  });

  it('are written as the other one is, and left and entered by keys', async () => {
    const visit = await open();
    const { page } = visit;
    await page.locator('main:not(.embed) .article p').last().click();
    await keep(page, 'Beta');
    await page.keyboard.press('Control+Alt+ArrowRight');
    await beside(page).locator('.article:focus-within').waitFor();
    await page.keyboard.type('Right ');
    await page.keyboard.press('Control+Alt+ArrowLeft');
    await page.locator('main:not(.embed) .article:focus-within').waitFor();
    await page.keyboard.type('Left ');
    await page.keyboard.press('Control+Alt+ArrowRight');
    await page.keyboard.type('again');
    await beside(page).locator('.article').filter({ hasText: 'Right again' }).waitFor();
    await page.locator('main:not(.embed) .article').filter({ hasText: 'Left' }).waitFor();
    // What is kept is no passing look: Escape is for what is written in it.
    await page.keyboard.press('Escape');
    assert.deepEqual(await tabNames(page), ['Beta']);
    await leave(visit);
  });

  it('let one that passes come and go beside them, until it is kept', async () => {
    const visit = await open('vic');
    const { page } = visit;
    await inTree(page, 'Beta').click({ modifiers: ['Control'] });
    await tab(page, 'Beta').waitFor();
    await inTree(page, 'Gamma').click({ modifiers: ['Alt'] });
    await tab(page, 'Gamma').waitFor();
    await inTree(page, 'Delta').click({ modifiers: ['Alt'] });
    await tab(page, 'Delta').waitFor();
    assert.deepEqual(await tabNames(page), ['Beta', 'Delta']);
    await page.keyboard.press('Escape');
    await tab(page, 'Delta').waitFor({ state: 'detached' });
    assert.deepEqual(await tabNames(page), ['Beta']);
    await inTree(page, 'Gamma').click({ modifiers: ['Alt'] });
    await tab(page, 'Gamma').waitFor();
    await page.getByRole('button', { name: 'Keep open' }).click();
    await page.keyboard.press('Escape');
    assert.deepEqual(await tabNames(page), ['Beta', 'Gamma']);
    await page.getByRole('link', { name: 'Open as a whole page' }).click();
    await page.locator('main:not(.embed) h1').filter({ hasText: 'Gamma' }).waitFor();
    await tab(page, 'Beta').waitFor();
    assert.deepEqual(await tabNames(page), ['Beta']);
    await leave(visit);
  });

  it('show a database with its rows, by itself and within a page, in the view that was chosen', async () => {
    const { t, ids } = frame;
    const made = await makeDatabase(t, [{ name: 'Amount', type: 'number' }], { title: 'Prices' });
    await made.row({ Amount: 5 }, 'Bread');
    const list = { name: 'Short', kind: 'list', config: {} };
    assert.equal((await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, list)).status, 200);
    const data = { collectionId: made.id };
    const blocks = [{ id: 'shown', type: 'database', data }];
    const written = await t.call('ann', 'PUT', `/api/pages/${ids.Gamma}/content`, { blocks });
    assert.equal(written.status, 200, written.text);
    const visit = await open('vic');
    const { page } = visit;
    await inTree(page, 'Gamma').click({ modifiers: ['Control'] });
    await beside(page).locator('.grid-line').filter({ hasText: 'Bread' }).waitFor();
    await inTree(page, 'Prices').click({ modifiers: ['Control'] });
    await tab(page, 'Prices').and(page.locator('[aria-selected="true"]')).waitFor();
    await beside(page).locator('.grid-line').filter({ hasText: 'Bread' }).waitFor();
    await beside(page).locator('[data-tool="views"]').click();
    await beside(page).getByRole('menu').getByText('Short').click();
    const lines = beside(page).locator('.row-list').filter({ hasText: 'Bread' });
    await lines.waitFor();
    await page.reload();
    await lines.waitFor();
    await leave(visit);
  });

  it('come back where they were scrolled to, but not once they may not be read', async () => {
    const { t, ids } = frame;
    const blocks = Array.from({ length: 80 }, (_, at) => ({
      id: `line${at}`,
      type: 'paragraph',
      data: {},
      content: [],
    }));
    assert.equal((await t.call('ann', 'PUT', `/api/pages/${ids.Gamma}/content`, { blocks })).status, 200);
    const visit = await open('vic');
    const { page } = visit;
    await inTree(page, 'Beta').click({ modifiers: ['Control'] });
    await tab(page, 'Beta').waitFor();
    await inTree(page, 'Gamma').click({ modifiers: ['Control'] });
    await beside(page).locator('h1').filter({ hasText: 'Gamma' }).waitFor();
    await beside(page)
      .locator('main')
      .evaluate((main) => main.ownerDocument.defaultView?.scrollTo(0, 700));
    const scrolled = () =>
      beside(page)
        .locator('main')
        .evaluate((main) => main.ownerDocument.defaultView?.scrollY);
    await page.reload();
    await beside(page).locator('h1').filter({ hasText: 'Gamma' }).waitFor();
    await until(async () => (await scrolled()) === 700, 'it begins at its top again');
    const body = { permission_type: 'restricted' };
    const hidden = await t.call('ann', 'PUT', `/api/v2/pages/${ids.Beta}/permissions/type`, body);
    assert.ok(hidden.status < 300, JSON.stringify(hidden.body));
    await page.reload();
    await tab(page, 'Gamma').waitFor();
    await tab(page, 'Beta').waitFor({ state: 'detached' });
    assert.deepEqual(await tabNames(page), ['Gamma']);
    await visit.close();
  });

  it('leave Ctrl to the browser where there is no room for two', async () => {
    const visit = await open('vic');
    const { page } = visit;
    await page.setViewportSize({ width: 900, height: 800 });
    const opened = page.context().waitForEvent('page');
    await inTree(page, 'Delta').click({ modifiers: ['Control'] });
    await (await opened).close();
    assert.equal(await page.locator('.peek').count(), 0);
    await leave(visit);
  });
});
