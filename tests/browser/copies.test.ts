// A copy of very many pages in a browser: begun from the menu, followed until it is there, or cancelled.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFaults } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { type Frame, furnishFrame, leave } from './frame.ts';

const browser = await openBrowser();
const PAGES = 2100;

describe('copies of many pages', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
    const { reader, writer } = frame.t.app.database;
    const { id, slug: _slug, ...row } = await reader('pages').where({ title: 'Alpha' }).first();
    const below = Array.from({ length: PAGES }, (_, at) => ({
      ...{ ...row, parent_id: id, title: `Page ${at}`, title_key: `page ${at}`, position: 1000 + at },
    }));
    for (let at = 0; at < PAGES; at += 50) await writer('pages').insert(below.slice(at, at + 50));
  });
  after(() => frame.stop());

  for (const javaScriptEnabled of [true, false])
    it(`says how far it is and leads to the copy, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const visit = await frame.visit('ann', 'Alpha', { javaScriptEnabled });
      const { page } = visit;
      await page.locator('.page-menu > summary').click();
      await page.locator('.page-menu').getByRole('button', { name: 'Duplicate', exact: true }).click();
      await page.getByRole('heading', { name: 'Alpha (copy)', exact: true }).waitFor();
      if (javaScriptEnabled) {
        if (await page.getByRole('progressbar').count()) assert.deepEqual(await axeFaults(page), []);
        await page.waitForURL(/\/pages\/\d+/, { timeout: 120_000 });
      } else {
        const link = page.getByRole('link', { name: 'Open the copy' });
        while (!(await link.count())) {
          await page.reload();
          await page.getByRole('heading', { name: 'Alpha (copy)', exact: true }).waitFor();
        }
        await link.click();
      }
      assert.match(page.url(), /\/pages\/\d+/);
      await leave(visit);
    });

  it('is cancelled by a button', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const source = page.url();
    const cancelled = page.getByText('The copy was cancelled; nothing of it is left.');
    // Whoever presses too late finds it whole.
    while (!(await cancelled.count())) {
      await page.goto(source);
      await page.locator('.page-menu > summary').click();
      await page.locator('.page-menu').getByRole('button', { name: 'Duplicate', exact: true }).click();
      await page.getByRole('button', { name: 'Cancel the copy' }).click();
      await cancelled.or(page.getByRole('link', { name: 'Open the copy' })).waitFor({ timeout: 60_000 });
    }
    assert.deepEqual(await axeFaults(page), []);
    await leave(visit);
  });
});

after(() => browser?.close());
