// The page of the visual system shows states as a pointer and the keyboard bring them about.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import type { TestApp } from '../../kit/app.ts';
import { listen, openBrowser, signIn } from '../../kit/browser.ts';

const browser = await openBrowser();

const lookOf = (part: Locator): Promise<string> =>
  part.evaluate((element) => {
    const { backgroundColor, color, outlineStyle, outlineColor } = getComputedStyle(element);
    return [backgroundColor, color, outlineStyle, outlineColor].join();
  });

describe('states on the page of the visual system', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let t: TestApp & { url: string };
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await listen(database);
  });
  after(async () => {
    await t?.stop();
    await database?.cleanup();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`look as under a pointer, pressed and with the focus, ${colorScheme}`, async () => {
      const { page, close, complaints } = await (browser as NonNullable<typeof browser>).visit({ colorScheme });
      await page.goto(`${t.url}/help/design`);
      await page.locator('html[data-states]').waitFor();
      const row = page.locator('.design-row', { has: page.getByText('Plain', { exact: true }) });
      const shown = (name: string) => row.getByRole('button', { name, exact: true });
      const looks = await Promise.all(['Rest', 'Hover', 'Pressed', 'Focus'].map((name) => lookOf(shown(name))));
      assert.equal(new Set(looks).size, 4, looks.join('\n'));
      const rest = shown('Rest');
      await rest.hover();
      assert.equal(await lookOf(rest), looks[1]);
      await page.mouse.down();
      assert.equal(await lookOf(rest), looks[2]);
      await page.mouse.up();
      await page.mouse.move(0, 0);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      assert.equal(await lookOf(rest), looks[3]);
      assert.deepEqual(complaints, []);
      await close();
    });

  it('have fields, choices and buttons of one line equally high', async () => {
    const visit = await (browser as NonNullable<typeof browser>).visit();
    const { page } = visit;
    await signIn(visit, t, t.session('ann'));
    await page.goto(`${t.url}/tags`);
    const heights = await page
      .locator('main form[action="/tags"] :is(input:not([type="hidden"]), select, .button)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
    assert.deepEqual(heights, [36, 36, 36]);
    await visit.close();
  });
});

after(() => browser?.close());
