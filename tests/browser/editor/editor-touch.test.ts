// Writing with a finger: the grip beside the block drags it and opens its menu, the bar moves it up and down.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { settled, signIn } from '../../kit/browser.ts';
import { close, outline, save, type Written, withEditor } from './editor.ts';

const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const TEXT = 'one\n\n- two\n  - three\n- four\n\n> five';

const centre = async (place: Locator): Promise<{ x: number; y: number }> => {
  const box = await place.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Puts a finger on a place, moves it in some steps, and lifts it, or leaves that to the caller. */
async function drag(
  { page }: Written,
  from: Locator,
  to: { x: number; y: number },
  isLifted = true,
): Promise<() => Promise<void>> {
  const start = await centre(from);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', start);
  for (const share of [0.2, 0.6, 1])
    await touch('touchMove', { x: start.x + (to.x - start.x) * share, y: start.y + (to.y - start.y) * share });
  await settled(page);
  const lift = async () => {
    await touch('touchEnd');
    await settled(page);
  };
  if (isLifted) await lift();
  return lift;
}

await withEditor('a finger', (desk) => {
  /** Puts the caret into a block, whose grip follows with the next frame. */
  const touch = async ({ page, text }: Written, line: string) => {
    await text.getByText(line, { exact: true }).tap();
    await settled(page);
  };
  const stored = async ({ id }: Written) => outline((await desk.stored(id)).blocks);

  it('has the places of a phone at the foot of an empty page that was only opened, and the bar once it is tapped', async () => {
    const visit = await desk.browser.visit(PHONE);
    const { page } = visit;
    await signIn(visit, desk.t, desk.t.session('ann'));
    // What looks into the page counts as a touch of it: nothing does before it has settled.
    await page.goto(`${desk.t.url}/pages/${await desk.make('')}`, { waitUntil: 'networkidle' });
    const places = page.getByRole('navigation', { name: 'Quick access' });
    const tools = page.getByRole('toolbar', { name: 'Write' });
    await places.waitFor();
    assert.equal(await tools.count(), 0);
    await page.getByRole('textbox', { name: 'Text of the page' }).locator('p').first().tap();
    await tools.waitFor();
    assert.equal(await places.count(), 0);
    await close({ visit });
  });

  it('drags a block by the grip beside it, below another one and into one, and undoes it', async () => {
    const written = await desk.write(TEXT, PHONE);
    const { page, text } = written;
    const grip = page.locator('.touch-grip');
    await touch(written, 'one');
    const five = await text.locator('.block-quote').boundingBox();
    const { x } = await centre(grip);
    await drag(written, grip, { x, y: (five?.y ?? 0) + (five?.height ?? 0) - 4 });
    await save(written);
    assert.deepEqual(await stored(written), [
      'bullet: two',
      '  bullet: three',
      'bullet: four',
      'quote: five',
      'paragraph: one',
    ]);
    await page.getByRole('toolbar', { name: 'Write' }).getByRole('button', { name: 'Undo' }).tap();
    await touch(written, 'one');
    const four = await text.getByText('four').boundingBox();
    await drag(written, grip, { x: 120, y: (four?.y ?? 0) + (four?.height ?? 0) - 4 });
    await save(written);
    assert.deepEqual(await stored(written), [
      'bullet: two',
      '  bullet: three',
      'bullet: four',
      '  paragraph: one',
      'quote: five',
    ]);
    await close(written);
  });

  it('rolls the page at the end of the window, shows where the block will stand, and leaves it below the last one', async () => {
    const written = await desk.write(Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n\n'), PHONE);
    const { page } = written;
    await touch(written, 'line 0');
    const lift = await drag(written, page.locator('.touch-grip'), { x: 8, y: 770 }, false);
    await page.waitForFunction(() => scrollY > 200 && scrollY + innerHeight >= document.body.scrollHeight - 1);
    await page.locator('.drop-line:not([hidden])').waitFor();
    await lift();
    await save(written);
    const lines = await stored(written);
    assert.deepEqual([lines[0], lines.at(-1)], ['paragraph: line 1', 'paragraph: line 0']);
    await close(written);
  });

  it('opens the menu of the block by a tap, and moves it by the bar', async () => {
    const written = await desk.write(TEXT, PHONE);
    const { page } = written;
    await touch(written, 'three');
    const grip = page.locator('.touch-grip');
    assert.deepEqual(await axeFaults(page), []);
    assert.equal(await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth), 0);
    await grip.tap();
    await page.getByRole('menuitem', { name: 'Duplicate' }).tap();
    await touch(written, 'five');
    const bar = page.getByRole('toolbar', { name: 'Write' });
    await bar.getByRole('button', { name: 'Move up' }).tap();
    await bar.getByRole('button', { name: 'Move up' }).tap();
    await bar.getByRole('button', { name: 'Move down' }).tap();
    await save(written);
    assert.deepEqual(await stored(written), [
      ...['paragraph: one', 'bullet: two', '  bullet: three', '  bullet: three', 'quote: five', 'bullet: four'],
    ]);
    await close(written);
  });

  it('finds everything large enough for it, and no space left behind by the menu of the bar', async () => {
    const written = await desk.write('one word', PHONE);
    const { page, text } = written;
    const bar = page.getByRole('toolbar', { name: 'Write' });
    const small = (within: string) =>
      page.locator(`${within} :is(button, [role="option"])`).evaluateAll((buttons) =>
        buttons
          .map((button) => ({ name: button.ariaLabel ?? button.textContent, box: button.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 40)
          .map(({ name }) => name),
      );
    await bar.getByRole('button', { name: 'Insert a block' }).tap();
    await page.locator('#suggestions [role="option"]').first().waitFor();
    assert.deepEqual(await small('.suggest'), []);
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Insert a block' }).tap();
    await page.locator('#suggestions [role="option"]').getByText('Quote', { exact: true }).tap();
    await page.keyboard.type('said');
    await save(written);
    assert.deepEqual(await stored(written), ['paragraph: one word', 'quote: said']);
    await text.getByText('one word').dblclick();
    const marks = page.getByRole('toolbar', { name: 'Format the selected text' });
    await marks.waitFor();
    assert.deepEqual(await small('.selection-toolbar'), []);
    await marks.getByRole('button', { name: 'Colour' }).tap();
    await page.getByRole('button', { name: 'Text: Red' }).waitFor();
    assert.deepEqual(await small('.colours'), []);
    const boxes = await page.locator('.swatch').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    assert.ok((boxes[1] ?? 0) - (boxes[0] ?? 0) >= 40, 'swatches lie on one another');
    await close(written);
  });

  it('keeps the line of the caret above the bar: typed at the end of a long page, and tapped where the bar comes', async () => {
    const written = await desk.open(await desk.make(''), PHONE);
    const { page, text } = written;
    const bar = page.getByRole('toolbar', { name: 'Write' });
    await text.locator('p').first().tap();
    await bar.waitFor();
    /** the end of the line with the caret, and where the bar begins */
    const places = async (line: string) => {
      const [at, edge] = [await text.getByText(line, { exact: true }).boundingBox(), await bar.boundingBox()];
      assert.ok(at && edge);
      return { end: at.y + at.height, edge: edge.y };
    };
    for (let at = 0; at < 32; at += 1) {
      const line = `line ${at}`;
      await page.keyboard.type(line);
      await settled(page);
      let { end, edge } = await places(line);
      const isAbove = async () => {
        ({ end, edge } = await places(line));
        return end <= edge;
      };
      await until(isAbove, () => `${line} above the bar: it ends at ${end}, and the bar begins at ${edge}`);
      await page.keyboard.press('Enter');
    }
    await save(written);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await bar.waitFor({ state: 'hidden' });
    // Where the bar will lie there is a line.
    const line = text.getByText('line 10', { exact: true });
    await line.evaluate((one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 10));
    await page.evaluate(() => document.querySelector('.bottom-bar')?.remove());
    await line.tap();
    await bar.waitFor();
    await page.waitForFunction(
      (y) =>
        [...document.querySelectorAll('p')].some(
          (p) => p.textContent === 'line 10' && p.getBoundingClientRect().bottom <= y,
        ),
      (await bar.boundingBox())?.y ?? 0,
    );
    await close(written);
  });

  it('finds no grip where there is a mouse', async () => {
    const written = await desk.write(TEXT);
    await written.text.getByText('one').click();
    await settled(written.page);
    assert.equal(await written.page.locator('.touch-grip:visible').count(), 0);
    await close(written);
  });
});
