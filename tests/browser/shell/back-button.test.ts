// Back and Forward of the browser: where somebody was, and nothing of whoever has signed out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame } from '../frame.ts';

/** Browsers go back to a page that they kept whole, or else to what their cache holds of it. */
for (const keepsPages of [false, true]) {
  const browser = await openBrowser([], { keepsPages });

  describe(`going back, with pages ${keepsPages ? 'kept whole' : 'from the cache'}`, { skip: browser === null }, () => {
    let frame: Frame;
    before(async () => {
      frame = await furnishFrame(browser);
    });
    after(async () => {
      await frame.stop();
      await (browser as TestBrowser).close();
    });

    it('shows the place where somebody was, and the next page again', async () => {
      const { page, complaints, close } = await longPage(frame);
      await scrollTo(page, 900);
      await page.goto(`${frame.t.url}/pages/${frame.ids.Beta}`);
      await page.goBack();
      await page.waitForFunction(() => document.scrollingElement?.scrollTop === 900);
      await page.getByText('Line 199').waitFor();
      await page.goForward();
      await page.getByText('Text of Beta').waitFor();
      assert.equal(page.url(), `${frame.t.url}/pages/${frame.ids.Beta}`);
      assert.deepEqual(complaints, []);
      await close();
    });

    // The last: it ends the session of somebody.
    it('shows nothing of whoever has signed out', async () => {
      const { page, complaints, close } = await frame.visit('ann', 'Alpha');
      await page.goto(`${frame.t.url}/pages/${frame.ids.Beta}`);
      await page.locator('.person-menu summary').click();
      await page.getByRole('link', { name: 'Sign out' }).click();
      await page.waitForURL(/auth\/login\?provider=local$/);
      for (const title of ['Beta', 'Alpha']) {
        await page.goBack();
        await page.waitForURL(`**/auth/login?*next=%2Fpages%2F${frame.ids[title]}`);
        await page.locator('input[name=password]').waitFor();
        assert.doesNotMatch(await page.content(), /Alpha|Beta|Ann/);
      }
      assert.deepEqual(complaints, []);
      await close();
    });
  });
}

async function longPage({ t, visit }: Frame) {
  const markdown = Array.from({ length: 200 }, (_, index) => `Line ${index}`).join('\n\n');
  const { id } = (await t.call('ann', 'POST', '/api/pages', { title: 'Long', markdown, workspace_id: t.ws1 })).body;
  const made = await visit('ann', 'Alpha');
  await made.page.goto(`${t.url}/pages/${id}`);
  await made.page.getByText('Line 199').waitFor();
  return made;
}

const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => {
    if (document.scrollingElement) document.scrollingElement.scrollTop = to;
  }, top);
