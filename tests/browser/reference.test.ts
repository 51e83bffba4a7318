// The two pages about the API in a real browser: they draw themselves under the strict policy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestApp } from '../kit/app.ts';
import { listen, openBrowser } from '../kit/browser.ts';
import { migratedDatabase, type TestDatabase } from '../kit/databases.ts';

const browser = await openBrowser();

describe('API reference in a browser', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let running: TestApp & { url: string };
  before(async () => {
    database = await migratedDatabase('sqlite');
    running = await listen(database);
  });
  after(async () => {
    await browser?.close();
    await running.stop();
    await database.cleanup();
  });

  for (const [path, sign] of [
    ['/docs', '.swagger-ui .opblock-tag'],
    ['/redoc', 'h1'],
  ] as const) {
    it(`${path} shows the operations without a complaint`, async () => {
      const visit = await browser!.visit();
      await visit.page.goto(`${running.url}${path}`);
      // The viewer draws hundreds of operations.
      await visit.page.locator(sign).first().waitFor({ timeout: 60_000 });
      assert.deepEqual(visit.complaints, []);
      await visit.close();
    });
  }
});
