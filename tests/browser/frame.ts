// A small tree of pages and somebody who looks at it, for the tests of the frame around every page.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { migratedDatabase } from '../../testing/databases.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { axeFaultsInBoth } from '../kit/axe.ts';
import { listen, signIn, type TestBrowser, type Visit } from '../kit/browser.ts';

export interface Frame {
  t: TestApp & { url: string };
  /** by title */
  ids: Record<string, number>;
  /** somebody of the cast, on a page */
  visit(who: Name | 'anon', title: string, options?: BrowserContextOptions): Promise<Visit>;
  /** titles of one level, as the server has them */
  level(parent?: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** Title of the parent, then titles of its pages; '' is the top. */
const TREE: [string, string[]][] = [
  ['', ['Alpha', 'Beta', 'Gamma', 'Delta']],
  ['Alpha', ['Alpha one', 'Alpha two', 'Alpha three']],
  ['Alpha two', ['Deep']],
];

export async function furnishFrame(browser: TestBrowser | null): Promise<Frame> {
  const database = await migratedDatabase('sqlite');
  const t = await listen(database);
  const ids: Record<string, number> = {};
  for (const [parent, titles] of TREE) {
    for (const title of titles) {
      const body = {
        title,
        markdown: `Text of ${title}.`,
        workspace_id: t.ws1,
        parent_id: parent ? ids[parent] : null,
      };
      ids[title] = (await t.call('ann', 'POST', '/api/pages', body)).body.id;
    }
  }
  return {
    t,
    ids,
    async visit(who, title, options) {
      const visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 }, ...options });
      if (who !== 'anon') await signIn(visit, t, t.session(who));
      await visit.page.goto(who === 'anon' ? t.url : `${t.url}/pages/${ids[title]}`);
      return visit;
    },
    async level(parent = '') {
      const query = parent ? `parent_id=${ids[parent]}` : `workspace_id=${t.ws1}`;
      const { body } = await t.call('ann', 'GET', `/api/nav/menu?${query}`);
      return body.items.map(({ title }: { title: string }) => title);
    },
    async stop() {
      await t.stop();
      await database.cleanup();
    },
  };
}

/** The same for the tests of a `describe`, from before the first until after the last, when the browser goes with it. */
export function keptFrame(browser: TestBrowser | null): Frame {
  const frame = {} as Frame;
  before(async () => {
    Object.assign(frame, await furnishFrame(browser));
  });
  after(async () => {
    await frame.stop();
    await browser?.close();
  });
  return frame;
}

/** Closes a visit that must not have complained, but for the refusals that its test provoked. */
export async function leave(visit: Visit, expected = /^$/): Promise<void> {
  const complaints = visit.complaints.filter((one) => !expected.test(one));
  await visit.close();
  assert.deepEqual(complaints, []);
}

export const excess = (page: Page): Promise<number> =>
  page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);

/** What every page is: without faults in both colours, and on a phone as wide as the screen. */
export async function look(page: Page): Promise<void> {
  assert.deepEqual(await axeFaultsInBoth(page), [], page.url());
  await page.setViewportSize({ width: 390, height: 780 });
  assert.equal(await excess(page), 0, `${page.url()} on a phone`);
  await page.setViewportSize({ width: 1280, height: 800 });
}
