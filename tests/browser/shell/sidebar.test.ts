// The sidebar with little height: what belongs to the workspace stays in sight, and the tree stays under the pointer.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();
const COMMANDS = ['Members', 'Import', 'Templates', 'Automations', 'Trash'];

describe('the sidebar', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
    for (let at = 1; at <= 8; at++)
      await frame.t.call('ann', 'POST', '/api/pages', { title: `Page ${at}`, workspace_id: frame.t.ws1 });
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  const inTree = (page: Page, name: string) => page.locator('.tree').getByRole('link', { name, exact: true });
  const opened = (page: Page, title: string) => page.locator('h1').filter({ hasText: title }).waitFor();

  it('shows Members to Trash below the tree, without scrolling, in a window 800 px high', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 1280, height: 800 } });
    for (const name of COMMANDS) {
      const box = await visit.page.locator('.sidebar').getByRole('link', { name, exact: true }).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 800, `${name} ${JSON.stringify(box)}`);
    }
    const foot = await visit.page.locator('.sidebar-foot').boundingBox();
    assert.ok(foot && foot.y + foot.height <= 800);
    const room = await visit.page.locator('.sidebar-scroll').evaluate((one) => one.clientHeight);
    assert.ok(room > 250, `the tree has ${room} px`);
    await leave(visit);
  });

  it('keeps its tree within reach in a window that is hardly high, as at twice the size', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 1280, height: 400 } });
    const hidden = await visit.page
      .locator('.sidebar-scroll')
      .evaluate((one) => one.scrollHeight - one.getBoundingClientRect().height);
    assert.ok(hidden < 1, `${hidden} px of the tree scroll by themselves`);
    await inTree(visit.page, 'Page 8').scrollIntoViewIfNeeded();
    const box = await inTree(visit.page, 'Page 8').boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 400, JSON.stringify(box));
    await leave(visit);
  });

  it('makes a new page in the workspace that it shows, whichever is active', async () => {
    const own = (await frame.t.call('edi', 'POST', '/api/workspaces', { name: 'Of Edi' })).body.id;
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await visit.context.addCookies([{ name: 'workspace', value: String(own), url: frame.t.url }]);
    await page.locator('.section-head').getByRole('link', { name: 'New page' }).click();
    await page.waitForURL(/#new$/);
    const made = /pages\/(\d+)/.exec(page.url())?.[1];
    assert.equal((await frame.t.call('edi', 'GET', `/api/v2/pages/${made}`)).body.workspace_id, frame.t.ws1);
    await leave(visit);
  });

  it('offers what else can be made beside a new page, by pointer and by keyboard', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const opener = page.locator('summary[aria-label="More to create"]');
    await opener.click();
    const menu = page.locator('.create-menu .menu');
    assert.deepEqual(await menu.getByRole('link').allTextContents(), ['New database', 'New dashboard']);
    await menu.getByRole('link', { name: 'New dashboard' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New database' }).waitFor();
    await leave(visit);
    const reader = await frame.visit('vic', 'Alpha');
    assert.equal(await reader.page.locator('.create-menu').count(), 0);
    await leave(reader);
  });

  it('keeps the tree where it is while pages that were seen lately come and go', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 1280, height: 800 } });
    const { page } = visit;
    const places: number[] = [];
    for (const name of ['Page 1', 'Page 2', 'Page 3', 'Page 1']) {
      await inTree(page, name).click();
      await opened(page, name);
      places.push((await inTree(page, 'Page 1').boundingBox())?.y ?? 0);
      // What was opened is noted a moment after it is sent.
      await until(async () => (await frame.t.call('ann', 'GET', '/api/v2/recents')).text.includes(name), name);
    }
    assert.deepEqual(
      places,
      Array.from(places, () => places[0]),
    );
    assert.ok(await page.locator('.recents').getByRole('link', { name: 'Page 3' }).isVisible());
    await leave(visit);
  });
});
