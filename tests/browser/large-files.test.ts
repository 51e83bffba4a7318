// Large files on their way: a broken connection costs one part, not the upload.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../kit/browser.ts';
import { withEditor } from './editor/editor.ts';

await withEditor('large files', (desk) => {
  it('arrive whole although the connection breaks', async () => {
    const visit = await desk.browser.visit();
    const { page } = visit;
    await signIn(visit, desk.t, desk.t.session('ann'));
    await page.goto(`${desk.t.url}/local-workspace`);
    let breaks = 0;
    await page.route('**/api/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH' || breaks >= 2) return route.continue();
      breaks += 1;
      return route.abort('connectionreset');
    });
    const content = Buffer.alloc(9 * 1024 * 1024, 'large ');
    const field = page.locator('.explorer input[type="file"]');
    await field.setInputFiles([{ name: 'large.txt', mimeType: 'text/plain', buffer: content }]);
    const link = page.getByRole('link', { name: 'large.txt' }).first();
    await link.waitFor({ timeout: 60_000 });
    assert.equal(breaks, 2);
    const id = /\/pages\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1];
    const { text } = await desk.t.call('ann', 'GET', `/api/pages/${id}/download`);
    assert.equal(text === content.toString(), true);
    await visit.close();
  });
});
