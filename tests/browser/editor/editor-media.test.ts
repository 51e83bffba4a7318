// What comes into a page as files: masses of text, pictures that are chosen, dropped or inside pasted HTML, covers.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { Block } from '../../../plugins/blocks/block.ts';
import { axeFaults } from '../../kit/axe.ts';
import { settled } from '../../kit/browser.ts';
import { close, outline, paste, save, withEditor } from './editor.ts';

/** A PNG of one colour; `claimed` writes another size into its header. */
function png(width: number, height: number, claimed = { width, height }): Buffer {
  const crcTable = Array.from({ length: 256 }, (_none, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (crcTable[(c ^ byte) & 255] as number) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed.width);
  header.writeUInt32BE(claimed.height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height, 120);
  for (let y = 0; y < height; y++) rows[y * (width * 3 + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

await withEditor('what comes from outside', (desk) => {
  it('takes 800 KB of text, and offers to attach 5 MB as a file without laying them out', async () => {
    const written = await desk.write('');
    const { page, id, text } = written;
    const line = 'words that go on and on until the line ends\n';
    await paste(written, { 'text/plain': line.repeat(5_000) });
    await save(written);
    assert.equal((await desk.stored(id)).blocks.length, 5_000);
    for (const key of ['Control+a', 'Control+a', 'Delete']) await page.keyboard.press(key);
    await paste(written, { 'text/plain': line.repeat(120_000) });
    await page.getByRole('dialog').getByText('The text has').waitFor();
    assert.equal((await text.textContent())?.trim(), '');
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Attach as a file' }).click();
    await text.locator('.file-card').waitFor();
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    assert.equal(block?.type, 'file');
    await close(written);
  });

  it('uploads pictures that are chosen, shows and sizes them, and keeps them with caption and description', async () => {
    const written = await desk.write('');
    const { page, id, text } = written;
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.type('/image');
    await page.locator('#suggestions [role="option"]').first().filter({ hasText: 'Image' }).waitFor();
    await settled(page);
    await page.keyboard.press('Enter');
    await (await choosing).setFiles({ name: 'field.png', mimeType: 'image/png', buffer: png(400, 200) });
    const image = text.locator('figure img');
    await image.waitFor();
    await page.waitForFunction(() => (document.querySelector('figure img') as HTMLImageElement)?.naturalWidth === 400);
    await image.hover();
    await page.getByRole('button', { name: 'Describe the picture' }).click();
    await page.getByRole('textbox', { name: 'Describe the picture' }).fill('A field');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('slider', { name: 'Width of the picture' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await text.locator('figure').hover();
    await page.getByLabel('Add a caption').fill('In spring');
    await page.getByLabel('Add a caption').press('Enter');
    assert.deepEqual(await axeFaults(page), []);
    await save(written);
    const block = (await desk.stored(id)).blocks.find(({ type }) => type === 'image');
    assert.deepEqual(
      { ...block?.data, fileId: 0 },
      { fileId: 0, name: 'field.png', caption: 'In spring', width: 368, alt: 'A field' },
    );
    await page.reload();
    await page.waitForFunction(() => (document.querySelector('figure img') as HTMLImageElement)?.naturalWidth === 400);
    await close(written);
  });

  it('gives a picture its caption, words, width and another file by keyboard, and a film its width', async () => {
    const written = await desk.write('');
    const { page, id, text } = written;
    const menu = async (name: string) => {
      await page.keyboard.press('Control+/');
      await page.getByRole('menu', { name: 'Block menu' }).waitFor();
      await page.getByRole('menuitem', { name }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };
    const stored = async () => (await desk.stored(id)).blocks.find(({ data }) => data.fileId)?.data;
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.type('/image');
    await page.locator('#suggestions [role="option"]').first().filter({ hasText: 'Image' }).waitFor();
    await settled(page);
    await page.keyboard.press('Enter');
    await (await choosing).setFiles({ name: 'field.png', mimeType: 'image/png', buffer: png(400, 200) });
    await text.locator('figure img').waitFor();
    await text.locator('figure img').click();
    await settled(page);
    await menu('Add a caption');
    await page.locator('.caption:focus').waitFor();
    await page.keyboard.type('In spring');
    await page.keyboard.press('Enter');
    await settled(page);
    await menu('Describe the picture');
    await page.getByRole('textbox', { name: 'Describe the picture' }).fill('A field');
    await page.keyboard.press('Enter');
    await settled(page);
    await menu('Width of the picture');
    await page.getByRole('spinbutton', { name: 'Width of the picture' }).fill('222');
    await page.keyboard.press('Enter');
    await save(written);
    const first = await stored();
    assert.deepEqual(
      { ...first, fileId: 0 },
      { fileId: 0, name: 'field.png', caption: 'In spring', width: 222, alt: 'A field' },
    );
    const again = page.waitForEvent('filechooser');
    await menu('Replace the file');
    await (await again).setFiles({ name: 'wood.png', mimeType: 'image/png', buffer: png(300, 100) });
    await page.waitForFunction(() => (document.querySelector('figure img') as HTMLImageElement)?.naturalWidth === 300);
    await save(written);
    const second = await stored();
    assert.deepEqual({ ...second, fileId: 0 }, { fileId: 0, name: 'wood.png', caption: 'In spring', width: 222 });
    assert.notEqual(second?.fileId, first?.fileId);
    await page.keyboard.press('Control+z');
    await save(written);
    assert.deepEqual(await stored(), first);
    const leaving = page.waitForEvent('download');
    await menu('Download');
    assert.equal((await leaving).suggestedFilename(), 'field.png');
    await close(written);
    const film = await desk.open(await desk.make([{ type: 'video', data: { fileId: Number(first?.fileId) } }]));
    await film.text.locator('video').click({ position: { x: 5, y: 5 } });
    await film.page.getByRole('slider', { name: 'Width of the picture' }).focus();
    await film.page.keyboard.press('ArrowLeft');
    await save(film);
    const [{ data }] = (await desk.stored(film.id)).blocks as [Block];
    assert.equal(data.width, 284);
    await close(film, /Failed to load/);
  });

  it('keeps several pictures in the order in which they came', async () => {
    const written = await desk.write('text\n\nafter');
    const { page, id } = written;
    await page.keyboard.press('ArrowUp');
    await settled(page);
    await page.evaluate(async () => {
      const transfer = new DataTransfer();
      for (const name of ['one', 'two', 'three']) {
        const canvas = document.createElement('canvas');
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
        transfer.items.add(new File([blob as Blob, name], `${name}.png`, { type: 'image/png' }));
      }
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    });
    await page.locator('.block-image img').nth(2).waitFor();
    await save(written);
    const names = (await desk.stored(id)).blocks.map(({ type, data }) => data.name ?? type);
    assert.deepEqual(names, ['paragraph', 'one.png', 'two.png', 'three.png', 'paragraph']);
    await close(written);
  });

  it('uploads the pictures inside pasted HTML, each where it stood', async () => {
    const written = await desk.write('start');
    const { page, id } = written;
    const picture = await page.evaluate(() => document.createElement('canvas').toDataURL('image/png'));
    await page.keyboard.press('Enter');
    const html = `<p>a<img alt="one" src="${picture}">b</p><p><img src="${picture}"></p><p>c<img alt="bad" src="data:image/png;base64,%%%"></p>`;
    await paste(written, { 'text/html': html, 'text/plain': 'a b c' });
    await page.locator('.block-image img').nth(1).waitFor();
    await save(written);
    const blocks = (await desk.stored(id)).blocks.map(({ type, data }) => `${type}:${data.name ?? data.text}`);
    const expected = ['paragraph:start', 'paragraph:ab', 'image:one.png', 'image:picture.png', 'paragraph:cbad'];
    assert.deepEqual(blocks, expected);
    await close(written);
  });

  it('sets a cover and takes it away, without a conflict for what is being written', async () => {
    const written = await desk.write('text');
    const { page, id } = written;
    await page.keyboard.type(' more');
    await page.locator('.page-head').hover();
    await page.getByRole('button', { name: 'Add cover' }).click();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Gradient 3 of 10' }).click();
    await page.locator('img.page-cover[src="/static/cover-harbour.svg"]').waitFor();
    await page.locator('.page-head').hover();
    await page.getByRole('button', { name: 'Change cover' }).click();
    await page.getByRole('button', { name: 'Gradient 3 of 10' }).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await page.locator('img.page-cover:not([src="/static/cover-harbour.svg"])').waitFor();
    await page.locator('.page-head').hover();
    await page.getByRole('button', { name: 'Remove cover' }).click();
    await page.getByRole('button', { name: 'Add cover' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload a picture' }).click(),
    ]);
    await chooser.setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: png(64, 32) });
    await page.locator('img.page-cover').waitFor();
    await page.getByRole('button', { name: 'Reposition cover' }).click();
    await page.locator('img.page-cover:focus').waitFor();
    await page.getByText('Drag the picture or use the arrow keys').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await page.getByText('Drag the picture or use the arrow keys').waitFor({ state: 'detached' });
    await save(written);
    await page.reload();
    await page.locator('.article[data-ready]').waitFor();
    await page.locator('.page-head').hover();
    await page.getByRole('button', { name: 'Remove cover' }).click();
    await page.locator('img.page-cover').waitFor({ state: 'detached' });
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: text more']);
    await close(written);
  });

  it('offers to scale an oversized picture down, and says why a damaged one is refused', async () => {
    const written = await desk.write('');
    const { page, text } = written;
    const drop = (name: string, content: Buffer) =>
      page.evaluate(
        ([given, base64]) => {
          const bytes = Uint8Array.from(atob(base64 as string), (char) => char.charCodeAt(0));
          const transfer = new DataTransfer();
          transfer.items.add(new File([bytes], given as string, { type: 'image/png' }));
          const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
          document.querySelector('.ProseMirror')?.dispatchEvent(event);
        },
        [name, content.toString('base64')],
      );
    await drop('wide.png', png(6000, 100));
    await page.getByRole('dialog').getByText('This picture is very large').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: /Scale down/ }).click();
    await page.waitForFunction(() => (document.querySelector('figure img') as HTMLImageElement)?.naturalWidth === 4096);
    await drop('broken.png', Buffer.concat([png(10, 10).subarray(0, 20)]));
    await page.getByText('This cannot be accepted').or(page.getByText('damaged')).first().waitFor();
    assert.equal(await text.locator('.upload-card').count(), 0);
    await close(written, /422/);
  });

  it('fits a phone: the bar above the keyboard writes, indents and opens menus', async () => {
    const written = await desk.write('one\n\ntwo', {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      isMobile: true,
    });
    const { page, id } = written;
    const bar = page.getByRole('toolbar', { name: 'Write' });
    await bar.getByRole('button', { name: 'Indent' }).tap();
    await bar.getByRole('button', { name: 'Insert a block' }).tap();
    await page.keyboard.type('quote');
    await page.locator('#suggestions [role="option"]').first().tap();
    await page.keyboard.type('said');
    assert.deepEqual(await axeFaults(page), []);
    const excess = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
    assert.ok(excess <= 0, `${excess} px too wide`);
    await bar.getByRole('button', { name: 'Block menu' }).tap();
    await page
      .getByRole('menuitem', { name: /Move up|Outdent/ })
      .last()
      .tap();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await save(written);
    assert.match(outline((await desk.stored(id)).blocks).join('|'), /quote: said/);
    await close(written);
  });
});
