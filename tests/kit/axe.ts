// What axe finds on a page, once nothing on it moves any more: half a fade has the contrast of neither end.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Transitions and animations that end by themselves have ended; a new one may have begun under them. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    }),
  );
}

/**
 * The faults of the page as it is now, a line each: the rule and the beginnings of the elements that break it.
 * Every rule of WCAG 2.2 AA is asked, of the whole page, unless `choose` says otherwise.
 */
export async function axeFaults(page: Page, choose: (axe: AxeBuilder) => AxeBuilder = (axe) => axe): Promise<string[]> {
  await still(page);
  const { violations } = await choose(new AxeBuilder({ page }).withTags(TAGS)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
