// Menus of the editor: slash, mentions, selection, blocks, links, emoji, page; by keyboard, in light and dark.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { axeFaults, axeFaultsInBoth } from '../../kit/axe.ts';
import { settled, signIn } from '../../kit/browser.ts';
import { close, outline, save, withEditor } from './editor.ts';

await withEditor('menus', (desk) => {
  const options = (page: Page) => page.locator('#suggestions [role="option"]');

  it('the slash menu filters, says what is active, inserts and leaves nothing behind', async () => {
    const written = await desk.write('');
    const { page, id, text } = written;
    await page.keyboard.type('/');
    await options(page).first().waitFor();
    assert.ok((await options(page).count()) > 12);
    assert.equal(await text.getAttribute('aria-controls'), 'suggestions');
    const first = await text.getAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await text.getAttribute('aria-activedescendant'), first);
    await page.keyboard.type('checkbox');
    await page.waitForFunction(() => document.querySelectorAll('#suggestions [role="option"]').length === 1);
    await page.keyboard.press('Enter');
    await page.keyboard.type('buy milk');
    await page.keyboard.press('Enter');
    await page.keyboard.type('see /nothing like it');
    await page.keyboard.press('Escape');
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['todo: buy milk', 'todo: see /nothing like it']);
    assert.equal(await text.getAttribute('aria-activedescendant'), null);
    await close(written);
  });

  it('loses nothing that is typed while the slash menu is on its way: not the key that chooses, nor what follows it', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    const held = Promise.withResolvers<void>();
    await page.route('**/static/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/static/*.js');
    await page.keyboard.type('/quote');
    await asked;
    await page.keyboard.press('Enter');
    await page.keyboard.type('Early');
    held.resolve();
    await page.locator('.ProseMirror').getByText('Early', { exact: true }).waitFor();
    await page.keyboard.type(' bird');
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['quote: Early bird']);
    await close(written);
  });

  it('begins the next menu, too, with what is typed while the answer of one is on its way', async () => {
    const target = await desk.make('x', 'Quick harvest');
    const isFound = async () => (await desk.t.call('ann', 'GET', '/api/search?q=quick')).text.includes('Quick harvest');
    await until(isFound, 'the new page in the index of search');
    const written = await desk.write('');
    const { page, id, text } = written;
    const held = Promise.withResolvers<void>();
    await page.route('**/api/search?q=quick*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/search?q=quick&*');
    await page.keyboard.type('[[quick');
    await asked;
    await page.keyboard.press('Enter');
    await page.keyboard.type('and @edi examx');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.keyboard.type('now');
    held.resolve();
    await text.getByText('now').waitFor();
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    assert.deepEqual(
      (block?.content ?? []).map((node) => ('text' in node ? node.text : node.type)),
      ['pageLink', ' and ', 'mention', ' now'],
    );
    assert.ok((block?.content ?? []).some((node) => 'pageId' in node && node.pageId === target));
    await close(written);
  });

  const inserted: [string, string][] = [
    ['heading 2', 'h2:'],
    ['table', 'table:'],
    ['two columns', 'columns:'],
    ['divider', 'divider:'],
    ['code', 'code:'],
    ['callout', 'callout:'],
    ['toggle', 'toggle:'],
    ['table of', 'toc:'],
  ];
  it('takes the sign away that a button put in, when nothing is chosen; a typed one stays', async () => {
    const written = await desk.write('text');
    const { page, id, text } = written;
    await page.keyboard.type(' /');
    await options(page).first().waitFor();
    await page.keyboard.press('Escape');
    await text.getByText('text').hover();
    await page.getByRole('button', { name: 'Add a block below' }).click();
    await options(page).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('new');
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: text /', 'paragraph: new']);
    await close(written);
  });

  it('the slash menu inserts every kind of block', async () => {
    const written = await desk.write('');
    const { page, id } = written;
    for (const [query, line] of inserted) {
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type(`/${query}`);
      await settled(page);
      await page.keyboard.press('Enter');
      await save(written);
      assert.equal(outline((await desk.stored(id)).blocks)[0], line, query);
    }
    await close(written);
  });

  it('the slash menu offers what has the typed word in its name before what is only another word for it', async () => {
    const written = await desk.write('');
    const { page } = written;
    const first = page.locator('#suggestions [role="option"]').first();
    for (const query of ['columns', 'col']) {
      await page.keyboard.type(`/${query}`);
      await first.getByText('Two columns').waitFor();
      await page.keyboard.press('Escape');
      for (let at = 0; at <= query.length; at += 1) await page.keyboard.press('Backspace');
    }
    await close(written);
  });

  it('the slash menu finds pages, days, people, emoji, and what is done with the block', async () => {
    await desk.make('x', 'Lantern');
    const isFound = async () => (await desk.t.call('ann', 'GET', '/api/search?q=lantern')).text.includes('Lantern');
    await until(isFound, 'the page in the index of search');
    const written = await desk.write('kept');
    const { page, id, text } = written;
    const choose = async (query: string, label: string) => {
      await page.keyboard.type(`/${query}`);
      await options(page).first().filter({ hasText: label }).waitFor();
      await page.keyboard.press('Enter');
      await settled(page);
    };
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await choose('today', 'Today');
    await choose('person', 'Person');
    await page.keyboard.type('edi exa');
    await options(page).filter({ hasText: 'Edi Example' }).first().waitFor();
    await page.keyboard.press('Enter');
    await text.locator('.mention').waitFor();
    await choose('link', 'Link to page');
    await page.keyboard.type('Lantern');
    // Its answer is there when a page of that name is offered.
    await options(page).first().filter({ hasText: 'Lantern' }).waitFor();
    await page.keyboard.press('Enter');
    await text.locator('.page-link').waitFor();
    await choose('emoji', 'Emoji');
    await page.getByLabel('Search emoji').fill('rocket');
    const isThere = await page
      .getByRole('button', { name: 'rocket', exact: true })
      .evaluate((button: HTMLButtonElement) => {
        button.click();
        return document.querySelector('.ProseMirror')?.textContent?.includes('🚀');
      });
    assert.ok(isThere, 'the next key is typed behind it');
    await settled(page);
    await choose('duplicate', 'Duplicate');
    await save(written);
    const { blocks } = await desk.stored(id);
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['paragraph', 'paragraph', 'paragraph'],
    );
    const line = (at: number) =>
      (blocks[at]?.content ?? []).filter(({ type }) => type !== 'text').map(({ type }) => type);
    assert.deepEqual(line(1), ['dateLink', 'mention', 'pageLink']);
    assert.deepEqual(line(2), line(1));
    assert.match(JSON.stringify(blocks[1]), /🚀/u);
    await close(written);
  });

  it('links to pages, makes new ones, and keeps days and people as tokens', async () => {
    const target = await desk.make('x', 'Harvest plan');
    // The index of search follows a moment after.
    const isFound = async () => (await desk.t.call('ann', 'GET', '/api/search?q=harv')).text.includes('Harvest plan');
    await until(isFound, 'the new page in the index of search');
    const written = await desk.write('');
    const { page, id, text } = written;
    const choose = async (typed: string, label: string | RegExp) => {
      await page.keyboard.type(typed);
      await options(page).filter({ hasText: label }).first().waitFor();
      await page.keyboard.press('Enter');
      await settled(page);
    };
    await choose('[[harv', 'Harvest plan');
    await choose('@tomor', 'Tomorrow');
    await choose('@2026-12-24', 'Dec');
    await choose('@edi exa', 'Edi Example');
    await page.keyboard.type('[[Seed list');
    await options(page).filter({ hasText: 'Create' }).click();
    await text.locator('.page-link', { hasText: 'Seed list' }).waitFor();
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    const tokens = (block?.content ?? []).filter(({ type }) => type !== 'text');
    assert.deepEqual(
      tokens.map(({ type }) => type),
      ['pageLink', 'dateLink', 'dateLink', 'mention', 'pageLink'],
    );
    assert.equal((tokens[0] as { pageId: number }).pageId, target);
    assert.equal((tokens[2] as { date: string }).date, '2026-12-24');
    await desk.t.call('ann', 'PUT', `/api/pages/${target}/rename`, { title: 'Harvest 2027' });
    await text.locator('.page-link', { hasText: 'Harvest 2027' }).waitFor();
    await text.getByRole('button', { name: /Dec/ }).last().click();
    await page.getByRole('textbox', { name: 'Date' }).fill('2026-12-31');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await save(written);
    assert.match(JSON.stringify((await desk.stored(id)).blocks), /2026-12-31/);
    await text.locator('.page-link').first().click();
    await page.waitForURL(/\/pages\/\d+$/);
    await page.getByRole('heading', { level: 1, name: 'Harvest 2027' }).waitFor();
    await close(written);
  });

  it('opens a page beside this one by Alt and a click on a link, or Alt+Enter with the caret on it', async () => {
    const other = await desk.make('beside', 'Beside');
    const mark = [{ type: 'link', attrs: { href: `/pages/${other}` } }];
    const blocks = [
      {
        id: 'token',
        type: 'paragraph',
        data: {},
        content: [
          { type: 'text', text: 'see ' },
          { type: 'pageLink', pageId: other },
        ],
      },
      { id: 'words', type: 'paragraph', data: {}, content: [{ type: 'text', text: 'or these words', marks: mark }] },
      { id: 'block', type: 'pageLink', data: { pageId: other } },
    ];
    const id = await desk.make(blocks);
    const peek = (page: Page) => page.locator('.peek').getByRole('heading', { name: 'Beside' });
    const shut = async (page: Page) => {
      await page.locator('.peek').getByRole('button', { name: 'Close' }).click();
      await page.locator('.peek').waitFor({ state: 'detached' });
      assert.ok(page.url().endsWith(`/pages/${id}`));
    };
    const written = await desk.open(id);
    const reader = await desk.browser.visit();
    await signIn(reader, desk.t, desk.t.session('vic'));
    await reader.page.goto(`${desk.t.url}/pages/${id}`);
    for (const { page } of [written, reader]) {
      for (const at of ['token', 'words', 'block']) {
        // At once after the page has come, when what opens it has not.
        const link = page.locator(`.article :is([data-id="${at}"], [id="${at}"]) a, a[id="${at}"]`).first();
        await link.click({ modifiers: ['Alt'] });
        await peek(page).waitFor();
        await shut(page);
      }
    }
    for (const keys of [
      ['Control+Home', 'End'],
      ['Control+Home', 'ArrowDown', 'Home', 'ArrowRight', 'ArrowRight'],
      ['Control+Home', 'ArrowDown', 'ArrowDown'],
    ]) {
      await written.text.focus();
      for (const key of keys) await written.page.keyboard.press(key);
      await settled(written.page);
      await written.page.keyboard.press('Alt+Enter');
      await peek(written.page).waitFor();
      await shut(written.page);
    }
    await reader.page.locator('.article a').first().focus();
    await reader.page.keyboard.press('Alt+Enter');
    await peek(reader.page).waitFor();
    await close({ visit: reader });
    await close(written);
  });

  it('the bar over a selection marks, links and turns, by pointer and by keyboard', async () => {
    const written = await desk.write('some words');
    const { page, id } = written;
    await page.keyboard.press('Shift+Home');
    const bar = page.getByRole('toolbar', { name: 'Format the selected text' });
    await bar.waitFor();
    await bar.getByRole('button', { name: /^Bold/ }).click();
    assert.equal(await bar.getByRole('button', { name: /^Bold/ }).getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Alt+F10');
    for (let i = 0; i < 7; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Address');
    await field.fill('javascript:alert(1)');
    await field.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Type an address' }).waitFor();
    await field.fill('example.org');
    await field.press('Enter');
    await bar.getByRole('button', { name: 'Colour' }).click();
    await page.getByRole('button', { name: 'Text: Blue' }).click();
    await bar.getByRole('button', { name: 'Turn into' }).click();
    await page.getByRole('menuitem', { name: 'Heading 3', exact: true }).click();
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    assert.equal(block?.data.level, 3);
    assert.deepEqual((block?.content?.[0] as { marks: object[] } | undefined)?.marks, [
      { type: 'link', attrs: { href: 'https://example.org' } },
      { type: 'bold' },
      { type: 'color', attrs: { name: 'blue' } },
    ]);
    await close(written);
  });

  it('Tab goes from cell to cell and makes a row after the last; the menu of the table changes rows and columns', async () => {
    const written = await desk.write('p\n\n| a | b |\n|---|---|\n| c | d |\n\nend');
    const { page, id, text } = written;
    const cells = async () => {
      await save(written);
      const table = (await desk.stored(id)).blocks.find(({ type }) => type === 'table');
      const rows = (table?.data.rows ?? []) as { content: { text: string }[] }[][];
      return rows.map((row) => row.map(({ content }) => content.map((node) => node.text).join('')).join('|'));
    };
    await text.getByRole('cell', { name: 'd' }).click();
    await settled(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type('e');
    await page.keyboard.press('Tab');
    await page.keyboard.type('f');
    for (let i = 0; i < 8; i++) await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('A');
    assert.deepEqual(await cells(), ['A|b', 'c|d', 'e|f']);
    const choose = async (item: string) => {
      await text.getByRole('cell').first().hover();
      await text.getByRole('button', { name: 'Rows and columns' }).click();
      const line = item.startsWith('Heading') ? null : item.toLowerCase().includes('row') ? 'Row' : 'Column';
      if (line) await page.getByRole('menuitem', { name: line, exact: true }).click();
      await page.getByRole('menu').getByText(item, { exact: true }).click();
      await settled(page);
    };
    await text.getByText('c', { exact: true }).click();
    await settled(page);
    for (const item of ['Row above', 'Column after', 'Heading column', 'Delete row', 'Column before'])
      await choose(item);
    assert.deepEqual(await cells(), ['|A||b', '|||', '|e||f']);
    await close(written);
  });

  it('code has a caption, a language, and copies also where the page came without HTTPS', async () => {
    const written = await desk.write('```js\nlet a\n```');
    const { page, id, text } = written;
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await text.getByRole('button', { name: 'Add a caption' }).click();
    await page.keyboard.type('What it does');
    await page.keyboard.press('Enter');
    const language = text.getByRole('button', { name: /^Language of the code/ });
    await language.getByText('JavaScript').click();
    const found = page.getByRole('combobox', { name: 'Language of the code' });
    await found.fill('ts');
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Enter');
    await language.getByText('TypeScript').click();
    await page.getByRole('option').first().waitFor();
    assert.deepEqual(
      (await page.getByRole('option').allTextContents()).slice(0, 3),
      ['TypeScript✓', 'Plain text', 'C'],
      'what was used lately goes first',
    );
    await page.keyboard.press('Escape');
    await text.getByRole('button', { name: 'Copy the code' }).click();
    await page.getByText('Copied', { exact: false }).first().waitFor();
    await save(written);
    const [block] = (await desk.stored(id)).blocks;
    assert.deepEqual([block?.data.caption, block?.data.language], ['What it does', 'typescript']);
    assert.deepEqual(await axeFaults(page), []);
    await text.getByText('let a').click();
    await page.keyboard.press('End');
    await settled(page);
    await page.keyboard.press('Control+v');
    await save(written);
    assert.equal((await desk.stored(id)).blocks[0]?.data.text, 'let alet a');
    await close(written);
  });

  it('the block menu opens by keyboard and does what it says', async () => {
    const written = await desk.write('one\n\ntwo');
    const { page, id } = written;
    const choose = async (name: string | RegExp) => {
      await page.keyboard.press('Control+/');
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Move up');
    await choose(/^Duplicate/);
    await choose(/^Turn into$/);
    await page.getByRole('menuitem', { name: 'Quote' }).click();
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: two', 'quote: two', 'paragraph: one']);
    await choose('Copy link to block');
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/pages\/\d+#[\w-]+$/);
    await choose(/^Delete/);
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: two', 'paragraph: one']);
    await close(written);
  });

  it('the head takes an icon, and the menu of the page its layout', async () => {
    const written = await desk.write('text');
    const { page, id } = written;
    await page.getByRole('button', { name: 'Add icon' }).click();
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    await picker.getByLabel('Search emoji').fill('volcano');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change the icon' }).waitFor();
    const menu = page.locator('.page-menu summary');
    await menu.click();
    await page.getByRole('button', { name: 'Full width' }).click();
    await page.locator('.page-head.wide').waitFor();
    await menu.click();
    await page.getByRole('button', { name: 'Small text' }).click();
    await page.locator('.article.small').waitFor();
    await written.text.click();
    await page.keyboard.type('more ');
    await save(written);
    const row = (await desk.t.call('ann', 'GET', `/api/v2/pages/${id}`)).body;
    assert.deepEqual([row.page_icon, row.full_width, row.font_small], ['🌋', 1, 1]);
    await menu.click();
    await page.getByRole('button', { name: 'Lock page' }).click();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.locator('.article[data-ready]').waitFor();
    await close(written);
  });

  it('axe finds nothing on the page and on its open layers, in the light and in the dark', async () => {
    const everything =
      '# Head\n\ntext *with* `marks`\n\n- [ ] task\n- [x] done\n\n> [!tip] tip\n> text\n\n```js\nlet a;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. one\n\n---\n\nlast';
    const written = await desk.write(everything);
    const { page, text } = written;
    const faults: string[] = [];
    const look = async (name: string) =>
      faults.push(...(await axeFaultsInBoth(page)).map((fault) => `${name}: ${fault}`));
    await look('page');
    await page.keyboard.type(' /');
    await options(page).first().waitFor();
    await look('slash');
    await page.keyboard.press('Escape');
    await page.keyboard.type(' @');
    await options(page).first().waitFor();
    await look('mention');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('toolbar', { name: 'Format the selected text' }).waitFor();
    await look('toolbar');
    await page.getByRole('button', { name: 'Colour' }).click();
    await look('colours');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+k');
    await page.getByLabel('Address').waitFor();
    await look('link');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+/');
    await page.getByRole('menu').waitFor();
    await look('block menu');
    await page.keyboard.press('Escape');
    await text.locator('td').first().click();
    await page.getByRole('button', { name: 'Rows and columns' }).click();
    await page.getByRole('menuitem', { name: 'Row', exact: true }).waitFor();
    await look('table menu');
    await page.getByRole('menuitem', { name: 'Row', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Row above' }).waitFor();
    await look('row menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add icon' }).click();
    await page.getByLabel('Search emoji').waitFor();
    await look('emoji');
    await page.keyboard.press('Escape');
    await page.locator('.page-menu summary').click();
    await look('page menu');
    assert.deepEqual(faults, []);
    await close(written);
  });
});
