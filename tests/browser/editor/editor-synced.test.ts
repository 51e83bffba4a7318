// Synced blocks in the editor: made of chosen blocks, shown elsewhere, written in both places, and made one's own again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { Lines } from '../connection-control.ts';
import { close, opened, outline, save, withEditor } from './editor.ts';

await withEditor('synced blocks', (desk) => {
  const synced = async (id: number) => (await desk.t.call('ann', 'GET', `/api/synced/${id}`)).body;

  it('are made in the block menu, shown on another page, and written there for both', async () => {
    const first = await desk.write('opening hours');
    await first.page.keyboard.press('Control+/');
    await first.page.getByRole('menuitem', { name: 'Turn into synced block' }).click();
    const made = first.page.locator('.block-synced');
    await made.getByText('opening hours').first().waitFor();
    await first.page.getByRole('button', { name: 'On 1 page', exact: true }).waitFor();
    await save(first);
    await first.page.emulateMedia({ media: 'print' });
    for (const tool of ['.save-status', '.page-tags button'])
      await first.page.locator(tool).waitFor({ state: 'hidden' });
    await first.page.emulateMedia({ media: null });
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
    await inner.and(second.page.locator(':not([aria-readonly])')).getByText('opening hours').click();
    await second.page.keyboard.press('End');
    await second.page.keyboard.type(' nine to five');
    await shown.getByText('Saved').waitFor();
    assert.deepEqual(outline((await synced(id)).blocks), ['paragraph: opening hours nine to five']);
    assert.deepEqual(await axeFaults(second.page), []);
    await save(second);
    const uses = (await desk.t.call('ann', 'GET', `/api/v2/synced-blocks/${id}/references`)).body;
    assert.deepEqual(uses.map(({ page_id }: { page_id: number }) => page_id).sort(), [first.id, second.id].sort());

    await made.getByText('opening hours nine to five').waitFor();
    const vic = await desk.t.call('vic', 'GET', `/pages/${first.id}`);
    assert.match(vic.text, /nine to five/);
    await second.page.reload();
    await second.page.locator('.block-synced').getByRole('button', { name: 'On 2 pages' }).click();
    await second.page.getByRole('menuitem', { name: 'A page' }).first().waitFor();
    await second.page.keyboard.press('Escape');
    await second.page.locator('.block-synced').getByRole('button', { name: 'Detach' }).click();
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

  it('stay under the hands of who writes them while others move blocks past them', async () => {
    const text = (word: string) => ({ type: 'paragraph', data: { text: word } });
    const given = { blocks: [text('hours')], page_id: await desk.make('origin') };
    const { id } = (await desk.t.call('ann', 'POST', '/api/v2/synced-blocks', given)).body;
    const page = await desk.make([text('one'), text('stone'), { type: 'synced', data: { syncedBlockId: id } }]);
    const [ann, edi] = [await desk.open(page), await desk.open(page, { who: 'edi' })];
    await ann.page.locator('.synced-body').getByText('hours').click();
    await ann.page.keyboard.press('End');
    for (const [key, order] of [
      ['ArrowDown', ['one', 'synced', 'stone']],
      ['ArrowUp', ['one', 'stone', 'synced']],
      ['ArrowDown', ['one', 'synced', 'stone']],
      ['ArrowUp', ['one', 'stone', 'synced']],
    ] as const) {
      await edi.text.getByText('stone').click();
      await edi.page.keyboard.press(`Alt+Shift+${key}`);
      await ann.page.waitForFunction((wanted) => {
        const shown = [...document.querySelectorAll('.block:not(.block .block)')].map((block) =>
          block.querySelector('.block-synced') ? 'synced' : block.textContent?.trim(),
        );
        return shown.filter(Boolean).join() === wanted.join();
      }, order);
      await ann.page.keyboard.type(` ${key}`);
    }
    await ann.page.locator('.synced-body').getByText('hours ArrowDown ArrowUp ArrowDown ArrowUp').waitFor();
    await close(edi);
    await close(ann);
  });

  it('are written on by who writes them when others put them into another block, which draws them anew', async () => {
    const text = (word: string) => ({ type: 'paragraph', data: { text: word } });
    const given = { blocks: [text('hours'), text('prices')], page_id: await desk.make('origin') };
    const { id } = (await desk.t.call('ann', 'POST', '/api/v2/synced-blocks', given)).body;
    const page = await desk.make([text('list'), { type: 'synced', data: { syncedBlockId: id } }]);
    const ann = await desk.open(page);
    await ann.page.locator('.synced-body').getByText('hours').click();
    await ann.page.keyboard.press('End');
    await ann.page.keyboard.type(' one');
    const [first, synced] = (await desk.stored(page)).blocks;
    const body = { blocks: [{ ...first, type: 'bullet', children: [synced] }] };
    assert.equal((await desk.t.call('edi', 'PUT', `/api/pages/${page}/content`, { body })).status, 200);
    await ann.page.locator('.block .block .block-synced').waitFor();
    await ann.page.locator('.synced-body.ProseMirror-focused, .synced-body .ProseMirror-focused').waitFor();
    await ann.page.keyboard.type(' two');
    await ann.page.locator('.synced-body').getByText('hours one two').waitFor();
    await close(ann);
  });

  /** A page that shows a synced block with this word; its sockets go through `lines`. */
  const withLines = async (word: string) => {
    const blocks = [{ type: 'paragraph', data: { text: word } }];
    const { id } = (await desk.t.call('ann', 'POST', '/api/v2/synced-blocks', { blocks })).body;
    const page = await desk.make([{ type: 'paragraph' }, { type: 'synced', data: { syncedBlockId: id } }]);
    const ann = await desk.open(page);
    const lines = await new Lines().follow(ann.page);
    await ann.page.reload();
    await opened(page, ann.visit, ann.page);
    return { id, ann, lines, body: ann.page.locator('.synced-body'), whole: ann.page.locator('.block-synced') };
  };
  const writable = '[contenteditable="true"]:not([aria-readonly])';

  it('are asked for again where no call got through', async () => {
    const { ann, body, whole } = await withLines('hours');
    let asked = 0;
    await ann.page.route('**/api/synced/**', (route) => (asked++ < 2 ? route.abort() : route.continue()));
    await ann.page.reload();
    await body.and(ann.page.locator(writable)).getByText('hours').waitFor();
    assert.ok(asked > 2);
    await whole.getByText('not available').waitFor({ state: 'detached' });
    await close(ann, /ERR_FAILED/);
  });

  it('keep what was written without a line when they are drawn anew, and bring it in with what follows', async () => {
    const { id, ann, lines, body, whole } = await withLines('hours');
    const { keyboard } = ann.page;
    await body.and(ann.page.locator(writable)).getByText('hours').click();
    await keyboard.press('End');
    await lines.cut();
    await keyboard.type(' before');
    await ann.text.locator('p').first().click();
    for (const key of ['Control+a', 'Control+a', 'Delete']) await keyboard.press(key);
    await whole.waitFor({ state: 'detached' });
    await keyboard.press('Control+z');
    await body.and(ann.page.locator(writable)).getByText('hours before').click();
    await keyboard.press('End');
    await keyboard.type(' after');
    await lines.mend(ann);
    await until(async () => outline((await synced(id)).blocks).join() === 'paragraph: hours before after', 'all of it');
    await close(ann, /WebSocket/);
  });

  it('are written together again where they came while sockets were cut', async () => {
    const { id, ann, lines, body, whole } = await withLines('seven hours');
    await body.and(ann.page.locator(writable)).waitFor();
    await lines.cut();
    await ann.text.locator('p').first().click();
    await ann.page.keyboard.type('/synced');
    await ann.page.getByRole('option', { name: 'Synced block' }).waitFor();
    await ann.page.keyboard.press('Enter');
    const known = lines.refused.length;
    await ann.page.getByRole('menuitem', { name: 'seven hours' }).click();
    // Twice is where a page of its own would take sockets for blocked.
    const tries = () => lines.refused.slice(known).filter((url) => url.includes(`/synced/${id}`)).length;
    await until(() => tries() > 6, 'attempts');
    await lines.mend(ann);
    assert.equal(await whole.count(), 2);
    const blocks = [{ type: 'paragraph', data: { text: 'other hours' } }];
    await desk.t.call('edi', 'PATCH', `/api/v2/synced-blocks/${id}`, { blocks });
    for (const one of [body.first(), body.last()])
      await one.and(ann.page.locator(writable)).getByText('other hours').waitFor();
    await close(ann, /WebSocket/);
  });

  it('are written by several people at once, and by nobody while the page they come from is locked', async () => {
    const origin = await desk.make('origin');
    const blocks = [{ type: 'paragraph', data: { text: 'hours' } }];
    const { id } = (await desk.t.call('ann', 'POST', '/api/v2/synced-blocks', { blocks, page_id: origin })).body;
    const shown = [{ type: 'synced', data: { syncedBlockId: id } }];
    const ann = await desk.open(await desk.make(shown));
    const edi = await desk.open(await desk.make(shown), { who: 'edi' });
    const [one, two] = [ann, edi].map(({ page }) => page.locator('.block-synced').getByRole('textbox'));
    assert.ok(one && two);
    await two.and(edi.page.locator(':not([aria-readonly])')).getByText('hours').click();
    await edi.page.keyboard.press('End');
    // Keys of one moment are one step back, however slowly the machine takes them.
    await edi.page.clock.setFixedTime(Date.UTC(2026, 10, 20));
    await edi.page.keyboard.type(' by Edi');
    await one.getByText('hours by Edi').waitFor();
    await ann.page.locator('.block-synced .caret[data-name^="Edi"]').waitFor({ state: 'attached' });
    await one.getByText('hours by Edi').click();
    await ann.page.keyboard.press('Home');
    await ann.page.keyboard.type('Our ');
    await two.getByText('Our hours by Edi').waitFor();
    await edi.page.keyboard.press('Control+z');
    await one.getByText('Our hours', { exact: true }).waitFor();
    // Everything is stored by then, so that nothing is refused.
    await edi.page.locator('.synced-state').getByText('Saved').waitFor();
    await desk.t.call('ann', 'POST', `/api/pages/${origin}/lock`, { locked: true });
    await edi.page.locator('.synced-state').getByText('Read only').waitFor();
    await edi.page.keyboard.type('never');
    await ann.page.keyboard.type('very own ');
    await two.getByText('Our very own hours').waitFor();
    await ann.page.locator('.synced-state').getByText('Saved').waitFor();
    assert.deepEqual(outline((await synced(id)).blocks), ['paragraph: Our very own hours']);
    await close(ann);
    await close(edi);
  });

  it('show nothing of what is gone, and nothing within itself', async () => {
    const call = (method: string, path = '', body?: object) =>
      desk.t.call('ann', method, `/api/v2/synced-blocks${path}`, body);
    const [gone, empty] = [
      (await call('POST', '', { blocks: [] })).body,
      (await call('POST', '', { blocks: [] })).body,
    ];
    const id = await desk.make([gone, empty].map((one) => ({ type: 'synced', data: { syncedBlockId: one.id } })));
    assert.equal((await call('DELETE', `/${gone.id}`)).status, 200);
    const written = await desk.open(id);
    await written.page.getByText('This synced block is not available').waitFor();
    const inner = written.page.locator('.block-synced').nth(1).getByRole('textbox');
    await inner.and(written.page.locator(':not([aria-readonly])')).click();
    await written.page.keyboard.type('/synced');
    await written.page.getByRole('option', { name: 'Synced block' }).waitFor();
    await written.page.keyboard.press('Enter');
    await written.page.locator('.menu [role="menuitem"]').last().click();
    await inner.getByText('This synced block is not available').waitFor();
    const kept: { type: string }[] = (await synced(empty.id)).blocks;
    assert.ok(kept.every(({ type }) => type === 'paragraph'));
    await close(written, /status of 404/);
  });
});

await withEditor(
  'synced blocks where no socket gets through',
  (desk) => {
    const synced = async (id: number) => (await desk.t.call('ann', 'GET', `/api/synced/${id}`)).body;

    it('ask who is right when somebody saved meanwhile', async () => {
      const blocks = [{ type: 'paragraph', data: { text: 'one' } }];
      const made = await desk.t.call('ann', 'POST', '/api/v2/synced-blocks', { blocks });
      const { id } = made.body;
      const written = await desk.open(await desk.make([{ type: 'synced', data: { syncedBlockId: id } }]));
      const { page } = written;
      const inner = page.locator('.block-synced').first().getByRole('textbox');
      const theirs = [{ type: 'paragraph', data: { text: 'theirs' } }];
      await desk.t.call('edi', 'PATCH', `/api/v2/synced-blocks/${id}`, { blocks: theirs });
      await inner.and(page.locator(':not([aria-readonly])')).getByText('one').click();
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
      await close(written, /status of 412/);
    });
  },
  { sockets: false },
);
