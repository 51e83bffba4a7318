// The strip at the end of a pasted address: a title, a card, a frame or the plain link, chosen while others write.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { close, outline, paste, save, type Written, withEditor } from './editor.ts';

const ADDRESS = 'https://garden.example/beds';
const strip = ({ page }: Written) => page.getByRole('toolbar', { name: 'What the pasted address becomes' });
const choice = (written: Written, name: string | RegExp) => strip(written).getByRole('button', { name });
const pasteLink = (written: Written, address = ADDRESS) => paste(written, { 'text/plain': address });

await withEditor(
  'pasted addresses',
  (desk) => {
    const lines = async (written: Written): Promise<string[]> => {
      await save(written);
      return outline((await desk.stored(written.id)).blocks);
    };
    /** What the other site answers: each address once a title is given for it, at once or later. */
    const answering = (title: string | Promise<string>): void => {
      desk.t.outbound.asked = [];
      desk.t.outbound.answer = async () => ({ body: Buffer.from(`<title>${await title}</title>`) });
    };
    const undo = ({ page }: Written) => page.keyboard.press('Control+z');

    it('are links at once, and say their title when somebody wants it, each step undone by itself', async () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      answering(promise);
      const written = await desk.write('see');
      const { page, text } = written;
      await page.keyboard.type(' ');
      await pasteLink(written);
      await text.getByRole('link', { name: ADDRESS }).waitFor();
      await choice(written, 'Title').waitFor();
      assert.deepEqual(await strip(written).getByRole('button').allTextContents(), ['Title', 'Card', 'Plain']);
      resolve('Beds & paths');
      await choice(written, 'Title: Beds & paths').waitFor();
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press('Tab');
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight', 'Enter'])
        await page.keyboard.press(key);
      await text.getByRole('link', { name: 'Beds & paths' }).waitFor();
      await strip(written).waitFor({ state: 'detached' });
      assert.deepEqual(await lines(written), ['paragraph: see Beds & paths']);
      await undo(written);
      await text.getByRole('link', { name: ADDRESS }).waitFor();
      await undo(written);
      await text.getByRole('link').waitFor({ state: 'detached' });
      assert.equal((await text.textContent())?.trim(), 'see');
      assert.deepEqual(desk.t.outbound.asked, [ADDRESS]);
      await close(written);
    });

    it('are cards and frames in place of a line of their own, and below any other', async () => {
      answering('Beds');
      const written = await desk.write('');
      const { page, text } = written;
      await pasteLink(written);
      await choice(written, 'Card').click();
      await text.locator('.block-bookmark').waitFor();
      await page.keyboard.type('film ');
      await pasteLink(written, 'https://films.example/1');
      await choice(written, 'Embed').click();
      assert.deepEqual(await lines(written), [
        'bookmark:',
        'paragraph: film https://films.example/1',
        'embed:',
        'paragraph:',
      ]);
      await undo(written);
      await text.locator('.block-embed').waitFor({ state: 'detached' });
      assert.equal(await text.getByRole('link', { name: 'https://films.example/1' }).count(), 1);
      await close(written, /films\.example/);
    });

    it('stay plain links by Escape, by the button, and by going on', async () => {
      answering('Beds');
      const written = await desk.write('');
      const { page } = written;
      const leaves: (() => Promise<void>)[] = [
        () => page.keyboard.press('Escape'),
        () => choice(written, 'Plain').click(),
        () => page.keyboard.press('Enter'),
        () => page.keyboard.type('.'),
      ];
      for (const leave of leaves) {
        await pasteLink(written);
        await strip(written).waitFor();
        await leave();
        await strip(written).waitFor({ state: 'detached' });
        await page.keyboard.type(' ');
      }
      await page.keyboard.type('on');
      assert.equal((await lines(written)).join('|').replaceAll(ADDRESS, 'A'), 'paragraph: A A A|paragraph:  A. on');
      // Other sites are asked once a second.
      await close(written, /429.*link-title$/);
    });

    it('say so where no title can be read, and stay what they are', async () => {
      // The links before had their turns, and the next has its own.
      answering('Turn');
      const id = await desk.make('');
      const body = { url: 'https://turn.example/' };
      await until(async () => (await desk.t.call('ann', 'POST', `/api/pages/${id}/link-title`, body)).status === 200);
      const { promise, reject } = Promise.withResolvers<string>();
      answering(promise);
      const written = await desk.write('', { viewport: { width: 390, height: 700 }, colorScheme: 'dark' });
      const { page, text } = written;
      await pasteLink(written, 'https://gone.example/');
      await choice(written, 'Title').click();
      await until(async () => desk.t.outbound.asked.length > 0);
      reject(new Error('nobody answers'));
      await page.getByText('The title could not be read. The link shows its address.').waitFor();
      assert.equal(await choice(written, 'Couldn’t read the title').isDisabled(), true);
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press('Tab');
      assert.equal(await choice(written, 'Card').evaluate((one) => one === document.activeElement), true);
      await page.keyboard.press('Escape');
      await page.keyboard.type('!');
      await text.getByText('https://gone.example/!').waitFor();
      await close(written);
    });

    it('are followed while somebody else writes, and given up with the line that they are in', async () => {
      answering('Beds');
      const ann = await desk.write('one\n\ntwo\n\nsee ');
      const edi = await desk.open(ann.id, { who: 'edi' });
      await pasteLink(ann);
      await choice(ann, 'Title: Beds').waitFor();
      await edi.text.getByText('one').click();
      await edi.page.keyboard.press('Home');
      await edi.page.keyboard.type('Number ');
      await edi.text.getByText('see').click();
      await edi.page.keyboard.press('Home');
      await edi.page.keyboard.type('Please ');
      await ann.text.getByText('Please see').waitFor();
      await edi.page.keyboard.press('Alt+Shift+ArrowUp');
      await ann.text.locator('.block').last().getByText('two').waitFor();
      await choice(ann, 'Title: Beds').click();
      const wanted = 'paragraph: Number one|paragraph: Please seeBeds|paragraph: two';
      await until(async () => (await lines(ann)).join('|') === wanted, wanted);
      await ann.page.keyboard.press('Enter');
      await pasteLink(ann);
      await strip(ann).waitFor();
      await edi.text.getByRole('link', { name: ADDRESS }).waitFor();
      const stored = await desk.stored(ann.id);
      const headers = { 'if-match': `"v${stored.sync_version}"` };
      const body = { blocks: stored.blocks.filter((block) => !JSON.stringify(block).includes(`"text":"${ADDRESS}`)) };
      const put = await desk.t.call('edi', 'PUT', `/api/pages/${ann.id}/content`, { body, headers });
      assert.equal(put.status, 200, put.text);
      await strip(ann).waitFor({ state: 'detached' });
      await close(edi);
      await close(ann);
    });

    it('of pages here are tokens, and without a connection there is no title to choose', async () => {
      answering('Beds');
      const there = await desk.make('text', 'There');
      const written = await desk.write('');
      const { page, text, visit } = written;
      await pasteLink(written, `${desk.t.url}/pages/${there}`);
      await text.getByRole('link', { name: 'There' }).waitFor();
      await page.keyboard.press('Enter');
      await pasteLink(written);
      await page.keyboard.press('Escape');
      await visit.context.setOffline(true);
      await page.keyboard.press('Enter');
      await pasteLink(written);
      await strip(written).waitFor();
      assert.deepEqual(await strip(written).getByRole('button').allTextContents(), ['Card', 'Plain']);
      await page.keyboard.press('Escape');
      await visit.context.setOffline(false);
      await close(written, /INTERNET_DISCONNECTED|WebSocket/);
    });
  },
  { settings: { LINK_PREVIEWS: 'on', EMBED_HOSTS: 'films.example' } },
);
