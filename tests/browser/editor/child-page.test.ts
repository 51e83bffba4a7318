// A page that somebody makes inside the one they write: it opens for its name to be written, and its link stays behind.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { settled } from '../../kit/browser.ts';
import { close, opened, withEditor } from './editor.ts';

const choosePage = async (page: Page) => {
  await page.keyboard.type('/page');
  await page.locator('#suggestions [role="option"]').first().filter({ hasText: 'Page' }).waitFor();
  await page.keyboard.press('Enter');
};
/** Chooses it and types before the page is made. */
async function typeEarly(page: Page, words: string): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/pages', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/pages'));
  await choosePage(page);
  await asked;
  await page.keyboard.type(words);
  held.resolve();
}
/** The page that has been opened instead of this one. */
const openedInstead = async (page: Page, id: number): Promise<number> => {
  await page.waitForURL((url) => /\/pages\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
  await page.locator('.article[data-ready]').waitFor();
  return Number(/\d+$/.exec(new URL(page.url()).pathname));
};

for (const sockets of [true, false])
  await withEditor(
    `a page made by the slash menu ${sockets ? 'in a live document' : 'without sockets'}`,
    (desk) => {
      it('opens, is named by what is typed at once, and stands in the page to which Back leads', async () => {
        const written = await desk.write('kept');
        const { page, id } = written;
        await page.keyboard.press('Enter');
        await typeEarly(page, 'Harbour lights');
        const made = await openedInstead(page, id);
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Title');
        await page.keyboard.type('!');
        await page.keyboard.press('Control+s');
        await until(async () => (await desk.stored(made)).title === 'Harbour lights!');
        const { blocks } = await desk.stored(id);
        const [, link] = blocks;
        assert.deepEqual([link?.type, link?.data.pageId], ['pageLink', made]);
        await page.goBack();
        await page.waitForURL(new RegExp(`/pages/${id}$`));
        const { text } = await opened(id, written.visit, page);
        await text.locator('.block-pageLinkBlock', { hasText: 'Harbour lights!' }).waitFor();
        await close(written);
      });

      it('opens beside another page where that one was beside it', async () => {
        const written = await desk.write('kept');
        const { page, id, text } = written;
        await page.goto(`${desk.t.url}/pages/${id}?embed=1`);
        await opened(id, written.visit, page);
        await text.click();
        await page.keyboard.press('Control+End');
        await page.keyboard.press('Enter');
        await typeEarly(page, 'Jetty');
        const made = await openedInstead(page, id);
        assert.match(page.url(), /\?embed=1$/);
        await page.keyboard.press('Control+s');
        await until(async () => (await desk.stored(made)).title === 'Jetty');
        await close(written);
      });

      it('gives the text back where it could not be made', async () => {
        const written = await desk.write('kept');
        const { page, id, text } = written;
        await page.keyboard.press('Enter');
        await page.route('**/api/pages', (route) => route.abort());
        await choosePage(page);
        await page.locator('.toast').waitFor();
        await settled(page);
        assert.ok(await text.isVisible());
        assert.ok(await text.evaluate((element) => element === document.activeElement));
        assert.match(page.url(), new RegExp(`/pages/${id}$`));
        await close(written, /ERR_FAILED/);
      });
    },
    { sockets },
  );
