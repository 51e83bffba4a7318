// A product that listens with one database in it, and the visits of people to that, for browser tests of databases.
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { migratedDatabase } from '../../../testing/databases.ts';
import { type Made, makeDatabase } from '../../databases/database.ts';
import type { Name, TestApp } from '../../kit/app.ts';
import { listen, signIn, type TestBrowser, type Visit } from '../../kit/browser.ts';

/** Settings of a select with these options. */
export const named = (...names: string[]) => ({ options: names.map((name) => ({ name, color: 'green' })) });

/** How the days of the month begin that a calendar shows to people in Berlin, e.g. `2026-11-`. */
export const thisMonth = (): string =>
  new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 8);

export const LIVE = '[data-database][data-ready]';

export interface DatabaseDesk {
  t: TestApp & { url: string };
  made: Made;
  readonly visits: Visit[];
  /** a signed-in window that is still empty */
  visit(who: Name, options?: BrowserContextOptions): Promise<Page>;
  /** the database as somebody sees it, in the first view where none is named */
  open(who: Name, view?: number, options?: BrowserContextOptions, query?: string): Promise<Page>;
  /** makes a view, and answers with its id */
  makeView(kind: string, config?: object, name?: string): Promise<number>;
  /** ends all visits, in which nothing but what is allowed went wrong */
  close(allowed?: RegExp): Promise<void>;
  stop(): Promise<void>;
}

export async function furnishDatabase(
  browser: TestBrowser | null,
  properties: Parameters<typeof makeDatabase>[1],
): Promise<DatabaseDesk> {
  const stored = await migratedDatabase('sqlite');
  const t = await listen(stored);
  const made = await makeDatabase(t, properties);
  const visits: Visit[] = [];
  const desk: DatabaseDesk = {
    ...{ t, made, visits },
    async visit(who, options = {}) {
      const visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 }, ...options });
      visits.push(visit);
      await signIn(visit, t, t.session(who));
      return visit.page;
    },
    async open(who, view, options = {}, query = '') {
      const page = await desk.visit(who, options);
      await page.goto(`${t.url}/pages/${made.pageId}?view=${view ?? ''}${query}`);
      if (options.javaScriptEnabled !== false) await page.locator(LIVE).waitFor();
      return page;
    },
    makeView: async (kind, config = {}, name = kind) =>
      (await t.call('ann', 'POST', `/api/v2/collections/${made.id}/views`, { name, kind, config })).body.id,
    async close(allowed) {
      const complaints: string[] = [];
      for (const visit of visits.splice(0)) {
        complaints.push(...visit.complaints.filter((one) => !allowed?.test(one)));
        await visit.close();
      }
      assert.deepEqual(complaints, []);
    },
    async stop() {
      for (const visit of visits.splice(0)) await visit.close();
      await t.stop();
      await stored.cleanup();
      await browser?.close();
    },
  };
  return desk;
}

/** Waits until a view says that it has so many rows. */
export const awaitRowCount = (page: Page, count: number): Promise<void> =>
  page.getByText(count === 1 ? '1 row' : `${count} rows`, { exact: true }).waitFor();
