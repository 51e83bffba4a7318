// Rows of the tree under a finger: one that rests takes a row along, one that does not scrolls.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { fingerDrag, middleOf } from '../fingers.ts';
import { keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();
const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

describe('a finger on the tree', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  const row = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true });
  const held = (page: Page) => page.locator('.tree > li.dragged').waitFor();
  const stands = (wanted: string[], parent = '') =>
    until(async () => (await frame.level(parent)).join() === wanted.join(), wanted.join());

  it('carries a page to the edge of another one and into one', async () => {
    const visit = await frame.visit('edi', 'Beta', TABLET);
    const { page } = visit;
    await page.locator('.tree[role="tree"]').waitFor();
    const from = await middleOf(row(page, 'Delta'));
    const to = await row(page, 'Beta').boundingBox();
    assert.ok(to);
    await fingerDrag(page, from, { x: from.x, y: to.y + 4 }, () => held(page));
    await stands(['Alpha', 'Delta', 'Beta', 'Gamma']);
    assert.equal(new URL(page.url()).pathname, `/pages/${frame.ids.Beta}`, 'nothing is opened by that');
    await fingerDrag(page, await middleOf(row(page, 'Delta')), await middleOf(row(page, 'Gamma')), () => held(page));
    await stands(['Delta'], 'Gamma');
    await leave(visit);
  });

  it('carries a page in the drawer of a phone, and moves none when it does not rest', async () => {
    const visit = await frame.visit('edi', 'Beta', PHONE);
    const { page } = visit;
    await page.locator('.drawer-open').tap();
    await page.locator('.sidebar.open, #menu.open').first().waitFor();
    await row(page, 'Alpha').tap({ trial: true });
    const [alpha, beta] = [await middleOf(row(page, 'Alpha')), await row(page, 'Beta').boundingBox()];
    assert.ok(beta);
    const end = { x: alpha.x, y: beta.y + beta.height - 4 };
    await fingerDrag(page, alpha, end, () => held(page));
    await stands(['Beta', 'Alpha', 'Gamma']);
    await fingerDrag(page, alpha, end);
    assert.equal(await page.locator('.tree > li.dragged, .tree > li[data-drop]').count(), 0);
    assert.deepEqual(await frame.level(), ['Beta', 'Alpha', 'Gamma']);
    await leave(visit);
  });

  it('takes nothing along by a finger that stops what scrolls', async () => {
    const visit = await frame.visit('edi', 'Beta', TABLET);
    const { page } = visit;
    const touch = (name: string, cancelable: boolean) =>
      row(page, name).evaluate((target, of) => {
        const point = new Touch({ identifier: 1, target, clientX: 20, clientY: 20 });
        target.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, cancelable: of, touches: [point] }));
      }, cancelable);
    await touch('Alpha', false);
    // Touched later, and held: the other one would be by then.
    await touch('Gamma', true);
    await held(page);
    assert.match(await page.locator('.tree > li.dragged').innerText(), /^Gamma/);
    await page.keyboard.press('Escape');
    await leave(visit);
  });
});
