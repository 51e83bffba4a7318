// Versions chosen: any two compared, drawn side by side, named afterwards, and looked for in a long list.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const make = async (markdown: string): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title: 'Plan', markdown, workspace_id: t.ws1 })).body.id;
  const save = async (id: number, body: object, who: 'ann' | 'edi' = 'ann') =>
    assert.equal((await t.call(who, 'PUT', `/api/pages/${id}/content`, body)).status, 200);
  const versions = async (id: number): Promise<{ id: number; note: string }[]> =>
    (await t.call('ann', 'GET', `/api/pages/${id}/versions`)).body.versions;
  const read = (id: number, query = '', who: 'vic' | 'edi' = 'vic') =>
    t.call(who, 'GET', `/pages/${id}/history${query}`);
  const entries = (text: string) =>
    [...text.matchAll(/class="history-entry" href="[^"]*version=(\d+)/g)].map(([, id]) => Number(id));

  it('compares any two, and says so in the address', async () => {
    const id = await make('one red');
    for (const word of ['two', 'three', 'four']) await save(id, { markdown: `one ${word}` });
    const [four, three, , one] = (await versions(id)).map((version) => version.id);
    const compared = async (version?: number, against?: number | string) =>
      (await read(id, `?version=${version}&against=${against}`)).text;
    for (const [a, b] of [
      [three, one],
      [one, three],
    ]) {
      const text = await compared(a, b);
      assert.match(text, /one <del>red<\/del><ins>three<\/ins>/);
      assert.match(text, /Changes from [^<]+ to [^<]+\./);
    }
    assert.match(await compared(four, four), /Nothing is different/);
    // A form without scripts offers them; the list goes on to versions compared with the ones before them.
    const text = await compared(three, one);
    assert.match(text, new RegExp(`<option value="${one}" selected>\\d\\d:\\d\\d · Ann Example</option>`));
    assert.doesNotMatch(text, new RegExp(`<option value="${three}"`));
    assert.doesNotMatch(text, new RegExp(`class="history-entry" href="[^"]*against=${one}`));
    const [foreign] = await versions(await make('secret'));
    for (const other of [foreign?.id, 999_999])
      assert.equal((await read(id, `?version=${four}&against=${other}`)).status, 404);
    assert.equal((await read(id, `?version=${four}&against=some`)).status, 422);
  });

  it('draws both sides as the page does: lists, tables, formulas, what changed and what is new', async () => {
    const words = (text: string) => [{ type: 'text', text }];
    const body = (tex: string, item: string, cells: string[][]) => [
      { id: 'p', type: 'paragraph', data: {}, content: [...words('So '), { type: 'math', tex }, ...words(' holds')] },
      { id: 'f', type: 'math', data: { tex } },
      { id: 'n1', type: 'numbered', data: {}, content: words('First') },
      { id: 'n2', type: 'numbered', data: {}, content: words(item) },
      {
        ...{ id: 't', type: 'table' },
        data: {
          header: { row: false, column: false },
          rows: cells.map((row) => row.map((said) => ({ content: words(said) }))),
        },
      },
      {
        id: 'call',
        type: 'callout',
        data: {},
        content: words('Mind'),
        children: [{ id: 'in', type: 'paragraph', data: {}, content: words(item) }],
      },
    ];
    const id = await make('');
    await save(id, { blocks: body('x^2', 'early', [['Mast', '900']]) });
    await save(id, {
      blocks: body('y^3', 'late', [
        ['Mast', '950'],
        ['Rope', '40'],
      ]),
    });
    const [latest] = await versions(id);
    const { text } = await read(id, `?version=${latest?.id}&view=side`);
    const cell = (side: string, part: string) =>
      new RegExp(`<div class="side ${side}"><span class="hidden">\\w+: </span>${part}`);
    assert.match(text, cell('before', '<p id="p-was">So <del><span class="katex"><math.*?</del> holds</p>'));
    assert.match(text, cell('after', '<p id="p">So <ins><span class="katex"><math.*?</ins> holds</p>'));
    assert.match(
      text,
      /row change changed whole">.*?<div class="math" id="f-was"><span class="katex"><math.*?<div class="math" id="f"><span class="katex"><math/s,
    );
    assert.match(text, /<ol start="2"><li id="n2-was"><del>early<\/del>.*?<ol start="2"><li id="n2"><ins>late<\/ins>/s);
    const tables = text.match(/<table.*?<\/table>/gs) ?? [];
    assert.deepEqual(
      tables.map((table) => table.match(/<tr/g)?.length),
      [1, 2],
    );
    assert.match(text, /row change inside.*?<del>early<\/del>.*?<ins>late<\/ins>/s);
    assert.match(text, /<strong>Before<\/strong> \d+ \w+/);
  });

  it('names a version afterwards, and takes the name away', async () => {
    const id = await make('one');
    await save(id, { markdown: 'two' }, 'edi');
    const [, one] = await versions(id);
    const name = (note: string, version = one?.id, who: 'edi' | 'vic' = 'edi') =>
      t.form(who, `/pages/${id}/history`, { note, version: String(version) });
    const named = await name('Sent');
    assert.deepEqual([named.status, named.headers.location], [303, `/pages/${id}/history?version=${one?.id}`]);
    assert.deepEqual(
      (await versions(id)).map(({ note }) => note),
      ['', 'Sent'],
    );
    assert.match((await read(id, `?version=${one?.id}`, 'edi')).text, /name="note"[^>]* value="Sent"/);
    const [foreign] = await versions(await make('other'));
    assert.equal((await name('Mine', foreign?.id)).status, 404);
    assert.equal((await name('Mine', one?.id, 'vic')).status, 403);
    await name('');
    assert.deepEqual(
      (await versions(id)).map(({ note }) => note),
      ['', ''],
    );
  });

  it('lists as named what people named, not what the product noted, and shows one of those', async () => {
    const id = await make('one');
    await t.form('edi', `/pages/${id}/history`, { note: 'Sent' });
    for (const word of ['two', 'three']) await save(id, { markdown: word });
    const [before, , sent] = await versions(id);
    const [latest] = await versions(id);
    await t.form('edi', `/pages/${id}/history/${sent?.id}/restore`, {});
    await t.form('edi', `/pages/${id}/history/${latest?.id}/restore`, { undoes: 'true' });
    for (const key of ['pages.history.undone_note', 'pages.history.restored_note'])
      await t.form('edi', `/pages/${id}/history`, { note: t.app.messages.text('de', key, { at: '3. Mai' }) });
    assert.equal((await versions(id)).filter(({ note }) => note).length, 5);
    const { text } = await read(id, `?version=${before?.id}&only=named`);
    assert.deepEqual(entries(text), [sent?.id]);
    assert.match(text, new RegExp(`version=${sent?.id}[^>]*aria-current`));
    assert.match(text, /<h2 tabindex="-1">[^<]*<\/h2>\s*<p>Sent</);
  });

  it('stays at what is compared, and how, when a version is named', async () => {
    const id = await make('one');
    for (const word of ['two', 'three']) await save(id, { markdown: word });
    const [, two] = await versions(id);
    const address = `?version=${two?.id}&against=now&view=side`;
    const { text } = await read(id, address, 'edi');
    const keep = text.match(/<form[^>]*class="history-keep">.*?<\/form>/s)?.[0] ?? '';
    const fields = [...keep.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const sent = Object.fromEntries(fields.flatMap(([, name, value]) => (name === 'csrf' ? [] : [[name, value]])));
    const named = await t.form('edi', `/pages/${id}/history`, { ...sent, note: 'Sent' });
    assert.equal(named.headers.location, `/pages/${id}/history${address}`);
    assert.equal((await t.form('edi', `/pages/${id}/history`, { note: 'Sent', view: 'some' })).status, 422);
  });

  it('finds versions by name or author in a long history, and the portion of the one that is shown', async () => {
    const id = await make('0');
    const [first] = await versions(id);
    assert.doesNotMatch((await read(id)).text, /history-filter/);
    await t.form('edi', `/pages/${id}/history`, { note: 'Sent' });
    for (let at = 1; at <= 60; at++) await save(id, { markdown: String(at) }, at === 30 ? 'edi' : 'ann');
    const all: { id: number; note: string }[] = await t.app.database
      .reader('page_versions')
      .where({ page_id: id })
      .orderBy('id', 'desc');
    const sent = all.find(({ note }) => note);
    const { text } = await read(id);
    assert.match(text, /<select name="only".*<option value="named">Named versions<.*By Ann Example<.*By Edi Example</s);
    assert.deepEqual(entries((await read(id, '?only=named')).text), [sent?.id]);
    const byEdi = (await read(id, `?only=${t.user('edi').id}`)).text;
    assert.deepEqual(entries(byEdi), [all[30]?.id, sent?.id]);
    // Whoever wrote nothing here is nobody.
    for (const who of ['bob', 'vic'] as const) assert.equal((await read(id, `?only=${t.user(who).id}`)).status, 404);
    const oldest = (await read(id, `?version=${first?.id}`)).text;
    assert.match(oldest, new RegExp(`version=${first?.id}[^>]*aria-current`));
    assert.match(oldest, /rel="prev"/);
    // Another portion of the list goes with the version that is shown.
    assert.match(text, new RegExp(`rel="next" href="[^"]*page=2&amp;version=${all[0]?.id}`));
    // What is picked out is nobody's current version.
    assert.doesNotMatch(byEdi, /class="badge">Current/);
  });
});
