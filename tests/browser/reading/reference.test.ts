// The two pages about the API in a real browser: they draw themselves under the strict policy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import type { TestApp } from '../../kit/app.ts';
import { axeFaults } from '../../kit/axe.ts';
import { listen, openBrowser } from '../../kit/browser.ts';

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

  // Every rule of axe would take a minute on pages as long as these. The viewer of /docs, which is not ours, draws a
  // main part of its own and leaves out a level of headings.
  for (const [path, sign, rules] of [
    ['/docs', '.swagger-ui .opblock-tag', ['select-name', 'color-contrast', 'region', 'page-has-heading-one']],
    ['/redoc', 'h1', ['nested-interactive', 'link-name', 'region', 'landmark-unique', 'heading-order']],
  ] as const) {
    it(`${path} shows the operations without a complaint`, async () => {
      const visit = await browser!.visit();
      await visit.page.goto(`${running.url}${path}`);
      // The viewer draws hundreds of operations.
      await visit.page.locator(sign).first().waitFor({ timeout: 60_000 });
      assert.deepEqual(visit.complaints, []);
      assert.deepEqual(await axeFaults(visit.page, { rules: [...rules] }), []);
      await visit.close();
    });
  }
});
