// Columns, toggle headings, callouts, notes, cards, buttons, emoji by name, and blocks that go to another page.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Block } from '../../../plugins/blocks/block.ts';
import { axeFaults } from '../../kit/axe.ts';
import { settled, signIn } from '../../kit/browser.ts';
import { close, outline, save, type Written, withEditor } from './editor.ts';

const text = (value: string) => [{ type: 'text', text: value }];
const paragraph = (id: string, value: string) => ({ id, type: 'paragraph', data: {}, content: text(value) });

await withEditor(
  'blocks',
  (desk) => {
    const lines = async ({ id }: Written) => outline((await desk.stored(id)).blocks);
    const choose = async ({ page }: Written, name: string) => {
      await page.getByRole('menu').getByText(name, { exact: true }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await settled(page);
    };
    const caretAfter = async ({ page, text: body }: Written, value: string) => {
      await body.getByText(value, { exact: true }).click();
      await settled(page);
      await page.keyboard.press('End');
    };
    const insert = async ({ page }: Written, query: string) => {
      await page.keyboard.type(`/${query}`);
      await page.locator('#suggestions [role="option"]').first().waitFor();
      await settled(page);
      await page.keyboard.press('Enter');
      await settled(page);
    };

    it('take their last word where somebody clicks twice behind it, and nothing of the next block', async () => {
      const written = await desk.write('first line\n\nsecond line');
      const { page, id, text } = written;
      const line = text.getByText('first line');
      const box = (await line.boundingBox()) as DOMRect;
      const end = await line.evaluate((one) => {
        const range = new Range();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().right;
      });
      await page.mouse.dblclick(end + 120, box.y + box.height / 2);
      assert.equal(await page.evaluate(() => String(getSelection())), 'line');
      await page.keyboard.type('row');
      await save(written);
      assert.deepEqual(outline((await desk.stored(id)).blocks), ['paragraph: first row', 'paragraph: second line']);
      await close(written);
    });

    it('makes columns by name, sizes them by pointer and number, adds and removes them', async () => {
      const written = await desk.write('');
      const { page } = written;
      await insert(written, 'three col');
      await page.keyboard.type('one');
      await save(written);
      assert.deepEqual(await lines(written), [
        'columns:',
        '  column:',
        '    paragraph: one',
        '  column:',
        '    paragraph:',
        '  column:',
        '    paragraph:',
      ]);
      const stored = async () => (await desk.stored(written.id)).blocks[0] as Block;
      const [first, second] = [
        await page.locator('.column').first().boundingBox(),
        await page.locator('.column').nth(1).boundingBox(),
      ];
      const gap = ((first?.x ?? 0) + (first?.width ?? 0) + (second?.x ?? 0)) / 2;
      const middle = (first?.y ?? 0) + (first?.height ?? 0) / 2;
      await page.mouse.move(gap + 8, middle);
      await page.mouse.move(gap, middle);
      await page.locator('.column-edge').waitFor();
      await page.mouse.down();
      await page.mouse.move(gap + 70, middle, { steps: 4 });
      await page.mouse.up();
      await save(written);
      const widths = (await stored()).data.widths as number[];
      assert.ok((widths[0] ?? 0) > (widths[1] ?? 0), `${widths}`);
      await caretAfter(written, 'one');
      await page.keyboard.press('Control+/');
      await choose(written, 'Width of the column in percent');
      await page.getByLabel('Width of the column in percent').last().fill('20');
      await page.keyboard.press('Enter');
      await save(written);
      assert.equal(((await stored()).data.widths as number[])[0], 20);
      await page.keyboard.press('Control+/');
      assert.deepEqual(await axeFaults(page), []);
      await choose(written, 'Add a column');
      await page.keyboard.type('new');
      await save(written);
      assert.equal((await stored()).children?.length, 4);
      await page.keyboard.press('Control+/');
      await choose(written, 'Remove the column');
      await save(written);
      assert.equal((await stored()).children?.length, 3);
      assert.equal((await lines(written)).at(-1), 'paragraph: new');
      await close(written);
    });

    it('puts a block beside another one by dragging, in one step that can be undone', async () => {
      const written = await desk.open(
        await desk.make([paragraph('a', 'alpha'), paragraph('b', 'bravo'), paragraph('c', 'charlie')]),
      );
      const { page, text: body } = written;
      const drag = async (from: string, to: string) => {
        await body.getByText(from, { exact: true }).hover();
        await page.locator('.block-grip').hover();
        await page.mouse.down();
        const box = await body.getByText(to, { exact: true }).boundingBox();
        const end = (box?.x ?? 0) + (box?.width ?? 0) - 6;
        await page.mouse.move(end - 20, (box?.y ?? 0) + 12, { steps: 3 });
        await page.mouse.move(end, (box?.y ?? 0) + 14, { steps: 2 });
        await page.mouse.up();
        await settled(page);
      };
      await drag('charlie', 'alpha');
      await save(written);
      assert.deepEqual(await lines(written), [
        'columns:',
        '  column:',
        '    paragraph: alpha',
        '  column:',
        '    paragraph: charlie',
        'paragraph: bravo',
      ]);
      await page.keyboard.press('Control+z');
      await save(written);
      assert.deepEqual(await lines(written), ['paragraph: alpha', 'paragraph: bravo', 'paragraph: charlie']);
      await close(written);
    });

    it('folds headings that are toggles, keeps what is below them, and opens them for a link', async () => {
      const written = await desk.write('');
      const { page, id } = written;
      await insert(written, 'toggle heading 2');
      await page.keyboard.type('Details');
      await save(written);
      const { level, toggle } = (await desk.stored(id)).blocks[0]?.data ?? {};
      assert.deepEqual({ level, toggle }, { level: 2, toggle: true });
      await close(written);
      const folded = await desk.open(
        await desk.make([
          {
            id: 'h',
            type: 'heading',
            data: { level: 2, toggle: true },
            content: text('Fold'),
            children: [paragraph('in', 'hidden words')],
          },
        ]),
      );
      await folded.text.getByRole('button', { name: 'Close' }).click();
      await folded.text.getByText('hidden words').waitFor({ state: 'hidden' });
      assert.deepEqual(await axeFaults(folded.page), []);
      await folded.page.evaluate(() => {
        location.hash = 'in';
      });
      await folded.text.getByText('hidden words').waitFor();
      await close(folded);
    });

    it('colours the box of a callout, and text and its background, from one palette', async () => {
      const written = await desk.write('> [!NOTE]\n> careful\n');
      const { page, id } = written;
      await caretAfter(written, 'careful');
      await page.keyboard.press('Control+/');
      await choose(written, 'Colour');
      await page.getByRole('button', { name: 'Box: Red' }).click();
      await save(written);
      assert.equal((await desk.stored(id)).blocks[0]?.data.color, 'red');
      await page.locator('.block[data-color="red"]').waitFor();
      await page.keyboard.press('Control+/');
      await choose(written, 'Colour');
      // From the first of two lines of five for the box, over them to the second colour of the text.
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      const chosen = page.locator('.swatch:focus');
      assert.equal(await chosen.getAttribute('aria-label'), 'Text: Grey');
      await page.keyboard.press('Enter');
      await save(written);
      const [careful] = (await desk.stored(id)).blocks[0]?.content ?? [];
      assert.deepEqual(careful && 'marks' in careful && careful.marks, [{ type: 'color', attrs: { name: 'gray' } }]);
      await close(written);
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      it(`can be read in every colour (${colorScheme})`, async () => {
        const names = ['gray', 'brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red'];
        const marked = (type: string, name: string) => [
          { type: 'text', text: `${type} ${name}`, marks: [{ type, attrs: { name } }] },
        ];
        const written = await desk.open(
          await desk.make(
            names.flatMap((name) => [
              { type: 'paragraph', data: {}, content: marked('color', name) },
              { type: 'paragraph', data: {}, content: marked('highlight', name) },
              { type: 'callout', data: { icon: '', color: name }, content: text(`box ${name}`) },
            ]),
          ),
          { colorScheme },
        );
        assert.deepEqual(await axeFaults(written.page), []);
        await close(written);
      });
    }

    it('adds footnotes, leads to a note and back, for readers too', async () => {
      const written = await desk.write('Bees dance');
      const { page, id, text: body } = written;
      await page.keyboard.type(' ');
      await insert(written, 'footnote');
      await page.keyboard.type('As is well known.');
      await save(written);
      assert.deepEqual(await lines(written), ['paragraph: Bees dance [^1]', 'footnote: As is well known.']);
      await body.locator('.note-sign').waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await body.getByRole('button', { name: 'Note 1: back to the text' }).click();
      await page.keyboard.type(' often');
      await body.locator('.note-sign').click();
      await settled(page);
      await page.keyboard.type(' Indeed.');
      await save(written);
      assert.deepEqual(await lines(written), [
        'paragraph: Bees dance [^1] often',
        'footnote: As is well known. Indeed.',
      ]);
      await close(written);
      const visit = await desk.browser.visit({ javaScriptEnabled: false });
      await signIn(visit, desk.t, desk.t.session('vic'));
      await visit.page.goto(`${desk.t.url}/pages/${id}`);
      await visit.page.locator('.article sup a').click();
      await visit.page.getByRole('link', { name: 'Back to the text' }).click();
      assert.match(visit.page.url(), /#[\w-]+$/);
      await close({ visit });
    });

    it('takes chosen blocks to another page, where they stand at its end', async () => {
      const target = await desk.make('first', 'Shopping list');
      const written = await desk.write('keep\n\ngo one\n\ngo two\n');
      const { page } = written;
      await caretAfter(written, 'go one');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Control+/');
      await choose(written, 'Move to another page');
      await page.getByRole('searchbox', { name: 'Move to another page' }).fill('Shopping');
      await page.locator('.page-choices button', { hasText: 'Shopping list' }).waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByText('Moved to “Shopping list”').waitFor();
      await save(written);
      assert.deepEqual(await lines(written), ['paragraph: keep']);
      const moved = outline((await desk.stored(target)).blocks);
      assert.deepEqual(moved, ['paragraph: first', 'paragraph: go one', 'paragraph: go two']);
      await page.keyboard.press('Control+z');
      await save(written);
      assert.deepEqual(await lines(written), ['paragraph: keep', 'paragraph: go one', 'paragraph: go two']);
      await close(written);
    });

    for (const [name, title, newest, keys] of [
      ['with Enter while the list is still that of an earlier text', 'Bread', 'Water', ['Enter', 'answer']],
      ['with an arrow into a list that is drawn anew', 'Cheese', 'Wine', ['ArrowDown', 'answer', 'Enter']],
    ] as const)
      it(`takes blocks to the page that was typed, ${name}`, async () => {
        const target = await desk.make('first', title);
        await desk.make('other', newest);
        const written = await desk.write('keep\n\ngo\n');
        const { page } = written;
        await caretAfter(written, 'go');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+/');
        await choose(written, 'Move to another page');
        const earlier = await page.locator('.page-choices button', { hasText: newest }).elementHandle();
        const answer = Promise.withResolvers<void>();
        await page.route('**/api/search?*', async (route) => {
          await answer.promise;
          await route.continue();
        });
        await page.getByRole('searchbox', { name: 'Move to another page' }).fill(title);
        for (const key of keys) {
          if (key !== 'answer') await page.keyboard.press(key);
          else {
            answer.resolve();
            await page.waitForFunction((button) => !button?.isConnected, earlier);
          }
        }
        await page.getByText(`Moved to “${title}”`).waitFor();
        assert.deepEqual(outline((await desk.stored(target)).blocks).at(-1), 'paragraph: go');
        await close(written);
      });

    it('makes cards of addresses, embeds only hosts that are allowed, and shows buttons at rest', async () => {
      const written = await desk.write('');
      const { page, id, text: body } = written;
      await insert(written, 'bookmark');
      await page.getByLabel('Address').fill('javascript:alert(1)');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Type an address').waitFor();
      await page.getByLabel('Address').fill('example.org/a');
      await page.getByLabel('Title (optional)').fill('Example');
      await page.keyboard.press('Enter');
      await body.getByRole('link', { name: 'Example' }).waitFor();
      await insert(written, 'button');
      await page.getByRole('textbox', { name: 'Label of the button' }).fill('Send it');
      await page.keyboard.press('Enter');
      await body.locator('button[disabled]', { hasText: 'Send it' }).waitFor();
      await body.getByText('This button starts nothing yet').waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await save(written);
      const { blocks } = await desk.stored(id);
      assert.deepEqual(blocks[0]?.data, { url: 'https://example.org/a', title: 'Example' });
      assert.equal(blocks.find(({ type }) => type === 'button')?.data.label, 'Send it');
      await close(written);
      const embeds = await desk.make([
        { type: 'embed', data: { url: 'https://films.example/v/1', title: 'A film' } },
        { type: 'embed', data: { url: 'https://other.example/v/2', title: 'Another' } },
      ]);
      const { text: html } = await desk.t.inject('GET', `/pages/${embeds}`, { headers: desk.t.session('vic') });
      assert.match(
        html,
        /<iframe class="embedded" src="https:\/\/films\.example\/v\/1" title="A film" sandbox="[a-z -]+"/,
      );
      assert.match(html, /<a href="https:\/\/other\.example\/v\/2"[^>]*>Another<\/a>/);
      assert.equal(html.split('<iframe').length, 2);
    });

    it('finds emoji by name between colons, and leaves times and signs alone', async () => {
      const written = await desk.write('');
      const { page } = written;
      await page.keyboard.type('at 10:30 :) :red_hear');
      await page.locator('#suggestions [role="option"]').filter({ hasText: 'red heart' }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('ok');
      await save(written);
      assert.deepEqual(await lines(written), ['paragraph: at 10:30 :) ❤️ ok']);
      await close(written);
    });

    it('begins an empty line, and what is said of the page, where its frame or title begins', async () => {
      const texts = [paragraph('he', 'שלום עולם'), paragraph('empty', ''), paragraph('en', 'hello')];
      const directions = () =>
        [...document.querySelectorAll('.page-head .meta, .block p')].map((one) => getComputedStyle(one).direction);
      for (const [title, frame, expected] of [
        ['Beds', 'ltr', ['ltr', 'rtl', 'ltr', 'ltr']],
        ['Beds', 'rtl', ['rtl', 'rtl', 'rtl', 'ltr']],
        ['ערוגות', 'ltr', ['rtl', 'rtl', 'rtl', 'ltr']],
      ] as const) {
        const made = await desk.t.call('ann', 'POST', '/api/pages', { title, workspace_id: desk.t.ws1, blocks: texts });
        const written = await desk.open(made.body.id);
        await written.page.locator('html').evaluate((root, dir) => root.setAttribute('dir', dir), frame);
        assert.deepEqual(await written.page.evaluate(directions), expected, `${title} in a frame ${frame}`);
        await close(written);
      }
    });

    it('completes a name that people know by its second colon, and is done with it then', async () => {
      const written = await desk.write('');
      const { page } = written;
      await page.keyboard.type('go :rock');
      await page.locator('#suggestions [role="option"]').filter({ hasText: 'rocket' }).first().waitFor();
      await page.keyboard.type('et: :thumbsup: :heart: :nobody:');
      await page.keyboard.press('Enter');
      await page.keyboard.type('10:30:');
      await save(written);
      assert.deepEqual(await lines(written), ['paragraph: go 🚀 👍️ ❤️ :nobody:', 'paragraph: 10:30:']);
      await close(written);
    });

    it('shows the pages above in a breadcrumb, and runs each text in its own direction', async () => {
      const parent = await desk.make('x', 'Garden');
      const made = await desk.t.call('ann', 'POST', '/api/pages', {
        title: 'Beds',
        parent_id: parent,
        workspace_id: desk.t.ws1,
        blocks: [{ type: 'breadcrumb', data: {} }, paragraph('he', 'שלום עולם'), paragraph('en', 'hello')],
      });
      const written = await desk.open(made.body.id);
      await written.text.getByRole('navigation').getByRole('link', { name: 'Garden' }).waitFor();
      const directions = () => [...document.querySelectorAll('.block p')].map((one) => getComputedStyle(one).direction);
      assert.deepEqual(await written.page.evaluate(directions), ['rtl', 'ltr']);
      await close(written);
      const { text: html } = await desk.t.inject('GET', `/pages/${made.body.id}`, { headers: desk.t.session('vic') });
      assert.match(html, /<h1 class="page-title"><span dir="auto">/);
      assert.match(html, /<nav class="breadcrumb"[^>]*><ol><li><a href="\/pages\/\d+">Garden<\/a><\/li><\/ol>/);
    });
  },
  { settings: { EMBED_HOSTS: 'films.example' } },
);
