// Exports in a browser: begun from the menu of a page, followed until the file is there, taken and removed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { unzip } from '../exporters/unpacking.ts';
import { axeFaults } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { type Frame, furnishFrame, leave } from './frame.ts';

const browser = await openBrowser();

describe('exports', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  for (const javaScriptEnabled of [true, false])
    it(`a page becomes a file, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const visit = await frame.visit('vic', 'Alpha', { javaScriptEnabled, acceptDownloads: true });
      const { page } = visit;
      await page.locator('.page-menu > summary').click();
      await page.locator('.page-menu').getByRole('link', { name: 'Export', exact: true }).click();
      await page.getByText('“Alpha” will be exported.').waitFor();
      assert.equal(await page.getByRole('radio').count(), 3, 'the usual formats come first');
      await page.getByText(/^\d+ other formats$/).click();
      await page.getByRole('radio', { name: 'Outline (OPML)' }).waitFor();
      await page.getByRole('radio', { name: 'Web pages' }).check();
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const link = page.getByRole('link', { name: 'Alpha.zip' });
      // The page follows the job by itself; without scripts somebody looks again.
      if (javaScriptEnabled) await link.waitFor({ timeout: 60_000 });
      else
        while (!(await link.count())) {
          await page.reload();
          await page.getByText('Alpha.zip').first().waitFor();
        }
      if (javaScriptEnabled) {
        assert.deepEqual(await axeFaults(page), []);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.setViewportSize({ width: 390, height: 800 });
        assert.deepEqual(await axeFaults(page), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
      }
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      assert.equal(download.suggestedFilename(), 'Alpha.zip');
      const entries = await unzip(readFileSync(await download.path()));
      assert.ok(entries.has('index.html') && entries.has('Alpha.html'));
      await page.getByRole('button', { name: 'Delete Alpha.zip' }).click();
      await page.getByText('Alpha.zip').waitFor({ state: 'detached' });
      await leave(visit);
    });

  it('owners say how often the workspace is exported by itself', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/settings`);
    await page.getByRole('link', { name: 'Scheduled exports' }).click();
    await page.getByLabel('How often').selectOption('week');
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal(await page.getByLabel('How often').inputValue(), 'week');
    await leave(visit);
  });
});

after(() => browser?.close());
