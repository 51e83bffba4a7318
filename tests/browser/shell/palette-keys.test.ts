// The palette under fast fingers: keys are about what was typed last, whichever answer comes when.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeDatabase } from '../../databases/database.ts';
import { openBrowser } from '../../kit/browser.ts';
import { keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('the palette', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  for (const key of ['Enter', 'Tab'])
    it(`keeps ${key} for what was typed, and not for pages seen lately that come late`, async () => {
      const visit = await frame.visit('ann', 'Alpha');
      const { page } = visit;
      const field = page.getByRole('combobox', { name: 'Search and commands' });
      // Loaded from here on.
      await page.keyboard.press('Control+k');
      await field.press('Escape');
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/v2/recents?*', async (route) => {
        await released;
        await route.continue();
      });
      await page.evaluate(async (pressed) => {
        const opening = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', opening));
        let typed: HTMLInputElement | null = null;
        while (!typed) {
          await new Promise((done) => requestAnimationFrame(done));
          typed = document.querySelector('dialog[open] [role="combobox"]');
        }
        typed.value = 'beta';
        typed.dispatchEvent(new InputEvent('input', { bubbles: true }));
        typed.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
      }, key);
      release();
      if (key === 'Enter') await page.waitForURL(`**/pages/${frame.ids.Beta}`);
      else {
        await page.getByRole('option', { name: 'Open in side peek' }).waitFor();
        await page.locator('.palette-step', { hasText: 'Beta' }).waitFor();
      }
      await leave(visit);
    });

  it('takes what is typed before it is there, and leaves the text alone that somebody writes', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const text = page.locator('.ProseMirror');
    await text.click();
    await page.keyboard.press('Control+End');
    const before = await text.innerText();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/palette-messages|chunk-/, async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    for (const key of ['b', 'e', 't', 'Enter', 'Backspace']) await page.keyboard.press(key);
    release();
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await field.waitFor();
    assert.equal(await field.inputValue(), 'bet');
    await page.keyboard.type('a');
    await page.getByRole('option', { name: 'Beta' }).first().waitFor();
    assert.deepEqual([await field.inputValue(), await text.innerText()], ['beta', before]);
    await leave(visit);
  });

  it('counts what was found, and not what else can be done with the words', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('zzqq');
    await page.getByRole('option', { name: /Search everywhere/ }).waitFor();
    await page.locator('.palette-foot [role="status"]').getByText('Nothing found. Try other words.').waitFor();
    await leave(visit);
  });

  it('shows the icons that pages have of their own, as the page of results does', async () => {
    const changed = await frame.t.call('ann', 'PATCH', `/api/v2/pages/${frame.ids.Beta}`, {
      body: { page_icon: '🐨' },
    });
    assert.equal(changed.status, 200, changed.text);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('beta');
    await page.getByRole('option', { name: 'Beta' }).locator('.palette-sign', { hasText: '🐨' }).first().waitFor();
    await page.goto(`${frame.t.url}/search?q=beta`);
    await page.locator('.result-title', { hasText: 'Beta' }).getByText('🐨').waitFor();
    await leave(visit);
  });

  it('tells values of a row only where one of them was found', async () => {
    const database = await makeDatabase(frame.t, [{ name: 'Maker', type: 'text' }]);
    await database.row({ Maker: 'Quillon' }, 'Xylophone stand');
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    const found = page.getByRole('option', { name: /^Xylophone stand/ });
    await field.fill('quillon');
    await found.filter({ hasText: 'Quillon' }).waitFor();
    await field.fill('xylophone');
    await found.filter({ hasNotText: 'Quillon' }).waitFor();
    await leave(visit);
  });
});
