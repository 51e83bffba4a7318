// Each row of the tree offers what its reader may do to that page, by its menu, by keys and by the pointer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();
const READING = ['Open in a new tab', 'Open in side peek', 'Copy the link'];
const WRITING = ['Rename', 'New page inside', 'New from template inside', 'Move to', 'Move to the trash'];

describe('rows of the tree', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  const grant = (title: string, role: string) =>
    frame.t.call('ann', 'POST', `/api/v2/pages/${frame.ids[title]}/permissions`, {
      body: { user_id: frame.t.user('vic').id, role },
    });
  before(async () => {
    frame = await furnishFrame(browser);
    for (const [title, role] of [
      ['Beta', 'editor'],
      ['Alpha two', 'editor'],
      ['Deep', 'viewer'],
    ] as const)
      assert.equal((await grant(title, role)).status, 200);
    await frame.t.call('ann', 'POST', `/api/pages/${frame.ids.Delta}/lock`, { locked: true });
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  const row = (page: Page, title: string) => page.locator(`.tree > li[data-id="${frame.ids[title]}"]`);
  const offered = async (page: Page, title: string): Promise<string[]> => {
    await row(page, title).press('Shift+F10');
    await page.getByRole('menuitem').first().waitFor();
    const found = await page
      .locator('[role="menuitem"] .menu-label, [role="menuitem"]:not(:has(.menu-label))')
      .allTextContents();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    return found.map((one) => one.trim());
  };

  it('offer a viewer more where they may do more, in branches that are opened later, too', async () => {
    const visit = await frame.visit('vic', 'Alpha');
    const { page } = visit;
    const [plain, wide] = [await offered(page, 'Alpha'), await offered(page, 'Beta')];
    assert.deepEqual(plain, READING);
    assert.deepEqual(wide, [...READING, ...WRITING]);
    assert.deepEqual(await offered(page, 'Alpha one'), READING);
    assert.deepEqual(await offered(page, 'Alpha two'), wide);
    await row(page, 'Alpha two').locator('.tree-toggle').click();
    await row(page, 'Deep').waitFor();
    assert.deepEqual(await offered(page, 'Deep'), READING);
    await leave(visit);
  });

  it('offer nothing on a page that somebody else has locked', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    assert.deepEqual(await offered(visit.page, 'Alpha'), [...READING, ...WRITING]);
    assert.deepEqual(await offered(visit.page, 'Delta'), READING);
    await leave(visit);
  });

  it('obey keys and show a button for new pages where that is allowed', async () => {
    const visit = await frame.visit('vic', 'Alpha');
    const { page } = visit;
    const field = page.getByLabel('Name of the page');
    const add = page.getByRole('link', { name: 'New page inside' });
    for (const [title, isOpen] of [
      ['Gamma', false],
      ['Beta', true],
    ] as const) {
      await row(page, title).hover();
      await page.locator(`.tree > li[data-id="${frame.ids[title]}"] .tree-tools`).waitFor();
      assert.equal(await add.count(), isOpen ? 1 : 0, title);
    }
    await row(page, 'Beta').press('F2');
    await field.press('Escape');
    await row(page, 'Gamma').press('F2');
    await row(page, 'Gamma').press('Delete');
    assert.equal(await field.count(), 0);
    // Up is a place of the top, where order is all that changes; into Alpha would be a new page there.
    await row(page, 'Gamma').press('Alt+ArrowUp');
    await row(page, 'Beta').press('Alt+ArrowRight');
    await row(page, 'Beta').press('Alt+ArrowDown');
    await page.getByRole('status').filter({ hasText: 'Beta' }).waitFor();
    assert.deepEqual(await frame.level(), ['Alpha', 'Gamma', 'Beta', 'Delta']);
    await leave(visit);
  });

  it('are dragged only by whoever may move them, and only to where they may go', async () => {
    const visit = await frame.visit('vic', 'Alpha');
    const { page } = visit;
    let step = 0;
    /** A hand is never quite still. */
    const come = async (title: string) => {
      const box = await row(page, title).boundingBox();
      assert.ok(box, title);
      step += 1;
      await page.mouse.move(box.x + 65 + (step % 3), box.y + box.height / 2);
    };
    const isHeld = async (title: string) => (await row(page, title).getAttribute('draggable')) === 'true';
    const dropOn = (title: string) => row(page, title).getAttribute('data-drop');
    const rest = (title: string, isNoticed: () => Promise<boolean>) =>
      until(async () => {
        await come(title);
        return isNoticed();
      }, title);
    await rest('Beta', () => isHeld('Beta'));
    await come('Gamma');
    assert.equal(await isHeld('Gamma'), false);
    await come('Beta');
    await page.mouse.down();
    // Beside Gamma is a place at the top, where the order alone changes; inside of it is none.
    await rest('Gamma', async () => /before|after/.test((await dropOn('Gamma')) ?? ''));
    await rest('Alpha two', async () => (await dropOn('Alpha two')) === 'inside');
    await page.mouse.up();
    await page.locator(`.tree > li[data-id="${frame.ids.Beta}"][data-parent="${frame.ids['Alpha two']}"]`).waitFor();
    await page.getByRole('status').filter({ hasText: 'Beta' }).waitFor();
    assert.deepEqual(await frame.level(), ['Alpha', 'Gamma', 'Delta']);
    assert.deepEqual(await frame.level('Alpha two'), ['Deep', 'Beta']);
    await leave(visit);
  });
});
