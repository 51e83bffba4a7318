// Saving where no socket gets through: on time, once at a time, through every failure, and nobody's text lost or shown to somebody else.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { settled, type Visit } from '../../kit/browser.ts';
import { close, opened, outline, save, type Written, withEditor } from './editor.ts';

const text = (blocks: Parameters<typeof outline>[0]) => outline(blocks).join('|');

/** All drafts that this browser keeps. */
const drafts = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('commonplace-drafts');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onsuccess = () => resolve(JSON.stringify(reading.result));
          opening.result.close();
        };
      }),
  );
const keptHere = (page: Page, words: string) => until(async () => (await drafts(page)).includes(words), words);

/** Pages opened from now on say when they have looked for drafts, which ends with asking who still writes them. */
const noteLooks = ({ context }: Visit) =>
  context.addInitScript(() => {
    if (!navigator.locks) return;
    const query = navigator.locks.query.bind(navigator.locks);
    navigator.locks.query = async () => {
      const found = await query();
      setTimeout(() => {
        document.documentElement.dataset.looked = 'yes';
      });
      return found;
    };
  });
const hasLooked = (page: Page) => page.locator('html[data-looked]').waitFor();

/** Opens the page anew until it offers a draft: for a moment a closed tab counts as one that still writes. */
const offered = (page: Page) =>
  until(async () => {
    await page.reload();
    await hasLooked(page);
    return (await page.getByText('never saved').count()) === 1;
  }, 'the text that was left');

