// Somebody with a browser that keeps pages, for tests of what is done without a connection.
import { after, before, beforeEach } from 'node:test';
import type { Page } from 'playwright-core';
import type { Name } from '../../kit/app.ts';
import type { TestBrowser, Visit } from '../../kit/browser.ts';
import { type Frame, furnishFrame } from '../frame.ts';

export interface Device extends Visit {
  /** goes to a page by its title, or to an address */
  go(place: string): Promise<void>;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** The worker serves this page, and has all that it keeps. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** All that is in one part of the store of the person for whom pages are kept. */
export const stored = <T>(page: Page, part: string): Promise<T[]> =>
  page.evaluate(async (name) => {
    const own = `commonplace-${localStorage.getItem('commonplace-offline')}`;
    if (!(await indexedDB.databases()).some((one) => one.name === own)) return [];
    const answered = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answered(indexedDB.open(own));
    const all = await answered(database.transaction(name).objectStore(name).getAll());
    database.close();
    return all;
  }, part) as Promise<T[]>;

/** A browser of somebody who keeps pages, once everything is there. */
export async function keepingDevice(frame: Frame, who: Name, options = {}): Promise<Device> {
  const visit = await frame.visit(who, 'Alpha', { serviceWorkers: 'allow', ...options });
  const { page, context } = visit;
  const go = async (place: string) => {
    await page.goto(place.startsWith('/') ? frame.t.url + place : `${frame.t.url}/pages/${frame.ids[place]}`);
  };
  await controlled(page);
  await go('/offline');
  await page.getByRole('switch', { name: 'Keep pages on this device' }).click();
  await page.getByRole('row', { name: 'Alpha' }).first().waitFor();
  return {
    ...visit,
    go,
    cut: () => context.setOffline(true),
    mend: () => context.setOffline(false),
  };
}

/** Around the tests of a file: the product, and for each of them a browser of Ann that keeps pages. */
export function keepingDesk(browser: TestBrowser | null): { readonly frame: Frame; readonly device: Device } {
  const desk = {} as { frame: Frame; device: Device };
  before(async () => {
    desk.frame = await furnishFrame(browser);
  });
  beforeEach(async () => {
    desk.device = await keepingDevice(desk.frame, 'ann');
  });
  after(() => desk.frame.stop());
  return desk;
}
