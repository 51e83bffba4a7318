// Blocks that are drawn: code with colours, formulas, diagrams; for writers and for readers, in light and dark.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaults } from '../../kit/axe.ts';
import { settled, signIn } from '../../kit/browser.ts';
import { close, outline, paste, save, withEditor } from './editor.ts';

const CODE = 'const answer = "forty-two"; // the answer\nfunction ask(n) { return n + 42; }';
const LANGUAGES: [string, string][] = [
  ['javascript', CODE],
  ['json', '{"a": [1, true, null], "b": "text"}'],
  ['xml', '<p class="a"><!-- note -->text &amp; more</p>'],
  ['diff', '--- a\n+++ b\n-old\n+new'],
  ['yaml', '# note\nkey: value\nlist:\n  - 1\n  - yes'],
  ['python', '@wrap\ndef f(x: int) -> str:\n    """Doc."""\n    return f"{x}"'],
  ['css', 'a:hover { color: #f00; width: calc(1px + 2em) }'],
];

/** Of a picture, the mean of red, green and blue. */
const brightness = (page: Page, png: Buffer): Promise<number> =>
  page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const drawn = new OffscreenCanvas(picture.width, picture.height).getContext(
        '2d',
      ) as OffscreenCanvasRenderingContext2D;
      drawn.drawImage(picture, 0, 0);
      const { data } = drawn.getImageData(0, 0, picture.width, picture.height);
      return data.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / (data.length * 0.75);
    },
    [...png],
  );

