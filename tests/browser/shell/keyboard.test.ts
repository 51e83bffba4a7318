// The keyboard alone: what it leads to is seen whole, Escape closes one thing at a time, and no key is lost on the way.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBrowser, settled } from '../../kit/browser.ts';
import { keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('the keyboard', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  it('begins with the link to the content on every page, whatever was brought into sight there', async () => {
    const { t, ids } = frame;
    const { body } = await t.call('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Talks' });
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const woken = {
      [`/pages/${ids.Alpha}`]: '.article[data-ready]',
      [`/pages/${ids.Alpha}/history`]: '.history-list [aria-current]',
      [`/pages/${body.page_id}`]: '[data-database][data-ready]',
      '/library': '.library [aria-current]',
    };
    for (const [path, sign] of Object.entries(woken)) {
      await page.goto(t.url + path, { waitUntil: 'networkidle' });
      await page.locator(sign).first().waitFor();
      await settled(page);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip', path);
    }
    await leave(visit);
  });

  it('names a page by the keys right behind the one that opens its field, which is there by then', async () => {
    const visit = await frame.visit('edi', 'Beta');
    const { page } = visit;
    const row = page.locator(`.tree > li[data-id="${frame.ids.Gamma}"]`);
    await row.focus();
    // What makes the field has come along with the focus.
    await page.waitForFunction(async () => {
      for (const { name } of performance.getEntriesByType('resource')) {
        if (!name.includes('/static/chunk-')) continue;
        if (!(await (await fetch(name)).text()).includes('web.client.tree.name')) continue;
        await import(name);
        return true;
      }
      return false;
    });
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('F2');
    await page.keyboard.type('Renamed');
    assert.equal(await row.getByRole('textbox').inputValue(), 'Renamed');
    await page.keyboard.press('Escape');
    await leave(visit);
  });

  it('closes a menu of the drawer on a phone by Escape, and by another one the drawer', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    await page.getByRole('link', { name: 'Menu', exact: true }).press('Enter');
    // The drawer takes the focus when it has come.
    await settled(page);
    const menu = page.locator('.person-menu');
    await menu.locator('summary').press('Enter');
    await menu.getByRole('link', { name: 'Sign out' }).focus();
    await page.keyboard.press('Escape');
    assert.equal(await menu.getAttribute('open'), null);
    assert.ok(await menu.locator('summary').evaluate((one) => one === document.activeElement));
    assert.ok(await menu.isVisible(), 'the drawer went with its menu');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    assert.ok(
      await page.getByRole('link', { name: 'Menu', exact: true }).evaluate((one) => one === document.activeElement),
    );
    await leave(visit);
  });

  it('shows each tab of many views whole when it comes to it', async () => {
    const { t } = frame;
    const { body } = await t.call('ann', 'POST', '/db/api', { title: 'Rows', workspace_id: t.ws1 });
    for (let at = 1; at <= 12; at += 1)
      await t.call('ann', 'POST', `/api/v2/collections/${body.collection.id}/views`, {
        name: `View number ${at}`,
        kind: 'table',
      });
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/pages/${body.page.id}`);
    await page.locator('[data-database][data-ready]').waitFor();
    const tabs = page.locator('.view-tabs .tabs');
    await tabs.getByRole('link').first().focus();
    const count = await tabs.locator('li:visible').count();
    assert.ok(count > 1 && count < 13, `${count} tabs are shown`);
    for (let at = 1; at < count; at += 1) {
      await page.keyboard.press('Tab');
      const hidden = await tabs.evaluate((strip) => {
        const [all, one] = [strip, document.activeElement as Element].map((part) => part.getBoundingClientRect());
        return one && all && strip.contains(document.activeElement)
          ? Math.max(all.left - one.left, one.right - all.right)
          : 'elsewhere';
      });
      assert.ok(Number(hidden) <= 0.5, `tab ${at} is hidden by ${hidden}`);
    }
    await page.getByRole('button', { name: /^\d+ more$/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'View number 12' }).click();
    await page.locator('.tabs [aria-current]', { hasText: 'View number 12' }).waitFor();
    assert.ok(await tabs.getByRole('link', { name: 'View number 12' }).isVisible());
    await page.getByRole('button', { name: 'New view' }).click();
    await page.getByRole('dialog', { name: 'New view' }).getByRole('button', { name: 'List' }).click();
    await page.locator('.dialog.beside input:focus').waitFor();
    await page.locator('.tabs [aria-current]', { hasText: 'List' }).waitFor();
    await leave(visit);
  });
});
