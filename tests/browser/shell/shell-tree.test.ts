// The page tree in a browser: by keyboard, by pointer, with refusals and the way back.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { pages } from '../../../plugins/pages/contract.ts';
import { until } from '../../../testing/until.ts';
import { makeDatabase } from '../../databases/database.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();
const LOCKED = /status of 423/;
const MANY = 1000;
/** Where on a row a drop means what, as a share of its height. */
const SHARES = { before: 0.08, inside: 0.5, after: 0.92 };

const row = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true });
const shown = (page: Page): Promise<string[]> =>
  page
    .locator('.tree > li[role="treeitem"]')
    .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? ''));

describe('the page tree', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  beforeEach(async () => {
    frame = await furnishFrame(browser);
  });
  afterEach(() => frame.stop());
  after(() => browser?.close());

  const toast = (page: Page) => page.locator('.toast');
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();
  const settled = async (level: string | undefined, wanted: string[]) => {
    let found: string[] = [];
    const holds = async () => {
      found = await frame.level(level);
      return found.join() === wanted.join();
    };
    await until(holds, () => `${found.join()} in the order ${wanted.join()}`);
  };

  /** Rows get their new positions with the answer; a key that comes before it would count with the old ones. */
  const counted = (page: Page) =>
    page.waitForFunction(() => {
      const seen = new Map<string, number>();
      return [...document.querySelectorAll<HTMLElement>('.tree > li')].every(({ dataset }) => {
        const { parent = '', position } = dataset;
        const isBehind = Number(position) > (seen.get(parent) ?? -1);
        seen.set(parent, Number(position));
        return isBehind;
      });
    });

  it('is walked by arrows, first letters, Home and End, and remembers what is open', async () => {
    const visit = await frame.visit('vic', 'Gamma');
    const { page } = visit;
    await row(page, 'Gamma').focus();
    await page.keyboard.press('Home');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    assert.equal(await focused(), 'Alpha');
    await page.keyboard.press('ArrowRight');
    await row(page, 'Alpha two').waitFor();
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Alpha one');
    assert.equal(await row(page, 'Alpha one').getAttribute('aria-level'), '2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await row(page, 'Deep').waitFor();
    await page.keyboard.press('End');
    assert.equal(await focused(), 'Delta');
    await page.keyboard.type('alpha tw');
    assert.equal(await focused(), 'Alpha two');
    await page.reload();
    await row(page, 'Deep').waitFor();
    await row(page, 'Deep').focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(), 'Alpha two');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.deepEqual(await shown(page), ['Alpha', 'Beta', 'Gamma', 'Delta']);
    assert.equal(await page.locator('.tree > li[tabindex="0"]').count(), 1);
    await row(page, 'Beta').press('Enter');
    await page.waitForURL(`**/pages/${frame.ids.Beta}`);
    await leave(visit);
  });

  it('shows viewers nothing that they may not do', async () => {
    const visit = await frame.visit('vic', 'Alpha');
    const { page } = visit;
    await row(page, 'Beta').hover();
    assert.equal(await page.getByRole('link', { name: 'New page inside' }).count(), 0);
    await row(page, 'Beta').press('F2');
    assert.equal(await page.getByLabel('Name of the page').count(), 0);
    await row(page, 'Beta').press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor();
    assert.equal(await page.getByRole('menuitem').count(), 3);
    await leave(visit);
  });

  it('renames in place, keeps the old name on Escape, and puts it back when it is refused', async () => {
    const visit = await frame.visit('edi', 'Beta');
    const { page } = visit;
    const field = page.getByLabel('Name of the page');
    await row(page, 'Beta').press('F2');
    await field.fill('Gone');
    await field.press('Escape');
    await row(page, 'Beta').press('F2');
    await field.fill('Better');
    await field.press('Enter');
    await row(page, 'Better').waitFor();
    assert.equal(await page.locator('.breadcrumb [aria-current]').textContent(), 'Better');
    await settled('', ['Alpha', 'Better', 'Gamma', 'Delta']);
    await row(page, 'Gamma').press('F2');
    await frame.t.call('ann', 'POST', `/api/pages/${frame.ids.Gamma}/lock`, { locked: true });
    await field.fill('Mine');
    await field.press('Enter');
    await toast(page).filter({ hasText: /lock/ }).waitFor();
    await row(page, 'Gamma').waitFor();
    await leave(visit, LOCKED);
  });

  it('moves pages by keys, up, down, in and out, with a way back', async () => {
    const visit = await frame.visit('edi', 'Beta');
    const { page } = visit;
    await row(page, 'Gamma').press('Alt+ArrowUp');
    await settled('', ['Alpha', 'Gamma', 'Beta', 'Delta']);
    await counted(page);
    await page.keyboard.press('Alt+ArrowDown');
    await settled('', ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await counted(page);
    await page.keyboard.press('Alt+ArrowDown');
    await settled('', ['Alpha', 'Beta', 'Delta', 'Gamma']);
    await counted(page);
    await row(page, 'Beta').press('Alt+ArrowRight');
    await settled('Alpha', ['Alpha one', 'Alpha two', 'Alpha three', 'Beta']);
    await counted(page);
    assert.equal(await row(page, 'Beta').getAttribute('aria-level'), '2');
    await toast(page).filter({ hasText: 'Moved “Beta” to “Alpha”.' }).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await settled('Alpha', ['Alpha one', 'Alpha two', 'Beta', 'Alpha three']);
    await counted(page);
    await page.keyboard.press('Alt+ArrowLeft');
    await settled('', ['Alpha', 'Beta', 'Delta', 'Gamma']);
    await counted(page);
    await undo(page);
    await settled('Alpha', ['Alpha one', 'Alpha two', 'Beta', 'Alpha three']);
    assert.deepEqual((await shown(page)).slice(0, 5), ['Alpha', 'Alpha one', 'Alpha two', 'Beta', 'Alpha three']);
    await leave(visit);
  });

  /** Onto another row, or to its upper or lower edge. */
  async function drag(page: Page, from: string, to: string, drop: keyof typeof SHARES): Promise<void> {
    /** Where it is now: the tree is read again now and then, and a hand goes to what it sees. */
    const placeIn = async (name: string, share: number) => {
      const box = await row(page, name).boundingBox();
      if (!box) throw new Error('a row is not shown');
      return { x: box.x + 65, y: box.y + box.height * share };
    };
    /** A hand is never quite still: it moves to and fro until it is noticed. */
    const rest = (name: string, share: number, noticed: Locator) => {
      let step = 0;
      return until(async () => {
        const { x, y } = await placeIn(name, share);
        await page.mouse.move(x + (++step % 3), y);
        return (await noticed.count()) === 1;
      }, `${from} to ${to}`);
    };
    // What drags comes with the first touch of the tree, and makes a row ready when the hand comes to it.
    const first = await placeIn(to, 0.5);
    await page.mouse.move(first.x, first.y);
    await rest(from, 0.5, row(page, from).and(page.locator('[draggable="true"]')));
    await page.mouse.down();
    const start = await placeIn(from, 0.5);
    await page.mouse.move(start.x + 10, start.y + 6, { steps: 3 });
    const end = await placeIn(to, SHARES[drop]);
    await page.mouse.move(end.x, end.y, { steps: 6 });
    await rest(to, SHARES[drop], row(page, to).and(page.locator(`[data-drop="${drop}"]`)));
    await page.mouse.up();
  }

  it('moves pages by the mouse, between rows and into them', async () => {
    const visit = await frame.visit('edi', 'Beta');
    const { page } = visit;
    await page.locator('.tree[role="tree"]').hover();
    await drag(page, 'Delta', 'Beta', 'before');
    await settled('', ['Alpha', 'Delta', 'Beta', 'Gamma']);
    await drag(page, 'Delta', 'Gamma', 'inside');
    await settled('Gamma', ['Delta']);
    assert.equal(await row(page, 'Delta').getAttribute('aria-level'), '2');
    assert.equal(await row(page, 'Gamma').getAttribute('aria-expanded'), 'true');
    await undo(page);
    await settled('', ['Alpha', 'Delta', 'Beta', 'Gamma']);
    assert.equal(await row(page, 'Gamma').getAttribute('aria-expanded'), null);
    await drag(page, 'Alpha', 'Gamma', 'after');
    await settled('', ['Delta', 'Beta', 'Gamma', 'Alpha']);
    await leave(visit);
  });

  it('takes a move back that the server refuses, and says why', async () => {
    await frame.t.call('ann', 'POST', `/api/pages/${frame.ids.Deep}/lock`, { locked: true });
    const visit = await frame.visit('edi', 'Beta');
    const { page } = visit;
    await row(page, 'Alpha').press('Alt+ArrowDown');
    await toast(page).filter({ hasText: /lock/ }).waitFor();
    assert.deepEqual(await shown(page), ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await page.locator('.tree[role="tree"]').hover();
    await drag(page, 'Alpha', 'Delta', 'inside');
    await toast(page).nth(1).waitFor();
    assert.deepEqual(await shown(page), ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await settled('', ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await page.route('**/move', (route) => route.abort());
    await row(page, 'Gamma').press('Alt+ArrowDown');
    await toast(page).filter({ hasText: 'Pages cannot be moved without a connection' }).waitFor();
    assert.deepEqual(await shown(page), ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await leave(visit, /status of 423|ERR_FAILED/);
  });

  it('moves a page to one that is found by its name', async () => {
    const visit = await frame.visit('edi', 'Beta');
    const { page } = visit;
    await row(page, 'Delta').hover();
    await page.getByRole('button', { name: 'More', exact: true }).last().click();
    await page.getByRole('menuitem', { name: 'Move to', exact: true }).click();
    await page.getByRole('combobox', { name: 'Move Delta' }).fill('deep');
    await page.getByRole('option', { name: /Deep/ }).click();
    await settled('Deep', ['Delta']);
    await row(page, 'Delta').waitFor({ state: 'detached' });
    await leave(visit);
  });

  it('goes along with the page that is shown into another workspace', async () => {
    const made = await frame.t.call('ann', 'POST', '/api/workspaces', { name: 'Second' });
    assert.equal(made.status, 200, made.text);
    const visit = await frame.visit('ann', 'Beta');
    const { page } = visit;
    await page.locator('.article[data-ready="true"]').waitFor();
    await row(page, 'Beta').hover();
    await row(page, 'Beta').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move to', exact: true }).click();
    await page.getByRole('option', { name: 'Second' }).click();
    await page.getByRole('option', { name: 'The top of the workspace' }).click();
    await page.locator('.switcher-name', { hasText: 'Second' }).waitFor();
    assert.deepEqual(await shown(page), ['Beta']);
    await page.locator('.article[data-ready="true"]').waitFor();
    await leave(visit);
  });

  it('puts pages into the trash and brings them back to their place', async () => {
    const visit = await frame.visit('edi', 'Gamma');
    const { page } = visit;
    await row(page, 'Beta').press('Delete');
    await settled('', ['Alpha', 'Gamma', 'Delta']);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Gamma');
    await undo(page);
    await settled('', ['Alpha', 'Beta', 'Gamma', 'Delta']);
    // The tree shows it when its answer has come, which is after the database has it.
    await until(async () => (await shown(page)).join() === 'Alpha,Beta,Gamma,Delta', 'the tree shows it in its place');
    await row(page, 'Gamma').press('Delete');
    await page.getByText('This page is in the trash').waitFor();
    await leave(visit);
  });

  it('says what breaks before a database that others look at goes to the trash', async () => {
    const there = await makeDatabase(frame.t);
    const config = { collection_id: there.id };
    await makeDatabase(frame.t, [{ name: 'Task', type: 'relation', config }], { title: 'Projects' });
    const visit = await frame.visit('edi', 'Gamma');
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    await row(page, 'Tasks').press('Delete');
    await dialog.getByText('“Tasks” with 0 rows: Task').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'Tasks').press('Delete');
    await dialog.getByRole('button', { name: 'Move to the trash' }).click();
    await settled('', ['Alpha', 'Beta', 'Gamma', 'Delta', 'Projects']);
    // Nobody looks at this one: no question.
    await row(page, 'Projects').press('Delete');
    await settled('', ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await leave(visit);
  });

  it('says which pages show blocks of one before it goes, to the trash and from there', async () => {
    const { t, ids } = frame;
    const made = await t.call('ann', 'POST', '/api/v2/synced-blocks', { blocks: [], page_id: ids.Deep });
    const blocks = [{ type: 'synced', data: { syncedBlockId: made.body.id } }];
    assert.equal((await t.call('ann', 'PUT', `/api/pages/${ids.Beta}/content`, { blocks })).status, 200);
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    await row(page, 'Alpha').press('Delete');
    await dialog.getByText('“Deep”: other pages that show blocks of it: 1 (Beta)').waitFor();
    const way = dialog.getByRole('link', { name: 'Where they are shown' });
    assert.equal(await way.getAttribute('href'), `/pages/${ids.Deep}/links#synced`);
    assert.deepEqual(await axeFaults(page), []);
    await dialog.getByRole('button', { name: 'Move to the trash' }).click();
    await settled('', ['Beta', 'Gamma', 'Delta']);
    await page.goto(`${t.url}/trash`);
    await page.getByRole('button', { name: /^Delete forever.*Alpha/ }).click();
    await dialog.getByText('“Deep”: other pages that show blocks of it: 1 (Beta)').waitFor();
    await dialog.getByRole('button', { name: 'Delete forever' }).click();
    await page.locator('.trash-rows > li').waitFor({ state: 'detached' });
    await leave(visit);
  });

  it('shows a part of a thousand pages beside each other, and a step touches none but two of them', async () => {
    const ctx = frame.t.ctx('ann');
    await ctx.tx(async (tx) => {
      for (let number = 0; number < MANY; number += 1)
        await tx
          .use(pages)
          .create(tx, { workspaceId: frame.t.ws1, parentId: frame.ids.Beta, title: `Sheet ${number}` });
    });
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await row(page, 'Beta').focus();
    await page.keyboard.press('ArrowRight');
    await row(page, 'Sheet 60').waitFor();
    const touched = await page.evaluate(async () => {
      const tree = document.querySelector('.tree') as HTMLElement;
      const shown = tree.children.length;
      const changes = new MutationObserver(() => undefined);
      changes.observe(tree, { subtree: true, childList: true, attributes: true });
      for (let step = 0; step < 50; step += 1)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      const rows = changes.takeRecords().map(({ target }) => (target as Element).closest('.tree > li'));
      return { shown, changes: rows.length, rows: new Set(rows).size };
    });
    assert.ok(touched.shown < MANY / 2, `${touched.shown} rows are shown`);
    assert.ok(touched.rows <= 51 && touched.changes <= 50 * 5, JSON.stringify(touched));
    await leave(visit);
  });
});
