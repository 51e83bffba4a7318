// Comments in a real browser: from the text to a thread and back, mentions, the bell, the keyboard, and small screens.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import type { Name } from '../kit/app.ts';
import { axeFaults } from '../kit/axe.ts';
import { close, type Desk, outline, save, withEditor } from './editor/editor.ts';
import { excess } from './frame.ts';

await withEditor('comments', (desk: Desk) => {
  const comment = async (who: Name, id: number, body: object) => {
    const made = await desk.t.call(who, 'POST', `/api/v2/pages/${id}/comments`, { body });
    assert.equal(made.status, 200, made.text);
    return made.body.id as number;
  };
  const comments = async (id: number) => (await desk.t.call('ann', 'GET', `/api/v2/pages/${id}/comments`)).body;
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' });
  const ready = (page: Page) => page.locator('[data-comments][data-ready]').waitFor({ state: 'attached' });
  /** a page for somebody who may not write it */
  const read = async (id: number, who: Name, hash = '', options = {}) => {
    const { signIn } = await import('../kit/browser.ts');
    const visit = await desk.browser.visit({ viewport: { width: 1280, height: 800 }, ...options });
    await signIn(visit, desk.t, desk.t.session(who));
    await visit.page.goto(`${desk.t.url}/pages/${id}${hash}`);
    await ready(visit.page);
    return { visit, page: visit.page };
  };

  it('are written on selected text, which is marked and saved', async () => {
    const written = await desk.write('Some words to talk about');
    const { page, id } = written;
    await ready(page);
    await page.keyboard.press('Shift+Control+ArrowLeft');
    await page.locator('.selection-toolbar').waitFor();
    await page.keyboard.press('Control+Alt+m');
    await panel(page).getByRole('textbox', { name: 'Comment on this text' }).fill('Is this so?');
    await page.keyboard.press('Control+Enter');
    await panel(page).getByText('Is this so?').waitFor();
    const [made] = await comments(id);
    assert.deepEqual([made.quote, made.body], ['about', 'Is this so?']);
    await page.locator(`.ProseMirror [data-comment-id="${made.id}"]`, { hasText: 'about' }).waitFor();
    await page.getByRole('button', { name: '1 open thread here' }).waitFor();
    await save(written);
    const { blocks } = await desk.stored(id);
    assert.equal(blocks[0]?.id, made.block_id);
    assert.match(JSON.stringify(blocks), new RegExp(`"comment","attrs":\\{"id":${made.id}\\}`));
    await close(written);
  });

  it('are written from the menu of a block and from the bar over a selection', async () => {
    const written = await desk.write('One line');
    const { page, id } = written;
    await ready(page);
    await page.keyboard.press('Control+/');
    await page.getByRole('menuitem', { name: /^Comment/ }).click();
    await panel(page).getByRole('textbox', { name: 'Comment on this text' }).fill('On the block');
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await panel(page).getByText('On the block').waitFor();
    assert.equal((await comments(id))[0].quote, 'One line');
    await written.text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('toolbar', { name: 'Text tools' }).or(page.locator('.selection-toolbar')).first().waitFor();
    await page
      .locator('.selection-toolbar')
      .getByRole('button', { name: /^Comment/ })
      .click();
    await panel(page).getByRole('textbox', { name: 'Comment on this text' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.ProseMirror .is-commented').count(), 0);
    await close(written);
  });

  it('are written on several blocks at once, all of which are marked', async () => {
    const written = await desk.write('one\n\ntwo\n\nthree');
    const { page, id } = written;
    await ready(page);
    for (const key of ['Escape', 'Shift+ArrowUp', 'Control+Alt+m']) await page.keyboard.press(key);
    await panel(page).getByRole('textbox', { name: 'Comment on this text' }).fill('On both');
    await page.keyboard.press('Control+Enter');
    await panel(page).getByText('On both').waitFor();
    const [made] = await comments(id);
    assert.equal(made.quote, 'two three');
    await page.locator(`.ProseMirror [data-comment-id="${made.id}"]`).nth(1).waitFor();
    await save(written);
    const marked = (await desk.stored(id)).blocks.filter((block) => JSON.stringify(block).includes('"comment"'));
    assert.deepEqual(outline(marked), ['paragraph: two', 'paragraph: three']);
    await close(written);
  });

  it('of others appear while the page is open', async () => {
    const id = await desk.make('Text');
    const { visit, page } = await read(id, 'com');
    await page.locator('[data-comments-open]').click();
    await panel(page).getByText('No comments yet').or(panel(page).getByRole('textbox')).first().waitFor();
    await comment('edi', id, { body: 'Just said' });
    await panel(page).getByText('Just said').waitFor();
    await page.locator('[data-comments-open][data-count="1"]').waitFor();
    await visit.close();
  });

  it('are answered, changed, reacted to, resolved and deleted', async () => {
    const id = await desk.make('Text');
    await comment('edi', id, { body: 'First' });
    const { visit, page } = await read(id, 'com');
    await page.locator('[data-comments-open]').click();
    const thread = panel(page).getByRole('listitem', { name: 'Thread by Edi Example' });
    await thread.getByPlaceholder('Reply…').fill('Second');
    await thread.getByRole('button', { name: 'Reply' }).click();
    const own = thread.getByRole('article').nth(1);
    await own.getByText('Second').waitFor();
    await own.getByRole('button', { name: 'More for this comment' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await own.getByRole('textbox', { name: 'Edit' }).fill('Second, changed');
    await page.keyboard.press('Control+Enter');
    await thread.getByText('Second, changed').waitFor();
    await own.getByRole('button', { name: 'Add a reaction' }).click();
    await page.getByRole('dialog', { name: 'Add a reaction' }).getByRole('button').first().click();
    await own.locator('.reaction[aria-pressed="true"]').waitFor();
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await panel(page).getByText('No comments yet').waitFor();
    await panel(page).getByRole('button', { name: 'Resolved' }).click();
    await own.getByRole('button', { name: 'More for this comment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await own.waitFor({ state: 'detached' });
    assert.deepEqual(
      (await comments(id)).map((one: { body: string }) => one.body),
      ['First'],
    );
    await close({ visit });
  });

  it('are marked beside their block whatever moves it, and never over its words', async () => {
    const id = await desk.make(
      'first\n\n'.repeat(3) + 'many words that reach the end of the line and go on '.repeat(12),
    );
    const { blocks } = await desk.stored(id);
    for (const block of [blocks[0], blocks[3]]) await comment('edi', id, { body: 'here', block_id: block?.id });
    const written = await desk.open(id);
    await ready(written.page);
    const beside = ({ page }: { page: Page }) =>
      page.waitForFunction(
        (ids) => {
          const badges = [...document.querySelectorAll('.comment-badge')].map((one) => one.getBoundingClientRect());
          const lines = ids.map((one) => {
            const range = document.createRange();
            const block = document.querySelector(`.article [data-id="${one}"], .article [id="${one}"]`) as Node;
            range.selectNodeContents(block);
            return [...range.getClientRects()];
          });
          const isClear = (badge: DOMRect, line: DOMRect) =>
            line.right <= badge.left ||
            line.left >= badge.right ||
            line.bottom <= badge.top ||
            line.top >= badge.bottom;
          return (
            badges.length === lines.length &&
            badges.every((badge, i) => Math.abs(badge.top - (lines[i]?.[0]?.top ?? 0)) < 8) &&
            badges.every((badge) => badge.left >= 0 && badge.right <= innerWidth) &&
            badges.every((badge) => lines.flat().every((line) => isClear(badge, line)))
          );
        },
        [blocks[0]?.id, blocks[3]?.id],
      );
    const reader = await read(id, 'vic');
    for (const shown of [written, reader]) {
      await beside(shown);
      for (const width of [640, 390, 1000, 1280]) {
        await shown.page.setViewportSize({ width, height: 800 });
        await beside(shown);
      }
      await shown.page.locator('html').evaluate((root) => root.setAttribute('dir', 'rtl'));
      await shown.page.setViewportSize({ width: 390, height: 800 });
      await beside(shown);
      await shown.page.locator('html').evaluate((root) => root.setAttribute('dir', 'ltr'));
      await shown.page.setViewportSize({ width: 1280, height: 800 });
      await beside(shown);
    }
    await desk.t.call('edi', 'PATCH', `/api/v2/pages/${id}`, { cover_url: '/static/cover-dawn.svg' });
    for (const shown of [written, reader]) {
      await shown.page.locator('.page-cover').waitFor();
      await beside(shown);
    }
    await close(written);
    await close(reader);
  });

  it('mention people by name, who find it behind the bell', async () => {
    const id = await desk.make('Text', 'Plan');
    const { visit, page } = await read(id, 'com', '#comments');
    const field = panel(page).getByRole('textbox', { name: 'Comment on the page' });
    await field.click();
    await page.keyboard.type('Hello @vi');
    await panel(page).getByRole('option', { name: 'Vic Example' }).waitFor();
    assert.equal(await panel(page).getByRole('option', { name: 'Vic Example' }).locator('img.avatar').count(), 1);
    await page.keyboard.press('Enter');
    await page.keyboard.type('look');
    await page.keyboard.press('Control+Enter');
    await panel(page).locator('.mention', { hasText: '@Vic Example' }).waitFor();
    assert.equal((await comments(id))[0].body, `Hello <@${desk.t.user('vic').id}> look`);
    await close({ visit });
    await desk.t.app.events.run();
    const other = await read(id, 'vic');
    const bell = other.page.getByRole('link', { name: 'Notifications, 1 unread' });
    await bell.click();
    const list = other.page.getByRole('dialog', { name: 'Notifications' });
    assert.deepEqual(await axeFaults(other.page), []);
    await list.getByRole('link', { name: /Com Example mentioned you in Plan/ }).click();
    await panel(other.page).locator('.mention').waitFor();
    await other.page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await close(other);
  });

  it('stay with what was quoted when the text is gone, and open from their address', async () => {
    const line = { id: 'gone', type: 'paragraph', data: {}, content: [{ type: 'text', text: 'lost words' }] };
    const id = await desk.make([line]);
    const made = await comment('com', id, { body: 'Where?', block_id: 'gone', quote: 'lost words' });
    await desk.t.call('ann', 'PUT', `/api/pages/${id}/content`, { markdown: 'Text' });
    const { visit, page } = await read(id, 'vic', `#comment-${made}`);
    await panel(page).getByText('On removed text').waitFor();
    await panel(page).getByText('lost words').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), `comment-${made}`);
    assert.equal(await panel(page).getByRole('textbox').count(), 0);
    await close({ visit });
  });

  it('are walked by keyboard in the order of the text', async () => {
    const block = (id: string) => ({ id, type: 'paragraph', data: {}, content: [{ type: 'text', text: id }] });
    const id = await desk.make([block('one'), block('two')]);
    for (const [body, block_id] of [['Page'], ['Second', 'two'], ['First', 'one']])
      await comment('com', id, { body, ...(block_id ? { block_id } : {}) });
    const { visit, page } = await read(id, 'com');
    const seen: string[] = [];
    for (const key of ['j', 'j', 'j', 'k']) {
      await page.keyboard.press(`Control+Alt+${key}`);
      seen.push((await page.locator('.comment-one:focus .comment-words').textContent()) ?? '');
    }
    assert.deepEqual(seen, ['First', 'Second', 'Page', 'Second']);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'hidden' });
    await close({ visit });
  });

  it('hold what is typed right after the click, and the text that is chosen stays', async () => {
    const written = await desk.write('brown fox jumps over');
    const { page, id } = written;
    await ready(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await written.text.getByText('brown fox').dblclick({ position: { x: 120, y: 8 } });
    const chosen = await page.evaluate(() => String(getSelection()).trim());
    await page
      .locator('.selection-toolbar')
      .getByRole('button', { name: /^Comment/ })
      .click();
    await page.keyboard.type('Hello, which one?', { delay: 15 });
    const field = panel(page).getByRole('textbox', { name: 'Comment on this text' });
    await until(async () => (await field.inputValue().catch(() => '')) === 'Hello, which one?');
    await page.keyboard.press('Control+Enter');
    await panel(page).getByText('Hello, which one?').waitFor();
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: brown fox jumps over']);
    assert.match(chosen, /^\w+$/);
    assert.equal((await comments(id))[0].quote, chosen);
    await close(written);
  });

  it('begin at the text that a reader selects', async () => {
    const id = await desk.make('Only readable words');
    const { visit, page } = await read(id, 'com');
    await page.getByText('Only readable words').dblclick({ position: { x: 10, y: 10 } });
    await page.getByRole('button', { name: 'Comment on this text' }).click();
    await panel(page).getByRole('textbox', { name: 'Comment on this text' }).fill('Hm');
    await page.keyboard.press('Control+Enter');
    await panel(page).getByText('Hm').waitFor();
    const [made] = await comments(id);
    const { blocks } = await desk.stored(id);
    assert.deepEqual([made.quote, made.block_id], ['Only', blocks[0]?.id]);
    await close({ visit });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      it(`are without faults in ${colorScheme} at ${width} px`, async () => {
        const id = await desk.make('Text to talk about');
        const { blocks } = await desk.stored(id);
        const first = await comment('edi', id, { body: 'A thought', block_id: blocks[0]?.id, quote: 'Text' });
        await comment('com', id, {
          body: `An answer <@${desk.t.user('vic').id}> https://example.org/`,
          parent_id: first,
        });
        const options = { colorScheme, viewport: { width, height: 800 } };
        const { visit, page } = await read(id, 'com', '', options);
        await page.getByRole('button', { name: '1 open thread here' }).waitFor();
        assert.deepEqual(await axeFaults(page), []);
        await page.getByRole('button', { name: '1 open thread here' }).click();
        await panel(page).getByText('An answer').waitFor();
        assert.deepEqual(await axeFaults(page), []);
        assert.equal(await excess(page), 0);
        await close({ visit });
      });
    }
  }
});
