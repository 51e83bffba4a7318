// Pages written together in real browsers: at once, with cut lines, under a lock, and where no socket gets through.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { Lines } from '../connection-control.ts';
import { close, type Desk, opened, outline, save, type Written, withEditor } from './editor.ts';

const atEnd = async ({ page, text }: Written): Promise<void> => {
  await text.locator('p').last().click();
  await page.keyboard.press('End');
};
const state = ({ page }: Written, name: string) => page.locator(`.save-status[data-state="${name}"]`).waitFor();

await withEditor('together', (desk: Desk) => {
  const words = async (id: number) => outline((await desk.stored(id)).blocks).join('|');
  const both = async (id: number, second: 'edi' | 'ann' = 'edi') => {
    const one = await desk.open(id);
    return [one, await desk.open(id, { who: second })] as const;
  };

  it('shows what others write, where their carets are, and who is here', async () => {
    const id = await desk.make('first\n\nsecond');
    const [ann, edi] = await both(id);
    await atEnd(edi);
    await edi.page.keyboard.type(' by Edi');
    await ann.text.getByText('second by Edi').waitFor();
    await ann.page.locator('.caret[data-name^="Edi"]').waitFor({ state: 'attached' });
    // The colour of the picture is that of the caret.
    const { avatar_color } = (await desk.t.call('edi', 'GET', '/api/v2/users/me')).body;
    const own = (place: string) => ann.page.locator(place).evaluate((one) => (one as HTMLElement).style.cssText);
    for (const place of ['.caret[data-name^="Edi"]', '.presence li[title^="Edi"]'])
      assert.equal(await own(place), `--own: ${avatar_color};`);
    await ann.page.getByRole('list', { name: 'Here now' }).getByRole('img', { name: /Edi/ }).waitFor();
    assert.deepEqual(await axeFaults(ann.page), []);
    await ann.text.getByText('first').click();
    await ann.page.keyboard.press('Home');
    await ann.page.keyboard.type('My ');
    await edi.page.keyboard.type(' and on');
    await edi.text.getByText('My first').waitFor();
    await ann.text.getByText('second by Edi and on').waitFor();
    await ann.page.keyboard.type('very ');
    await edi.text.getByText('My very first').waitFor();
    await ann.title.fill('Ours');
    await edi.page.locator('.page-title', { hasText: 'Ours' }).waitFor();
    await edi.page.keyboard.press('Control+z');
    await ann.text.getByText('and on').waitFor({ state: 'detached' });
    await save(edi);
    assert.match(await words(id), /^paragraph: My very first\|paragraph: second/, 'only what Edi wrote is undone');
    assert.equal((await desk.stored(id)).title, 'Ours');
    const kept = await desk.t.call('ann', 'GET', `/api/v2/pages/${id}/versions`);
    assert.equal(kept.body.length, 2, 'saving by hand made a version');
    await close(edi);
    await ann.page.getByRole('list', { name: 'Here now' }).waitFor({ state: 'detached' });
    await close(ann);
  });

  it('keeps the caret in its block when others move blocks past it, and move that one', async () => {
    const id = await desk.make('a\n\n- b\n- c\n\nd');
    const [ann, edi] = await both(id);
    const lines = ({ text }: Written) => text.locator('.block').allTextContents();
    const move = async (what: string, key: string, wanted: string) => {
      await edi.text.getByText(what).click();
      await edi.page.keyboard.press(key);
      await until(async () => (await words(id)) === wanted, wanted);
      await until(async () => `${await lines(ann)}` === `${await lines(edi)}`, 'the same order');
    };
    await ann.text.getByText('b', { exact: true }).click();
    await ann.page.keyboard.press('End');
    await ann.page.keyboard.type('1');
    await move('a', 'Alt+Shift+ArrowDown', 'bullet: b1|paragraph: a|bullet: c|paragraph: d');
    await ann.page.keyboard.type('2');
    await move('c', 'Alt+Shift+ArrowUp', 'bullet: b12|bullet: c|paragraph: a|paragraph: d');
    await move('b12', 'Alt+Shift+ArrowDown', 'bullet: c|bullet: b12|paragraph: a|paragraph: d');
    await ann.page.keyboard.type('3');
    const { blocks, sync_version } = await desk.stored(id);
    const order = [blocks[3], blocks[1], blocks[0], blocks[2]];
    const headers = { 'if-match': `"v${sync_version}"` };
    const put = await desk.t.call('ann', 'PUT', `/api/pages/${id}/content`, { body: { blocks: order }, headers });
    assert.equal(put.status, 200, put.text);
    await until(async () => (await lines(ann))[0] === 'd', 'the order of the program');
    await ann.page.keyboard.type('4');
    await edi.text.getByText('b1234').waitFor();
    await move('b1234', 'Tab', 'paragraph: d|  bullet: b1234|bullet: c|paragraph: a');
    await ann.page.keyboard.type('5');
    await save(ann);
    assert.equal(await words(id), 'paragraph: d|  bullet: b12345|bullet: c|paragraph: a');
    await close(edi);
    await close(ann);
  });

  it('leaves what others wrote into a block when the block is undone', async () => {
    const id = await desk.make('first');
    const [ann, edi] = await both(id);
    // Keys of one moment are one step back, however slowly the machine takes them.
    const at = (ms: number) => ann.page.clock.setFixedTime(Date.UTC(2026, 10, 20) + ms);
    await at(0);
    await atEnd(ann);
    await ann.page.keyboard.press('Enter');
    await ann.page.keyboard.type('Mine');
    await edi.text.getByText('Mine').waitFor();
    await atEnd(edi);
    await edi.page.keyboard.type(' theirs');
    await ann.text.getByText('Mine theirs').waitFor();
    const added = { find: 'theirs', with: 'theirs and of the program' };
    assert.equal((await desk.t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, added)).status, 200);
    await ann.text.getByText('Mine theirs and of the program').waitFor();
    await ann.page.keyboard.press('Control+z');
    await edi.text.getByText('Mine').waitFor({ state: 'detached' });
    assert.equal(await words(id), 'paragraph: first|paragraph:  theirs and of the program');
    await ann.page.keyboard.press('Control+Shift+z');
    await edi.text.getByText('Mine theirs and of the program').waitFor();
    await at(10_000);
    await ann.page.keyboard.press('Enter');
    await ann.page.keyboard.type('Alone');
    await edi.text.getByText('Alone').waitFor();
    await ann.page.keyboard.press('Control+z');
    await edi.text.getByText('Alone').waitFor({ state: 'detached' });
    assert.equal(await words(id), 'paragraph: first|paragraph: Mine theirs and of the program');
    await close(edi);
    await close(ann);
  });

  it('brings two people and a program to the same page, however often the lines are cut', async () => {
    const id = await desk.make('start');
    const [ann, edi] = await both(id);
    const lines = await new Lines().follow(edi.page);
    await edi.page.reload();
    await opened(id, edi.visit, edi.page);
    const typed: string[] = [];
    const write = async (who: Written, word: string) => {
      typed.push(word);
      await atEnd(who);
      await who.page.keyboard.press('Enter');
      await who.page.keyboard.type(word);
    };
    for (let round = 0; round < 2; round++) {
      await write(ann, `ann-${round}`);
      await lines.cut();
      await write(edi, `edi-${round}`);
      await state(edi, 'offline');
      typed.push(`api-${round}`);
      const added = { append: `api-${round}` };
      assert.equal((await desk.t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, added)).status, 200);
      await ann.page.keyboard.press('Alt+Shift+ArrowUp');
      await lines.mend(edi);
    }
    const said = async ({ text }: Written) => (await text.locator('.block').allInnerTexts()).map((one) => one.trim());
    await until(async () => {
      const [one, two] = [await said(ann), await said(edi)];
      return JSON.stringify(one) === JSON.stringify(two) && typed.every((word) => one.includes(word));
    }, 'the same text with every word');
    const stored = outline((await desk.stored(id)).blocks).map((line) => line.replace('paragraph: ', ''));
    assert.deepEqual(stored, await said(ann));
    await close(edi, /WebSocket/);
    await close(ann);
  });

  it('keeps what was written without a line through a reload, and brings it in then', async () => {
    const id = await desk.make('one');
    const ann = await desk.open(id);
    const lines = await new Lines().follow(ann.page);
    await ann.page.reload();
    await opened(id, ann.visit, ann.page);
    await lines.cut();
    await atEnd(ann);
    await ann.page.keyboard.type(' unsent');
    await state(ann, 'offline');
    assert.equal(await words(id), 'paragraph: one');
    // What is kept is written a moment after the letter, and a closed page writes no more.
    await until(async () => (await keptIn(ann.page)) === ' unsent'.length, 'every letter kept');
    lines.isCut = false;
    await ann.page.close();
    const page = await ann.visit.context.newPage();
    await page.goto(`${desk.t.url}/pages/${id}`);
    const again = await opened(id, ann.visit, page);
    await again.text.getByText('one unsent').waitFor();
    await until(async () => (await words(id)) === 'paragraph: one unsent', 'the text on the server');
    await until(async () => !(await keptIn(page)), 'nothing kept any more');
    await close(ann, /WebSocket/);
  });

  it('says so when a server stops answering that keeps the line open, and saves when it answers again', async () => {
    const id = await desk.make('one');
    const ann = await desk.open(id);
    await ann.page.clock.install();
    const lines = await new Lines().follow(ann.page);
    await ann.page.reload();
    await opened(id, ann.visit, ann.page);
    await atEnd(ann);
    lines.isMute = true;
    await ann.page.keyboard.type(' unanswered');
    await state(ann, 'saving');
    // The question first, and then the time for an answer.
    for (const ms of [2_000, 13_000]) await ann.page.clock.fastForward(ms);
    await state(ann, 'offline');
    assert.match(await ann.page.locator('.save-status').innerText(), /your text is kept here/);
    lines.isMute = false;
    await until(async () => {
      await ann.page.clock.fastForward(13_000);
      return (await ann.page.locator('.save-status').getAttribute('data-state')) === 'saved';
    }, 'an answer');
    assert.equal(await words(id), 'paragraph: one unanswered');
    await close(ann, /WebSocket/);
  });

  it('can only be read while somebody else has locked it, and goes on after that', async () => {
    const id = await desk.make('one');
    const edi = await desk.open(id, { who: 'edi' });
    assert.equal((await desk.t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true })).status, 200);
    await state(edi, 'closed');
    assert.match(await edi.page.locator('.save-status').innerText(), /locked/);
    assert.equal(await edi.text.getAttribute('contenteditable'), 'false');
    assert.deepEqual(await axeFaults(edi.page), []);
    await desk.t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, { append: 'by Ann' });
    await edi.text.getByText('by Ann').waitFor();
    assert.equal((await desk.t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: false })).status, 200);
    await state(edi, 'saved');
    await atEnd(edi);
    await edi.page.keyboard.type(' and Edi');
    await save(edi);
    assert.equal(await words(id), 'paragraph: one|paragraph: by Ann and Edi');
    assert.equal((await desk.t.call('ann', 'POST', `/api/pages/${id}/trash`)).status, 200);
    await state(edi, 'closed');
    assert.match(await edi.page.locator('.save-status').innerText(), /trash/);
    await close(edi, /404/);
  });

  it('lets the tree follow what others do to pages', async () => {
    const id = await desk.make('one', 'Here');
    const ann = await desk.open(id);
    const row = (name: string) => ann.page.locator('.tree').getByRole('treeitem', { name });
    const call = (method: string, path: string, body?: object) => desk.t.call('edi', method, path, body);
    const made = await call('POST', '/api/pages', { title: 'From elsewhere', workspace_id: desk.t.ws1 });
    await row('From elsewhere').waitFor();
    await call('PUT', `/api/pages/${made.body.id}/rename`, { title: 'With another name' });
    await row('With another name').waitFor();
    await call('PUT', `/api/pages/${made.body.id}/move`, { parent_id: id });
    await row('With another name').waitFor({ state: 'detached' });
    await row('Here').press('ArrowRight');
    await row('With another name').waitFor();
    await call('POST', `/api/pages/${made.body.id}/trash`);
    await row('With another name').waitFor({ state: 'detached' });
    await close(ann);
  });

  it('shows pages in the tree of who makes them at once, from a link in the text and from another tab', async () => {
    const id = await desk.make('one', 'A parent');
    const ann = await desk.open(id);
    const { page, text } = ann;
    const row = (name: string) => page.locator('.tree').getByRole('treeitem', { name });
    assert.equal(await row('A parent').getAttribute('aria-expanded'), null);
    await atEnd(ann);
    await page.keyboard.type(' [[Child of mine');
    await page.locator('#suggestions [role="option"]').filter({ hasText: 'Child of mine' }).waitFor();
    await page.keyboard.press('Enter');
    await text.getByRole('link', { name: 'Child of mine' }).waitFor();
    await page.locator('.tree [role="treeitem"][aria-expanded="false"]').filter({ hasText: 'A parent' }).waitFor();
    await row('A parent').press('ArrowRight');
    await row('Child of mine').waitFor();
    await atEnd(ann);
    await page.keyboard.type(' @Second child');
    await page.locator('#suggestions [role="option"]').filter({ hasText: 'Second child' }).waitFor();
    await page.keyboard.press('Enter');
    await row('Second child').waitFor();
    const made = await desk.t.call('ann', 'POST', '/api/pages', { title: 'Of another tab', parent_id: id });
    await row('Of another tab').waitFor();
    await desk.t.call('ann', 'PUT', `/api/pages/${made.body.id}/rename`, { title: 'Named there' });
    await row('Named there').waitFor();
    await close(ann);
  });

  it('says who wrote last, and offers nothing for an empty page any more, without moving the text', async () => {
    const id = await desk.make('', 'Empty');
    const [ann, edi] = await both(id);
    const line = ann.page.locator('.page-head > .meta');
    const offer = ann.page.getByRole('link', { name: 'Start from a template' });
    const top = async () => (await ann.text.locator('p').first().boundingBox())?.y;
    await offer.waitFor();
    const before = await top();
    assert.match(await line.innerText(), /by Ann Example$/);
    await edi.text.click({ position: { x: 4, y: 4 } });
    await edi.page.keyboard.type('by somebody else');
    await line.getByText('by Edi Example').waitFor();
    await offer.waitFor({ state: 'hidden' });
    assert.equal(await top(), before);
    await atEnd(ann);
    await ann.page.keyboard.type(' and me');
    await line.getByText('by Ann Example').waitFor();
    assert.equal(await top(), before);
    await ann.page.reload();
    await opened(id, ann.visit, ann.page);
    assert.equal(await top(), before);
    await close(edi);
    await close(ann);
  });

  it('writes by the one socket that its frame has opened, and by another where that is lost', async () => {
    const id = await desk.make('one');
    const ann = await desk.open(id);
    const { page, visit } = ann;
    const sockets: string[] = [];
    page.on('websocket', (socket) => socket.url().includes('/ws/pages/') && sockets.push(socket.url()));
    await page.reload();
    await opened(id, visit, page);
    await atEnd(ann);
    await page.keyboard.type(' two');
    await save(ann);
    assert.equal(sockets.length, 1);
    await page.addInitScript(() => {
      const Real = WebSocket;
      let count = 0;
      class Lost extends Real {
        constructor(address: string | URL) {
          super(address);
          if (String(address).includes('/ws/pages/') && !count++) this.close();
        }
      }
      Object.assign(globalThis, { WebSocket: Lost });
    });
    await page.reload();
    await opened(id, visit, page);
    await atEnd(ann);
    await page.keyboard.type(' three');
    await save(ann);
    assert.equal(await words(id), 'paragraph: one two three');
    assert.equal(sockets.length, 3);
    await close(ann, /WebSocket/);
  });

  it('is saved by whole where sockets are closed on the way', async () => {
    const id = await desk.make('one');
    const ann = await desk.open(id);
    await ann.page.close();
    const page = await ann.visit.context.newPage();
    await page.addInitScript(() => {
      const Real = WebSocket;
      class Stopped extends Real {
        constructor() {
          super('/ws/nowhere');
        }
      }
      Object.assign(globalThis, { WebSocket: Stopped });
    });
    await page.goto(`${desk.t.url}/pages/${id}`);
    const written = await opened(id, ann.visit, page);
    await atEnd(written);
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await page.keyboard.type(' by whole');
    await save(written);
    await saved;
    assert.equal(await words(id), 'paragraph: one by whole');
    await close(ann, /WebSocket|ERR_|Content Security/);
  });

  // The last: it ends the session of somebody.
  it('leaves nothing in the browser of somebody who signs out', async () => {
    const edi = await desk.open(await desk.make('one'), { who: 'edi' });
    const { page, visit, id } = edi;
    const lines = await new Lines().follow(page);
    await page.reload();
    await opened(id, visit, page);
    await lines.cut();
    await atEnd(edi);
    await page.keyboard.type(' for nobody else');
    await until(() => keptIn(page), 'a kept change');
    await page.locator('.person-menu summary').click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.waitForURL(/auth\/login/);
    await until(async () => !(await keptIn(page)), 'nothing left of who signed out');
    await close(edi, /WebSocket|401/);
  });
});

/** How many changes wait in this browser for the server. */
const keptIn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const asked = indexedDB.open('commonplace-unsent');
        asked.onsuccess = () => {
          if (!asked.result.objectStoreNames.contains('updates')) {
            asked.result.close();
            return resolve(0);
          }
          const counted = asked.result.transaction('updates').objectStore('updates').count();
          counted.onsuccess = () => {
            asked.result.close();
            resolve(counted.result);
          };
        };
      }),
  );