await withEditor('drawn blocks', (desk) => {
  const code = LANGUAGES.map(([language, text]) => ({ type: 'code', data: { language, text } }));

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`colours code for writers and readers without changing it (${colorScheme})`, async () => {
      const id = await desk.make(code);
      const written = await desk.open(id, { colorScheme });
      await written.text.locator('.hljs-keyword').first().waitFor();
      assert.deepEqual(await axeFaults(written.page), []);
      await written.text.locator('.hljs-comment').first().click();
      // Colours that come in while it is clicked make the text anew under the caret.
      await written.page.waitForFunction(() => getSelection()?.anchorNode?.textContent?.includes('the answer'));
      const added = '\nlet more = 1\n';
      await written.page.keyboard.type(added);
      await written.text.locator('.hljs-keyword', { hasText: 'let' }).waitFor();
      await save(written);
      const text = String((await desk.stored(id)).blocks[0]?.data.text);
      assert.ok(text.includes(added), text);
      assert.equal(text.replace(added, ''), CODE);
      await close(written);
      const reader = await desk.open(await desk.make(code), { colorScheme });
      await close(reader);
      const visit = await desk.browser.visit({ colorScheme, permissions: ['clipboard-read', 'clipboard-write'] });
      await signIn(visit, desk.t, desk.t.session('vic'));
      await visit.page.goto(`${desk.t.url}/pages/${reader.id}`);
      await visit.page.locator('.article .hljs-section, .article .hljs-attribute').first().waitFor();
      const texts = await visit.page.locator('.article pre code').allTextContents();
      assert.deepEqual(
        texts,
        LANGUAGES.map(([, text]) => text),
      );
      await visit.page.getByRole('button', { name: 'Copy the code' }).first().click();
      await visit.page.getByText('Copied', { exact: false }).first().waitFor();
      assert.equal(await visit.page.evaluate(() => navigator.clipboard.readText()), CODE);
      assert.deepEqual(await axeFaults(visit.page), []);
      await close({ visit });
    });
  }

  it('writes a formula in TeX, shows it as MathML, and says what is wrong with a bad one', async () => {
    const written = await desk.write('');
    const { page, id, text } = written;
    await page.keyboard.type('/formula');
    await page.locator('#suggestions [role="option"]').first().waitFor();
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Equation (TeX)' });
    await field.waitFor();
    const height = async () => (await field.boundingBox())?.height ?? 0;
    const line = await height();
    assert.ok(line > 20 && line < 60, `one line takes ${line} pixels`);
    await field.fill('a\nb\nc\nd');
    assert.ok((await height()) > line + 40, 'each further line has its own room');
    await field.fill('');
    assert.equal(await field.getAttribute('placeholder'), 'Type TeX, e.g. \\sqrt{a^2 + b^2} = c');
    await field.pressSequentially('\\frac{a}{b');
    await text
      .locator('.block-math .fault')
      .getByText(/expected/i)
      .waitFor();
    await field.pressSequentially('}');
    await text.locator('math mfrac').waitFor();
    assert.equal(await text.locator('.block-math .fault').textContent(), '');
    // The last good one stays while the next is half typed, and nothing is said of it twice.
    await field.pressSequentially('+\\sq');
    await text.locator('.drawing.stale mfrac').waitFor();
    assert.equal(await text.locator('.drawing code').count(), 0);
    await page.getByRole('button', { name: 'Done' }).click();
    await text.locator('.drawing code').getByText('\\frac{a}{b}+\\sq').waitFor();
    assert.match(
      (await text.locator('.block-math .fault').textContent()) ?? '',
      /^Undefined control sequence: .* at position 13$/,
    );
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await text.locator('.block-math.ProseMirror-selectednode').waitFor();
    await page.keyboard.press('Enter');
    await field.fill('\\frac{a}{b}');
    await text.locator('math mfrac').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await text.locator('.block-math.ProseMirror-selectednode').waitFor();
    // Whoever has finished goes on below.
    await page.keyboard.press('Enter');
    await page.keyboard.type('So');
    await text.locator('p', { hasText: /^So$/ }).waitFor();
    for (let left = 0; left < 'So'.length; left++) await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await text.locator('.block-math.ProseMirror-selectednode').waitFor();
    await page.keyboard.press('Enter');
    // One ring is enough.
    assert.equal(await text.locator('.source-block').evaluate((one) => getComputedStyle(one).outlineStyle), 'none');
    await field.fill('x^2');
    await text.locator('math msup').waitFor();
    await page.keyboard.press('Escape');
    await save(written);
    assert.equal((await desk.stored(id)).blocks[0]?.data.tex, 'x^2');
    await close(written);
    const plain = await desk.browser.visit({ javaScriptEnabled: false });
    await signIn(plain, desk.t, desk.t.session('vic'));
    await plain.page.goto(`${desk.t.url}/pages/${id}`);
    await plain.page.locator('.article math msup').waitFor();
    await close({ visit: plain });
  });

  it('draws diagrams in a frame without an origin, for writers and readers; sources stay readable', async () => {
    const written = await desk.write('');
    const { page, id, text } = written;
    await page.keyboard.type('/diagram');
    await page.locator('#suggestions [role="option"]').first().waitFor();
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Source of the diagram (Mermaid)' });
    await page.getByRole('button', { name: 'Sequence' }).click();
    assert.match(await field.inputValue(), /^sequenceDiagram\n/);
    assert.ok(await field.evaluate((one) => one === document.activeElement));
    await page.getByRole('button', { name: 'Sequence' }).waitFor({ state: 'hidden' });
    await field.fill('flowchart LR\n  a[Begin] --> b[End]');
    await text.locator('img.diagram').waitFor({ timeout: 30_000 });
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('img.diagram')?.naturalWidth ?? 0) > 50);
    assert.deepEqual(await axeFaults(page), []);
    await field.fill('flowchart LR\n  a[Begin --> ');
    await text
      .locator('.block-mermaid .fault')
      .getByText('Line 2: “a[Begin -->” cannot be read.', { exact: true })
      .waitFor();
    await field.fill('sequenceDiagram\n  Ann->>Bob: Hello');
    await text.locator('img.diagram').waitFor();
    await page.keyboard.press('Escape');
    await save(written);
    const stored = (await desk.stored(id)).blocks[0];
    assert.equal(stored?.data.source, 'sequenceDiagram\n  Ann->>Bob: Hello');
    await close(written);
    const visit = await desk.browser.visit({ colorScheme: 'dark' });
    await signIn(visit, desk.t, desk.t.session('vic'));
    await visit.page.goto(`${desk.t.url}/pages/${id}`);
    await visit.page.locator('.article img.diagram').waitFor({ timeout: 30_000 });
    await visit.page.getByText('Source of the diagram').click();
    await visit.page.getByText('Ann->>Bob: Hello').waitFor();
    assert.deepEqual(await axeFaults(visit.page), []);
    await close({ visit });
  });

  it('prints diagrams that are on their way once they are there', async () => {
    const id = await desk.make('Text\n\n```mermaid\nflowchart LR\n  a[Begin]\n```\n');
    const visit = await desk.browser.visit();
    const { page } = visit;
    await page.addInitScript(() => {
      window.print = () => {
        document.body.dataset.printed = String(document.querySelectorAll('.article img.diagram').length);
      };
    });
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/render/mermaid', async (route) => {
      await held;
      await route.continue();
    });
    await signIn(visit, desk.t, desk.t.session('vic'));
    await page.goto(`${desk.t.url}/pages/${id}`);
    await page.locator('iframe.diagram-frame').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+p');
    release();
    await page.locator('body[data-printed]').waitFor();
    assert.equal(await page.locator('body').getAttribute('data-printed'), '1');
    await close({ visit });
  });

  it('draws diagrams in the colours of the page, and light on paper', async () => {
    const id = await desk.make('```mermaid\nflowchart LR\n  a[Begin]\n```\n');
    const visit = await desk.browser.visit({ colorScheme: 'dark' });
    const { page } = visit;
    await signIn(visit, desk.t, desk.t.session('vic'));
    await page.goto(`${desk.t.url}/pages/${id}`);
    const picture = page.locator('.article img.diagram');
    await picture.waitFor();
    assert.ok((await brightness(page, await picture.screenshot())) < 80);
    await page.emulateMedia({ media: 'print' });
    assert.ok((await brightness(page, await picture.screenshot())) > 200);
    await close({ visit });
  });

  it('keeps colours and formulas out of what is copied and pasted', async () => {
    const written = await desk.write('```js\nconst a = 1\n```\n\nend\n');
    const { page, id, text } = written;
    await text.locator('.hljs-keyword').waitFor();
    await page.keyboard.press('Control+a');
    await settled(page);
    await page.keyboard.press('Control+a');
    await settled(page);
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, '```js\nconst a = 1\n```\n\nend');
    await page.keyboard.press('Delete');
    await paste(written, { 'text/plain': copied });
    await text.locator('.hljs-keyword').waitFor();
    await save(written);
    assert.deepEqual(outline((await desk.stored(id)).blocks), ['code: const a = 1', 'paragraph: end']);
    await close(written);
  });
});
