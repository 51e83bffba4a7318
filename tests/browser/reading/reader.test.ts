// What a page offers who reads it: its contents beside the text, colours of code that lies elsewhere, documents; and
// who writes it chooses the part of the cover.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { files, fileUrl } from '../../../plugins/files/contract.ts';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { excess, type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('a page for readers', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  let pdf = '';
  before(async () => {
    frame = await furnishFrame(browser);
    const { t, ids } = frame;
    const store = (content: Buffer, name: string) =>
      t.app.use(files).store(t.ctx('ann'), { content, name, workspaceId: t.ws1, maxBytes: 100_000 });
    const paper = await store(Buffer.from('%PDF-1.7'), 'paper.pdf');
    pdf = fileUrl(paper);
    const code = { type: 'code', data: { text: 'const x = 1;', language: 'javascript' } };
    const source = await t.call('ann', 'POST', '/api/v2/synced-blocks', { page_id: ids.Beta, blocks: [code] });
    const words = {
      type: 'paragraph',
      data: {},
      content: [{ type: 'text', text: 'Words of a long page. '.repeat(60) }],
    };
    const chapter = (text: string, level: number) => [
      { id: text.toLowerCase(), type: 'heading', data: { level }, content: [{ type: 'text', text }] },
      words,
    ];
    const blocks = [
      ...[...chapter('Harbour', 1), ...chapter('Boats', 2), ...chapter('Weather', 1)],
      { type: 'synced', data: { syncedBlockId: source.body.id } },
      { type: 'pdf', data: { fileId: paper.id } },
    ];
    await t.call('ann', 'PUT', `/api/pages/${ids.Alpha}/content`, { blocks });
    const high = await sharp({ create: { width: 80, height: 400, channels: 3, background: '#4f9a86' } })
      .png()
      .toBuffer();
    const cover_url = fileUrl(await store(high, 'high.png'));
    await t.call('ann', 'PATCH', `/api/v2/pages/${ids.Gamma}`, { cover_url });
  });
  after(async () => {
    await browser?.close();
    await frame.stop();
  });

  for (const [width, colorScheme] of [
    [1400, 'light'],
    [390, 'dark'],
  ] as const)
    it(`has its contents at hand, coloured code and documents: ${width} px, ${colorScheme}`, async () => {
      const visit = await frame.visit('vic', 'Alpha', { viewport: { width, height: 800 }, colorScheme });
      const { page } = visit;
      await page.locator('.article .synced code .hljs-keyword', { hasText: 'const' }).waitFor();
      const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
      const viewer = page.locator(`.pdf-frame iframe[src="${pdf}/view"][title="paper.pdf"]`);
      assert.equal(await viewer.count(), hasViewer ? 1 : 0);
      assert.deepEqual(await axeFaults(page), []);
      assert.equal(await excess(page), 0);
      await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Weather' }).click();
      await page.waitForFunction(() => location.hash === '#weather');
      const outline = await page.locator('.page-outline').boundingBox();
      const article = await page.locator('.article').boundingBox();
      assert.ok(outline && article);
      assert.equal(outline.x >= article.x + article.width, width > 1000, 'beside the text where there is room');
      await leave(visit);
    });

  it('shows the part of the cover that was chosen by keys or by hand', async () => {
    const visit = await frame.visit('edi', 'Gamma');
    const { page } = visit;
    await page.locator('.article[data-ready]').waitFor();
    const cover = page.locator('.page-cover');
    const part = async () => (await cover.evaluate((image) => getComputedStyle(image).objectPosition)).split(' ')[1];
    const begin = async () => {
      await page.locator('.page-head').hover();
      await page.getByRole('button', { name: 'Reposition cover' }).click();
      await page.getByRole('slider').waitFor();
    };
    const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/options'));
    await begin();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.getByRole('slider').getAttribute('aria-valuenow'), '40');
    assert.deepEqual(await axeFaults(page), []);
    await Promise.all([saved(), page.keyboard.press('Enter')]);
    assert.equal(await part(), '40%');
    await begin();
    await page.keyboard.press('End');
    assert.equal(await part(), '100%');
    await page.keyboard.press('Escape');
    assert.equal(await part(), '40%');
    await begin();
    const box = await cover.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 50, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 50, box.y + 5000);
    await page.mouse.up();
    assert.equal(await part(), '0%');
    await Promise.all([saved(), page.keyboard.press('Enter')]);
    await page.reload();
    await page.locator('.page-cover[data-at="0"]').waitFor();
    await leave(visit);
  });
});
