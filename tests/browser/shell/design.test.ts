// The page of the visual system on a phone and at twice its size: nothing is cut, and nothing lies over anything else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBrowser } from '../../kit/browser.ts';
import { excess, keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('the page of the visual system', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  it('has one arrow for every choice, as all forms have it, in light and in dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const visit = await frame.visit('ann', 'Alpha', { colorScheme });
      const { page } = visit;
      const arrows = new Set<string>();
      const places = [
        '/help/design',
        '/library',
        `/workspaces/${frame.t.ws1}/members`,
        `/pages/${frame.ids.Alpha}/sharing`,
      ];
      for (const path of places) {
        await page.goto(frame.t.url + path);
        const choices = page.locator('select:not([multiple])');
        await choices.filter({ visible: true }).first().waitFor();
        const shown = await choices.evaluateAll((all) =>
          all.map((one) => {
            const { appearance, backgroundImage, backgroundPosition } = getComputedStyle(one);
            const own = appearance === 'base-select' && getComputedStyle(one, '::picker-icon').display;
            return JSON.stringify([appearance === 'auto', own || 'none', backgroundImage, backgroundPosition]);
          }),
        );
        for (const one of shown) arrows.add(one);
      }
      assert.equal(arrows.size, 1, [...arrows].join('\n'));
      assert.match([...arrows].join(), /^\[false,"none","linear-gradient/);
      await leave(visit);
    }
  });

  for (const width of [320, 390, 640])
    it(`is whole at ${width} px`, async () => {
      const visit = await frame.visit('ann', 'Alpha', { viewport: { width, height: 800 } });
      const { page } = visit;
      await page.goto(`${frame.t.url}/help/design`);
      assert.equal(await excess(page), 0);
      const faults = await page.evaluate(() => {
        const boxes = (selector: string) =>
          [...document.querySelectorAll(selector)].map((one) => ({
            name: one.textContent?.trim().slice(0, 30) ?? '',
            ...(one.getBoundingClientRect().toJSON() as DOMRect),
          }));
        const edge = document.documentElement.clientWidth;
        const cut = boxes('.design text').filter(({ right }) => right > edge);
        const parts = boxes('.design .standing, .design .standing-toast, .design .card');
        const over = parts.filter((one, at) =>
          parts
            .slice(at + 1)
            .some(
              (other) =>
                one.left < other.right && other.left < one.right && one.top < other.bottom && other.top <= one.bottom,
            ),
        );
        return [...cut, ...over].map(({ name }) => name);
      });
      assert.deepEqual(faults, []);
      await leave(visit);
    });
});
