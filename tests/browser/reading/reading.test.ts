// Reading in a browser: previews of links, a page beside the page, the history by hand and by keyboard.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('reading', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
    const blocks = [
      { id: 'a', type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: frame.ids.Beta }] },
      { id: 'b', type: 'paragraph', data: {}, content: [{ type: 'text', text: 'One red word.' }] },
    ];
    const put = (body: object) => frame.t.call('ann', 'PUT', `/api/pages/${frame.ids.Alpha}/content`, body);
    await put({ blocks });
    await put({ blocks: [blocks[0], { ...blocks[1], content: [{ type: 'text', text: 'One blue word.' }] }] });
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  const link = (page: Page) => page.locator('.article a.page-link');
  const card = (page: Page) => page.locator('.hover-card');

  it('previews links on screens without a text as a card, too', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    for (const path of ['/', '/library?tab=workspace', '/notifications']) {
      await page.goto(`${frame.t.url}${path}`);
      await page.locator('main').evaluate((main, id) => {
        const link = document.createElement('a');
        Object.assign(link, { href: `/pages/${id}`, textContent: 'To Beta', className: 'button' });
        main.prepend(link);
      }, frame.ids.Beta);
      await page.getByRole('link', { name: 'To Beta' }).hover();
      await card(page).waitFor();
      const { padding, boxShadow } = await card(page).evaluate((one) => ({ ...getComputedStyle(one) }));
      assert.notDeepEqual([padding, boxShadow], ['0px', 'none'], path);
      assert.ok(((await card(page).boundingBox())?.width ?? 0) <= 352, path);
      await page.mouse.move(0, 0);
    }
    await leave(visit);
  });

  for (const who of ['vic', 'edi'] as const) {
    it(`previews a link under the pointer: ${who}`, async () => {
      const visit = await frame.visit(who, 'Alpha');
      const { page } = visit;
      if (who === 'edi') await page.locator('.article[data-ready]').waitFor();
      await link(page).hover();
      await card(page).waitFor();
      assert.match((await card(page).textContent()) ?? '', /Beta.*Text of Beta/);
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press('Escape');
      await card(page).waitFor({ state: 'detached' });
      await page.locator('h1').hover();
      await link(page).hover();
      await card(page).waitFor();
      // Away over other things, as a hand moves.
      for (const name of ['.meta', 'h1']) await page.locator(name).first().hover();
      await card(page).waitFor({ state: 'detached' });
      await leave(visit);
    });
  }

  it('previews by keyboard, and goes into the card and back', async () => {
    const visit = await frame.visit('vic', 'Alpha');
    const { page } = visit;
    await link(page).focus();
    await card(page).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'hover-title');
    await page.keyboard.press('Escape');
    await card(page).waitFor({ state: 'detached' });
    assert.match((await page.evaluate(() => document.activeElement?.className)) ?? '', /page-link/);
    await leave(visit);
  });

  it('opens a page beside this one, as wide as wanted, and remembers that', async () => {
    const visit = await frame.visit('vic', 'Alpha');
    const { page } = visit;
    const peek = page.locator('.peek');
    await link(page).hover();
    await page.locator('html[data-reading="ready"]').waitFor();
    await link(page).click({ modifiers: ['Alt'] });
    await peek.locator('h2', { hasText: 'Beta' }).waitFor();
    await page.frameLocator('.peek-frame').locator('main.embed h1', { hasText: 'Beta' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    const separator = peek.getByRole('separator');
    const width = async () => Number(await separator.getAttribute('aria-valuenow'));
    await peek.getByRole('button', { name: 'Close' }).click();
    await peek.waitFor({ state: 'detached' });
    await page.locator('h1').first().hover();
    await link(page).hover();
    await card(page).getByRole('button', { name: 'Open in side peek' }).click();
    await peek.locator('h2', { hasText: 'Beta' }).waitFor();
    await separator.focus();
    const before = await width();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await width(), before + 20);
    await page.keyboard.press('Home');
    assert.equal(await width(), 300);
    await page.keyboard.press('End');
    assert.equal(await width(), Math.floor(1280 * 0.9));
    await page.keyboard.press('ArrowRight');
    const wanted = await width();
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    assert.match((await page.evaluate(() => document.activeElement?.className)) ?? '', /page-link/);
    await page.reload();
    await link(page).focus();
    await page.locator('html[data-reading="ready"]').waitFor();
    await page.keyboard.press('Alt+Enter');
    await peek.waitFor();
    assert.equal(await width(), wanted);
    await leave(visit);
  });

  it('copies the page as Markdown', async () => {
    const visit = await frame.visit('vic', 'Alpha', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = visit;
    await page.locator('.page-menu > summary').click();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByText('Copied as Markdown').waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^# Alpha\n\n[\s\S]*One blue word\./);
    await leave(visit);
  });

  it('shows what changed, walks the versions by arrows, and goes back', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/pages/${frame.ids.Alpha}/history`);
    await page.locator('.history-session summary').first().click();
    await page.locator('.history-session a').first().click();
    await page.waitForURL(/version=/);
    assert.equal(await page.locator('.change del').textContent(), 'red');
    assert.deepEqual(await axeFaults(page), []);
    await page.locator('.history-session a').first().focus();
    await page.keyboard.press('ArrowDown');
    const newer = page.url();
    await page.keyboard.press('Enter');
    await page.waitForURL(({ href }) => href !== newer && href.includes('version='));
    await page.locator('.history-head summary').click();
    await page.getByRole('button', { name: /^Restore the version of/ }).click();
    await page.waitForURL((url) => url.pathname === `/pages/${frame.ids.Alpha}`);
    await page.locator('.article', { hasText: 'One red word.' }).waitFor();
    await leave(visit);
  });

  it('is readable without scripts', async () => {
    const visit = await frame.visit('edi', 'Alpha', { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(`${frame.t.url}/pages/${frame.ids.Alpha}/history?view=side`);
    assert.ok((await page.locator('.change').count()) > 0);
    await leave(visit);
  });
});
