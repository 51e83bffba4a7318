// In a network of one's own, by a name and without TLS: what browsers keep for HTTPS is not needed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import type { TestApp } from '../../kit/app.ts';
import { listen, openBrowser, signIn, type Visit } from '../../kit/browser.ts';
import { freePort } from '../../kit/processes.ts';

const browser = await openBrowser(['--host-resolver-rules=MAP wiki.test 127.0.0.1']);

describe('a service without TLS', { skip: browser ? false : 'no browser' }, () => {
  let stored: TestDatabase;
  let t: TestApp & { url: string };
  let visit: Visit;
  let page: Page;
  let id: number;
  before(async () => {
    stored = await migratedDatabase('sqlite');
    const PORT = String(await freePort());
    t = await listen(stored, { settings: { PORT, BASE_URL: `http://wiki.test:${PORT}` } });
    id = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Plain', markdown: 'words' })).body
      .id;
    await t.call('ann', 'POST', `/api/v2/pages/${id}/comments`, { body: { body: 'Good' } });
    visit = await (browser as NonNullable<typeof browser>).visit({ viewport: { width: 1280, height: 800 } });
    page = visit.page;
    await signIn(visit, t, t.session('ann'));
    await page.goto(`${t.url}/pages/${id}`);
    assert.equal(await page.evaluate(() => isSecureContext), false);
  });
  after(async () => {
    await visit?.close();
    await browser?.close();
    await t?.stop();
    await stored?.cleanup();
  });

  const said = (text: string) => page.locator('.toast', { hasText: text }).waitFor();

  it('copies the link of a page in the sidebar', async () => {
    await page.getByRole('treeitem', { name: 'Plain' }).first().focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy the link' }).click();
    await said('The link is copied.');
  });

  it('copies the link of a comment', async () => {
    await page.locator('[data-comments-open]').click();
    await page.getByRole('button', { name: 'More for this comment' }).click();
    await page.getByRole('menuitem', { name: /link/i }).click();
    await said('Link copied');
  });

  it('makes a database in a page', async () => {
    await page.goto(`${t.url}/pages/${id}`);
    const text = page.locator('.ProseMirror');
    await text.waitFor();
    await text.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/table v');
    await page.getByRole('option', { name: 'Table view', exact: true }).click();
    await page.locator('.inline-name:focus').waitFor();
    await page.locator('.inline-database .grid').waitFor();
    // Browsers say of one header that they do nothing about it here.
    assert.deepEqual(
      visit.complaints.filter((one) => !one.includes('Cross-Origin-Opener-Policy')),
      [],
    );
  });
});
