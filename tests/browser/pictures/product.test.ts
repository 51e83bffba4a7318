// The picture of the product that visitors see: of the product as it is, and in the colours they have chosen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { openBrowser } from '../../kit/browser.ts';
import { productPictures } from '../../screenshots/pictures.ts';
import { keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();

it('is the picture that was accepted last', () => {
  for (const { accepted, shown } of productPictures)
    assert.ok(readFileSync(accepted).equals(readFileSync(shown)), shown);
});

describe('the picture of the product', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  for (const colorScheme of ['light', 'dark'] as const)
    it(`is ${colorScheme} where the page is`, async () => {
      const visit = await frame.visit('anon', '', { colorScheme });
      const shown = visit.page.locator('.product img:visible');
      assert.equal(await shown.count(), 1);
      assert.match((await shown.getAttribute('src')) ?? '', new RegExp(`product-${colorScheme}`));
      await shown.scrollIntoViewIfNeeded();
      await visit.page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('.product img')].some((one) => one.naturalWidth === 1280),
      );
      await leave(visit);
    });
});