await withEditor(
  'saving',
  (desk) => {
    const state = (written: Written, name: string) =>
      written.page.locator(`.save-status[data-state="${name}"]`).waitFor({ timeout: 15_000 });
    const failing = /Failed to load resource|net::ERR/;
    const server = async (id: number) => text((await desk.stored(id)).blocks);
    const theirs = (id: number, markdown: string) =>
      desk.t.call('edi', 'PUT', `/api/pages/${id}/content`, { markdown });

    it('saves by itself after ten idle seconds, title and text together', async () => {
      const written = await desk.write('one');
      await written.page.keyboard.type(' two');
      await state(written, 'unsaved');
      assert.equal(await server(written.id), 'paragraph: one');
      await written.page.locator('.save-status[data-state="saved"]').waitFor({ timeout: 15_000 });
      assert.equal(await server(written.id), 'paragraph: one two');
      await close(written);
    });

    it('saves when the tab is closed', async () => {
      const written = await desk.write('one');
      await written.page.keyboard.type(' more');
      await written.page.close({ runBeforeUnload: true });
      await until(async () => (await server(written.id)) !== 'paragraph: one', 'the text of the closed tab');
      assert.equal(await server(written.id), 'paragraph: one more');
      await close(written);
    });

    it('keeps one save at a time, and the next one takes what was written meanwhile', async () => {
      const written = await desk.write('one');
      const { page, id } = written;
      let open = 0;
      let most = 0;
      const { promise: typed, resolve: allTyped } = Promise.withResolvers<void>();
      await page.route('**/content', async (route) => {
        most = Math.max(most, ++open);
        await typed;
        open--;
        await route.continue();
      });
      for (const word of [' two', ' three', ' four']) {
        await page.keyboard.type(word);
        await page.keyboard.press('Control+s');
      }
      await until(() => open > 0, 'the first save');
      await settled(page);
      allTyped();
      await until(async () => (await server(id)) === 'paragraph: one two three four', 'the last word');
      await state(written, 'saved');
      assert.equal(most, 1);
      await close(written);
    });

    it('tries again when the server is away, and takes a lost answer for what it is', async () => {
      const written = await desk.write('one');
      const { page, id } = written;
      let calls = 0;
      await page.route('**/content', async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        calls++;
        if (calls === 1) return route.abort();
        // The server saves, and its answer never arrives.
        if (calls === 2) {
          await route.fetch();
          return route.abort();
        }
        return route.continue();
      });
      // Noted by the page itself: on a slow machine the next attempt is made before anybody looks.
      const told = await page.evaluateHandle(() => {
        const states: unknown[] = [];
        const status = document.querySelector('.save-status') as HTMLElement;
        new MutationObserver(() => states.push(status.dataset.state)).observe(status, { attributes: true });
        return states;
      });
      await page.keyboard.type(' two');
      await page.keyboard.press('Control+s');
      await until(() => calls >= 3, 'a third attempt');
      await state(written, 'saved');
      assert.ok((await told.jsonValue()).includes('offline'));
      assert.equal(await server(id), 'paragraph: one two');
      assert.equal(await page.getByRole('dialog').count(), 0, 'its own save was taken for a conflict');
      await close(written, /Failed to load|412/);
    });

    it('offers the text that a crash left behind, to its writer only', async () => {
      const written = await desk.write('one');
      const { page, id, visit } = written;
      await page.waitForLoadState('networkidle');
      // Not by a route: a closing tab still sends past it.
      await visit.context.setOffline(true);
      await page.keyboard.type(' lost words');
      await keptHere(page, 'lost words');
      await page.close();
      await visit.context.setOffline(false);
      await noteLooks(visit);
      const other = await visit.context.newPage();
      const cookies = await visit.context.cookies();
      await visit.context.clearCookies();
      const edi = desk.t.session('edi');
      await visit.context.addCookies([
        { name: 'session', value: String(edi.cookie).slice('session='.length), url: desk.t.url },
        { name: 'csrf', value: String(edi['x-csrf-token']), url: desk.t.url },
      ]);
      await other.goto(`${desk.t.url}/pages/${id}`);
      await opened(id, visit, other);
      await hasLooked(other);
      assert.equal(await other.getByText('never saved').count(), 0, 'somebody else saw the draft');
      await visit.context.clearCookies();
      await visit.context.addCookies(cookies);
      await offered(other);
      const again = await opened(id, visit, other);
      assert.deepEqual(await axeFaults(other), []);
      await other.getByRole('button', { name: 'Compare' }).click();
      await other.getByRole('dialog').getByText('one lost words').waitFor();
      assert.deepEqual(await axeFaults(other), []);
      await other.getByRole('dialog').getByRole('button', { name: 'Take them' }).click();
      await again.text.getByText('one lost words').waitFor();
      await state(again, 'saved');
      assert.equal(await server(id), 'paragraph: one lost words');
      await other.reload();
      await opened(id, visit, other);
      await hasLooked(other);
      assert.equal(await other.getByText('never saved').count(), 0);
      await close(again, failing);
    });

    const choices: [string, string, string][] = [
      ['Keep mine', 'paragraph: base mine', 'paragraph: base mine'],
      ['Take theirs', 'paragraph: theirs', 'paragraph: theirs'],
      ['Keep mine as a new page', 'paragraph: theirs', 'paragraph: theirs'],
      ['Keep editing', 'paragraph: theirs', 'paragraph: base mine'],
    ];
    for (const [choice, onServer, onPage] of choices) {
      it(`shows both texts when somebody saved meanwhile: ${choice}`, async () => {
        const written = await desk.write('base');
        const { page, id } = written;
        await theirs(id, 'theirs');
        await page.keyboard.type(' mine');
        await page.keyboard.press('Control+s');
        const dialog = page.getByRole('dialog');
        await dialog.getByText('base mine').waitFor();
        await dialog.getByText('theirs', { exact: true }).waitFor();
        assert.deepEqual(await axeFaults(page), []);
        await dialog.getByRole('button', { name: choice, exact: true }).click();
        await state(written, choice === 'Keep editing' ? 'conflict' : 'saved');
        assert.equal(await server(id), onServer);
        assert.equal(`paragraph: ${(await written.text.innerText()).trim()}`, onPage);
        const listed = (await desk.t.call('ann', 'GET', '/api/search?q=mine')).body.results as { title: string }[];
        if (choice === 'Keep mine as a new page') assert.ok(listed.some(({ title }) => title === 'A page (my copy)'));
        await close(written, /412/);
      });
    }

    it('finds no conflict where only the icon or the layout was changed by others', async () => {
      const written = await desk.write('base');
      const { page, id } = written;
      await desk.t.call('edi', 'POST', `/api/pages/${id}/options`, { full_width: true });
      await page.keyboard.type(' mine');
      await save(written);
      assert.equal(await server(id), 'paragraph: base mine');
      await close(written, /412/);
    });

    it('brings two tabs of one person together', async () => {
      const first = await desk.write('base');
      const tab = await first.visit.context.newPage();
      await tab.goto(`${desk.t.url}/pages/${first.id}`);
      const second = await opened(first.id, first.visit, tab);
      await first.page.keyboard.type(' one');
      await save(first);
      await second.text.click({ position: { x: 4, y: 4 } });
      await tab.keyboard.press('Control+End');
      await tab.keyboard.type(' two');
      await tab.keyboard.press('Control+s');
      await tab.getByRole('dialog').getByText('base one').waitFor();
      await tab.getByRole('dialog').getByRole('button', { name: 'Keep mine', exact: true }).click();
      await state(second, 'saved');
      assert.equal(await server(first.id), 'paragraph: base two');
      await close(first, /412/);
    });

    it('keeps the text of somebody whose session has ended, and saves it after the sign-in', async () => {
      const written = await desk.write('base');
      const { page, id, visit } = written;
      const cookies = await visit.context.cookies();
      await visit.context.clearCookies();
      await page.keyboard.type(' mine');
      await page.keyboard.press('Control+s');
      await state(written, 'signed_out');
      const link = page.getByRole('link', { name: 'Sign in' });
      assert.match((await link.getAttribute('href')) ?? '', /next=%2Fpages%2F/);
      assert.equal(await link.getAttribute('target'), '_blank');
      await visit.context.addCookies(cookies);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await state(written, 'saved');
      assert.equal(await server(id), 'paragraph: base mine');
      await close(written, /401/);
    });

    const withdrawn: [string, (id: number) => Promise<unknown>, RegExp][] = [
      ['locked', (id) => desk.t.call('adm', 'POST', `/api/pages/${id}/lock`, { locked: true }), /was locked/],
      ['trashed', (id) => desk.t.call('adm', 'POST', `/api/pages/${id}/trash`), /gone or in the trash/],
    ];
    for (const [name, withdraw, words] of withdrawn) {
      it(`says what to do when the page was ${name} meanwhile, and offers the text`, async () => {
        const written = await desk.write('base');
        const { page, id } = written;
        await withdraw(id);
        await page.keyboard.type(' mine');
        await page.keyboard.press('Control+s');
        await state(written, 'refused');
        assert.match(await page.locator('.save-status [role="status"]').innerText(), words);
        assert.deepEqual(await axeFaults(page), []);
        await page.getByRole('button', { name: 'Copy my text' }).click();
        assert.match(await page.evaluate(() => navigator.clipboard.readText()), /base mine/);
        await close(written, /423|404/);
      });
    }

    it('shows what was saved on the way out, after a reload and after going back', async () => {
      const written = await desk.write('one');
      const { page, id, visit, text: area } = written;
      await page.keyboard.type(' two');
      await page.reload();
      await opened(id, visit, page);
      await area.getByText('one two').waitFor();
      await area.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' three');
      const other = await desk.make('other');
      await page.goto(`${desk.t.url}/pages/${other}`);
      await opened(other, visit, page);
      await page.goBack();
      await opened(id, visit, page);
      await area.getByText('one two three').waitFor();
      assert.equal(await page.locator('.draft-banner').count(), 0);
      assert.equal(await server(id), 'paragraph: one two three');
      await close(written);
    });

    it('shows what was saved elsewhere when somebody comes back with nothing unsaved, and leaves the caret', async () => {
      const written = await desk.write('first\n\nlast');
      const { page, id } = written;
      await theirs(id, 'first, changed\n\nlast');
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await written.text.getByText('first, changed').waitFor();
      await page.keyboard.type(' mine');
      await save(written);
      assert.equal(await server(id), 'paragraph: first, changed|paragraph: last mine');
      await page.keyboard.press('Control+z');
      await save(written);
      assert.equal(await server(id), 'paragraph: first, changed|paragraph: last', 'undo took what others wrote');
      await close(written);
    });

    it('shows a left text beside one that was saved since, and overwrites neither', async () => {
      const written = await desk.write('one');
      const { page, id, visit } = written;
      await visit.context.setOffline(true);
      await page.keyboard.type(' lost words');
      await keptHere(page, 'lost words');
      await page.close();
      await visit.context.setOffline(false);
      await noteLooks(visit);
      await theirs(id, 'theirs');
      const tab = await visit.context.newPage();
      await tab.goto(`${desk.t.url}/pages/${id}`);
      await offered(tab);
      await tab.getByRole('button', { name: 'Take them' }).click();
      await tab.getByRole('dialog').getByText('one lost words').waitFor();
      await tab.getByRole('dialog').getByText('theirs', { exact: true }).waitFor();
      assert.equal(await server(id), 'paragraph: theirs');
      await close(written, /Failed to load|net::ERR|412/);
    });

    it('asks before a tab is closed whose text is neither saved nor kept, as with a full disk', async () => {
      const written = await desk.write('one');
      const { page, id } = written;
      await page.evaluate(() => {
        IDBObjectStore.prototype.put = () => {
          document.documentElement.dataset.refused = 'yes';
          throw new DOMException('full', 'QuotaExceededError');
        };
      });
      await page.route('**/content', (route) => route.abort());
      await page.keyboard.type(' two');
      await page.locator('html[data-refused]').waitFor();
      const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
      assert.equal(asked.type(), 'beforeunload');
      await asked.dismiss();
      await page.unroute('**/content');
      await save(written);
      assert.equal(await server(id), 'paragraph: one two');
      await close(written, failing);
    });
  },
  { sockets: false },
);
