// Faces in the tree: on which pages others are right now.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaults, axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { come, type Person } from '../../rooms/people.ts';
import { excess, type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('faces in the tree', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  const here: Person[] = [];
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(async () => {
    for (const person of here) person.leave();
    await frame.stop();
    await browser?.close();
  });

  const enter = (who: 'ann' | 'edi' | 'com' | 'adm' | 'vic', title: string): Person => {
    const person = come(frame.t.url, frame.ids[title] as number, frame.t.session(who));
    here.push(person);
    return person;
  };
  const row = (page: Page, title: string) => page.locator(`.tree > li[data-id="${frame.ids[title]}"]`);

  it('stand beside the pages on which others are, with their names, and go when they leave', async () => {
    const visit = await frame.visit('vic', 'Alpha');
    const { page } = visit;
    const [ann, own] = [enter('ann', 'Beta'), enter('vic', 'Gamma')];
    const faces = row(page, 'Beta').locator('.tree-faces');
    await faces.locator('img').waitFor();
    const words = 'Here now: Ann Example';
    assert.equal(await faces.getAttribute('title'), words);
    assert.equal(await row(page, 'Beta').getAttribute('aria-description'), words);
    assert.equal(await page.locator('.tree-faces').count(), 1, 'somebody is shown to themselves');
    // Pages that others are on inside of a closed branch show when it is opened.
    enter('edi', 'Deep');
    await row(page, 'Alpha two').locator('.tree-toggle').click();
    await row(page, 'Deep').locator('.tree-faces').waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    ann.leave();
    await faces.waitFor({ state: 'detached' });
    assert.equal(await row(page, 'Beta').getAttribute('aria-description'), null);
    own.leave();
    await leave(visit);
  });

  it('are three and a number, on a phone and in German, too', async () => {
    const visit = await frame.visit('vic', 'Alpha', { viewport: { width: 390, height: 780 }, locale: 'de-DE' });
    const { page } = visit;
    await page.getByRole('link', { name: 'Menü', exact: true }).click();
    const faces = row(page, 'Delta').locator('.tree-faces');
    // The picture of the administrator, who is nobody of this workspace, is not for its people: it is a letter. Who comes
    // first stays among the three.
    enter('adm', 'Delta');
    await faces.locator('[data-sign="A"]').waitFor();
    for (const who of ['ann', 'edi', 'com'] as const) enter(who, 'Delta');
    await faces.locator('[data-sign="+1"]').waitFor();
    await faces.locator('[data-sign="A"]').waitFor();
    assert.equal(await faces.locator('img').count(), 2);
    assert.match((await faces.getAttribute('title')) ?? '', /^Gerade hier: .*, \+1$/);
    const title = await row(page, 'Delta').locator('.tree-title').boundingBox();
    const group = await faces.boundingBox();
    assert.ok(title && group && title.x + title.width <= group.x, 'faces lie over the title');
    assert.equal(await excess(page), 0);
    // Neither the letter nor the number is a part of what the row is called.
    assert.deepEqual(await axeFaults(page, { rules: ['label-content-name-mismatch'] }), []);
    for (const person of here.splice(0)) person.leave();
    await faces.waitFor({ state: 'detached' });
    await leave(visit, /initials-\d+\.svg/);
  });

  it('stand in the bar of a page for those who read it, and of a database for all who look at it', async () => {
    const { body } = await frame.t.call('ann', 'POST', '/db/api', { title: 'Rows', workspace_id: frame.t.ws1 });
    for (const id of [frame.ids.Gamma, body.page.id]) {
      const [writer, reader] = [await frame.visit('ann', 'Alpha'), await frame.visit('vic', 'Alpha')];
      for (const { page } of [writer, reader]) await page.goto(`${frame.t.url}/pages/${id}`);
      await writer.page.locator('.topbar .presence img[alt="Vic Example"]').waitFor();
      await reader.page.locator('.topbar .presence img[alt="Ann Example"]').waitFor();
      assert.equal(await writer.page.locator('.topbar .presence li').count(), 1, 'somebody is shown to themselves');
      assert.deepEqual(await axeFaultsInBoth(reader.page), []);
      await leave(reader);
      await writer.page.locator('.topbar .presence').waitFor({ state: 'detached' });
      await leave(writer);
    }
  });
});
