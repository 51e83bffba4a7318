// What axe finds on a page, once nothing on it moves any more: half a fade has the contrast of neither end.
import axe, { type ContextSpec, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Asked beside those of the tags, which leave it out: who speaks to the browser says the words that they see. */
const FURTHER = { 'label-content-name-mismatch': { enabled: true } };

/** Transitions and animations that end by themselves, and not where somebody scrolls to, have ended; a new one may have begun under them. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, timeline, effect }) => {
      if (timeline !== document.timeline) return true;
      return playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    }),
  );
}

/** Axe stays in a document: it is many times larger than most pages. */
async function faultsIn(frame: Frame, exclude: string[], options: RunOptions): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  return frame.evaluate(
    async ([without, how]) => {
      const context: ContextSpec = { include: ['html'], exclude: without };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, how);
      // Whoever writes a text chooses the levels of its headings.
      for (const violation of violations)
        if (violation.id === 'heading-order')
          violation.nodes = violation.nodes.filter(({ element }) => !element?.closest('.article'));
      return violations
        .filter(({ nodes }) => nodes.length)
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    },
    [exclude, options] as const,
  );
}

/** Nobody looks around in a frame that is kept from all readers, such as the one that draws diagrams. */
const OF_SHOWN_PAGES = { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } };

async function isKeptFromReaders(frame: Frame): Promise<boolean> {
  if (!frame.parentFrame()) return false;
  return (await (await frame.frameElement()).getAttribute('aria-hidden')) === 'true';
}

/**
 * The faults of the page as it is now, a line each: the rule and the beginnings of the elements that break it. Every
 * rule of WCAG 2.2 AA and of best practices is asked, of all frames, but for what is left out by `rules` and `exclude`
 * (selectors).
 */
export async function axeFaults(page: Page, { rules, exclude = [] }: { rules?: string[]; exclude?: string[] } = {}) {
  await still(page);
  const runOnly: RunOptions['runOnly'] = rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS };
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false, elementRef: true };
  const found: string[] = [];
  for (const frame of page.frames()) {
    const left = (await isKeptFromReaders(frame)) ? OF_SHOWN_PAGES : {};
    const further = rules ? {} : FURTHER;
    found.push(...(await faultsIn(frame, exclude, { ...options, rules: { ...further, ...left } })));
  }
  return found;
}

/** What depends on the colour scheme; all other rules see the same page in the light. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The faults of the page in the dark and in the light, in which it stays. */
export async function axeFaultsInBoth(page: Page, { exclude = [] }: { exclude?: string[] } = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFaults(page, { rules: COLOUR_RULES, exclude });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...dark.map((fault) => `in the dark: ${fault}`), ...(await axeFaults(page, { exclude }))];
}
