// Synced blocks in the editor: made of chosen blocks, shown elsewhere, written in both places, and made one's own again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { axeFaults } from '../kit/axe.ts';
import { close, outline, save, withEditor } from './editor.ts';

await withEditor('synced blocks', (desk) => {
  const synced = async (id: number) => (await desk.t.call('ann', 'GET', `/api/synced/${id}`)).body;

  it('are made in the block menu, shown on another page, and written there for both', async () => {
    const first = await desk.write('opening hours');
    await first.page.keyboard.press('Control+/');
    await first.page.getByRole('menuitem', { name: 'Make it a synced block' }).click();
    const made = first.page.locator('.block-synced');
    await made.getByText('opening hours').first().waitFor();
    await save(first);
    const [block] = (await desk.stored(first.id)).blocks;
    assert.equal(block?.type, 'synced');
    const id = Number(block?.data.syncedBlockId);
    assert.deepEqual(outline((await synced(id)).blocks), ['paragraph: opening hours']);

    const second = await desk.write('above');
    await second.page.keyboard.press('Enter');
    await second.page.keyboard.type('/synced');
    await second.page.getByRole('option', { name: 'Synced block' }).waitFor();
    await second.page.keyboard.press('Enter');
    await second.page.getByRole('menuitem', { name: 'opening hours' }).click();
    const shown = second.page.locator('.block-synced');
    const inner = shown.getByRole('textbox');
    await inner.getByText('opening hours').click();
    await second.page.keyboard.press('End');
    await second.page.keyboard.type(' nine to five');
    await shown.getByText('Saved').waitFor();
    assert.deepEqual(outline((await synced(id)).blocks), ['paragraph: opening hours nine to five']);
    assert.deepEqual(await axeFaults(second.page), []);
    await save(second);
    const uses = (await desk.t.call('ann', 'GET', `/api/v2/synced-blocks/${id}/references`)).body;
    assert.deepEqual(uses.map(({ page_id }: { page_id: number }) => page_id).sort(), [first.id, second.id].sort());

    await first.page.reload();
    await first.page.locator('.block-synced').getByText('opening hours nine to five').waitFor();
    await second.page.reload();
    await second.page.locator('.block-synced').getByRole('button', { name: 'On 2 pages' }).click();
    await second.page.getByRole('menuitem', { name: 'A page' }).first().waitFor();
    await second.page.keyboard.press('Escape');
    await second.page.locator('.block-synced').getByRole('button', { name: 'Unsync' }).click();
    await second.page.locator('.block-synced').waitFor({ state: 'detached' });
    await save(second);
    assert.deepEqual(outline((await desk.stored(second.id)).blocks), [
      'paragraph: above',
      'paragraph: opening hours nine to five',
      'paragraph:',
    ]);
    assert.equal((await desk.stored(first.id)).blocks[0]?.type, 'synced');
    await close(first);
    await close(second);
  });

  it('ask who is right when somebody saved meanwhile, and show nothing of what is gone', async () => {
    const blocks = [{ type: 'paragraph', data: { text: 'one' } }];
    const made = await desk.t.call('ann', 'POST', '/api/v2/synced-blocks', { blocks });
    const { id } = made.body;
    const gone = { type: 'synced', data: { syncedBlockId: 999_999 } };
    const written = await desk.open(await desk.make([{ type: 'synced', data: { syncedBlockId: id } }, gone]));
    const { page } = written;
    await page.getByText('This synced block is not available').waitFor();
    const inner = page.locator('.block-synced').first().getByRole('textbox');
    const theirs = [{ type: 'paragraph', data: { text: 'theirs' } }];
    await desk.t.call('edi', 'PATCH', `/api/v2/synced-blocks/${id}`, { blocks: theirs });
    await inner.getByText('one').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' mine');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await inner.getByText('theirs').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and mine');
    await page.locator('.synced-state').getByText('Saved').waitFor();
    assert.deepEqual(outline((await synced(id)).blocks), ['paragraph: theirs and mine']);
    await close(written, /status of 404|status of 412/);
  });
});
