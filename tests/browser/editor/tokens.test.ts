// What `@` and `[[` offer, with which icons and in which order, and the space behind what was chosen.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeDatabase } from '../../databases/database.ts';
import { settled } from '../../kit/browser.ts';
import { close, type Written, withEditor } from './editor.ts';

const options = ({ page }: Written) => page.locator('#suggestions [role="option"]');

await withEditor('tokens in the text', (desk) => {
  async function choose(written: Written, typed: string, label: string): Promise<void> {
    await written.page.keyboard.type(typed);
    await options(written).first().filter({ hasText: label }).waitFor();
    await settled(written.page);
    await written.page.keyboard.press('Enter');
  }

  it('leave one space before a word, and none before a full stop', async () => {
    await desk.make('x', 'Season plan');
    const written = await desk.write('');
    const { page, text } = written;
    await choose(written, '@edi', 'Edi');
    await page.keyboard.type(' and ');
    await choose(written, '[[Seas', 'Season plan');
    await page.keyboard.type('. See ');
    await choose(written, '@edi', 'Edi');
    await page.keyboard.type('too');
    assert.equal(await text.innerText(), '@Edi Example and Season plan. See @Edi Example too');
    await close(written);
  });

  it('begin with people, and offer pages that the person opened, each with its own icon', async () => {
    const own = await desk.make('x', 'Opened');
    await desk.make('x', 'Made by a program');
    const given = await desk.t.call('ann', 'PATCH', `/api/v2/pages/${own}`, { page_icon: '🌻' });
    assert.equal(given.status, 200, given.text);
    await close(await desk.open(own));
    const written = await desk.write('');
    const { page } = written;
    await page.keyboard.type('@');
    await options(written).first().waitFor();
    const groups = await page.locator('#suggestions .suggest-group').allTextContents();
    assert.deepEqual(groups, ['People', 'Dates', 'Recent pages']);
    assert.ok(await options(written).first().locator('img.avatar').isVisible(), 'people have their faces');
    assert.equal(await options(written).filter({ hasText: 'Made by a program' }).count(), 0);
    const line = options(written).filter({ hasText: 'Opened' });
    assert.equal(await line.locator('.suggest-sign').textContent(), '🌻');
    await close(written);
  });

  it('offer rows, and titles before texts, with the whole of a title before its place', async () => {
    const db = await makeDatabase(desk.t, [], { title: 'Gardens of everybody we have ever planted for' });
    await db.row({}, 'Miller rose garden, the long border');
    for (const day of [1, 2, 3])
      await desk.make('Mill, miller, millers: all of them spoke of the mill.', `Meeting ${day}`);
    const written = await desk.write('');
    await choose(written, '[[mill', 'Miller rose garden, the long border');
    await written.page.keyboard.type('and ');
    await written.page.keyboard.type('@border mill');
    const first = options(written).first();
    await first.filter({ hasText: 'Miller rose garden' }).waitFor();
    assert.ok(
      await first.locator('.menu-label').evaluate((label) => label.scrollWidth <= label.clientWidth),
      'the title is cut',
    );
    await close(written);
  });
});
