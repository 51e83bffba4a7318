// How pages begin, on the start page: with the names of the people and pages that they mention, as the reader may see them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { wholeBlocks } from '../../plugins/pages/content/page-openings.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const CUT: [name: string, beginning: string, whole: number][] = [
  ['a whole body', '{"version":"1","time":1,"blocks":[{"id":"a","data":{"x":[1]}},{"id":"b"}]}', 2],
  ['one that ends inside a block', '{"version":"1","time":1,"blocks":[{"id":"a","data":{}},{"id":"b","da', 1],
  ['signs of JSON in words', '{"version":"1","time":1,"blocks":[{"id":"a","text":"]}\\"{["},{"id":"b"', 1],
  ['one that ends inside its first block', '{"version":"1","time":1,"blocks":[{"id":"a","te', 0],
  ['no body', '', 0],
];

describe('the beginning of a body', () => {
  for (const [name, beginning, whole] of CUT) it(name, () => assert.equal(wholeBlocks(beginning).length, whole));
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('keeps names in the lines of the start page, and tells nobody those that they may not see', async () => {
    const make = async (title: string, more: object = {}) =>
      (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, ...more })).body.id as number;
    const plan = await make('Season plan');
    const secret = await make('Secret plan');
    const closing = { permission_type: 'private' };
    const hidden = await t.call('ann', 'PUT', `/api/v2/pages/${secret}/permissions/type`, closing);
    const text = (words: string) => ({ type: 'text', text: words });
    const content = [
      ...[text('after the table '), { type: 'mention', userId: t.user('edi').id }, text(' and ')],
      ...[{ type: 'pageLink', pageId: plan }, text(' not '), { type: 'pageLink', pageId: secret }, text('.')],
    ];
    await make('Notes', { blocks: [{ id: 'a', type: 'paragraph', data: {}, content }] });
    assert.equal(hidden.status, 200, hidden.text);
    const shownTo = async (who: 'ann' | 'edi') =>
      (await t.inject('GET', '/', { headers: { ...t.session(who), accept: 'text/html' } })).text;
    assert.match(await shownTo('ann'), /after the table @Edi Example and Season plan not Secret plan\./);
    assert.match(await shownTo('edi'), /after the table @Edi Example and Season plan not …\./);
  });
});
