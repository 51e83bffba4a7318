// Emoji of a workspace's own while writing: picked, completed, typed out, as the sign of a page; and their page.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { multipart } from '../../../testing/multipart.ts';
import { axeFaults } from '../../kit/axe.ts';
import { signIn } from '../../kit/browser.ts';
import { PIXEL } from '../../kit/pictures.ts';
import { close, outline, paste, save, withEditor } from './editor.ts';

await withEditor('own emoji', (desk) => {
  const make = async (name: string): Promise<number> => {
    const sent = multipart({ name, workspace_id: desk.t.ws1 }, { field: 'file', name: 'x.png', content: PIXEL });
    const made = await desk.t.call('ann', 'POST', '/api/v2/emoji', sent);
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };

  it('are offered behind a colon, completed by the second one, and shown in the text', async () => {
    await make('parrot');
    const written = await desk.write('');
    const { page, id, text } = written;
    await page.keyboard.type('at 10:30 :par');
    const option = page.locator('#suggestions [role="option"]').first();
    await option.getByText(':parrot:').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('and :parrot: again');
    await text.locator('img.emoji').nth(1).waitFor();
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: at 10:30 <emoji> and <emoji> again']);
    await page.reload();
    await page.locator('.article[data-ready] img.emoji[alt=":parrot:"]').nth(1).waitFor();
    await close(written);
  });

  it('are made of their names in what is pasted, as text and as Markdown, and undone as one step', async () => {
    await make('otter');
    const written = await desk.write('');
    const { page, id, text } = written;
    await paste(written, { 'text/plain': 'An :otter: at 10:30:15 and :unknown:' });
    await text.locator('img.emoji').waitFor();
    await page.keyboard.press('Control+z');
    await text.locator('img.emoji').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+z');
    await text.locator('img.emoji').waitFor();
    await paste(written, { 'text/plain': '\n- **:otter:** and `:otter:`\n- :otter::otter:\n' });
    await text.locator('img.emoji').nth(3).waitFor();
    await save(written);
    const said = outline((await desk.stored(id)).blocks).join('|');
    assert.match(said, /An <emoji> at 10:30:15 and :unknown:.*<emoji> and :otter:.*<emoji><emoji>/);
    await close(written);
  });

  it('come first in the picker and become the sign of a page, in the head and in the tree', async () => {
    const emoji = await make('badge');
    const written = await desk.write('text');
    const { page, id } = written;
    await page.getByRole('button', { name: 'Add icon' }).click();
    await page.getByRole('heading', { name: 'This workspace' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('badge');
    await page.getByRole('button', { name: ':badge:' }).click();
    const src = `/api/emoji/${emoji}`;
    await page.locator(`.page-head .page-icon img[src="${src}"]`).waitFor();
    await page.locator(`.tree li[data-id="${id}"] .tree-icon img[src="${src}"]`).waitFor();
    await page.reload();
    await page.locator(`.tree li[data-id="${id}"] .tree-icon img[src="${src}"]`).waitFor();
    await page.locator(`.page-head .page-icon img[src="${src}"]`).waitFor();
    await close(written);
  });

  it('have a page where editors add and remove them', async () => {
    const visit = await desk.browser.visit();
    const { page } = visit;
    await signIn(visit, desk.t, desk.t.session('edi'));
    await page.goto(`${desk.t.url}/workspaces/${desk.t.ws1}/emoji`);
    await page.getByLabel('Picture').setInputFiles({ name: 'Happy Cat.png', mimeType: 'image/png', buffer: PIXEL });
    assert.equal(await page.getByLabel('Name').inputValue(), 'happy_cat');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('status').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Remove :happy_cat:' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove :happy_cat:' }).waitFor({ state: 'detached' });
    await visit.close();
    assert.deepEqual(visit.complaints, []);
  });
});
