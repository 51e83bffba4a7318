// Versions of a page: listed, compared, restored, kept under a note, and thinned out as the setting says.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expired, thinVersions } from '../../plugins/pages/versions/version-retention.ts';
import { inSessions } from '../../plugins/pages/versions/version-sessions.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

const DAY_MS = 86_400_000;

describe('which versions go', () => {
  const now = '2026-11-20T12:00:00.000Z';
  const aged = (...days: number[]) =>
    days.map((age, index) => ({
      id: 1000 - index,
      note: '',
      created_at: new Date(Date.parse(now) - age * DAY_MS).toISOString(),
    }));
  const ages = (policy: string, ...days: number[]): number[] => {
    const versions = aged(...days);
    const gone = expired(versions, now, policy);
    return versions.flatMap(({ id }, index) => (gone.includes(id) ? [] : [days[index] as number]));
  };
  const tables: [string, string, number[], number[]][] = [
    ['all are kept when nothing goes', 'all', [0, 100, 4000], [0, 100, 4000]],
    ['a month is kept whole', 'thinned', [0, 0.1, 0.2, 29, 29.1], [0, 0.1, 0.2, 29, 29.1]],
    ['then the last of each day', 'thinned', [0, 40, 40.1, 40.2, 41], [0, 40, 41]],
    ['after a year the last of each month', 'thinned', [0, 400, 401, 402, 460], [0, 400, 460]],
    ['the newest stays however old it is', 'thinned', [900, 900.1], [900]],
    ['days say when all go but the newest', '90', [0, 89, 91, 200], [0, 89]],
    ['and the newest stays', '90', [200, 300], [200]],
  ];
  for (const [what, policy, days, kept] of tables) it(what, () => assert.deepEqual(ages(policy, ...days), kept));

  it('a note keeps a version from being thinned out', () => {
    const versions = aged(0, 40, 40.1, 40.2);
    (versions[2] as { note: string }).note = 'Sent to the customer';
    assert.deepEqual(expired(versions, now, 'thinned'), [997]);
  });

  it('and from going after some days', () => {
    const versions = aged(0, 40, 100, 200);
    (versions[2] as { note: string }).note = 'Sent to the customer';
    assert.deepEqual(expired(versions, now, '90'), [997]);
  });
});

describe('versions that are one session', () => {
  const rows = (...minutes: number[]) =>
    minutes.map((ago, at) => ({
      ...{ id: 9 - at, page_id: 1, user_id: 1, title: '', note: '' },
      created_at: new Date(Date.parse('2026-11-20T12:00:00.000Z') - ago * 60_000).toISOString(),
    }));
  const sizes = (all: ReturnType<typeof rows>, people: (id: number) => string) =>
    inSessions(all, people).map(({ length }) => length);

  it('are saved by the same people with short pauses', () => {
    assert.deepEqual(
      sizes(rows(0, 30, 60, 91, 100), () => '1'),
      [3, 2],
    );
    assert.deepEqual(
      sizes(rows(0, 1, 2, 3), (id) => (id > 7 ? '1' : '1,2')),
      [2, 2],
    );
    assert.deepEqual(
      sizes([], () => ''),
      [],
    );
  });

  it('and one with a note stands by itself', () => {
    const all = rows(0, 1, 2, 3, 4);
    all[2]!.note = 'Sent';
    assert.deepEqual(
      sizes(all, () => '1'),
      [2, 1, 2],
    );
  });
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const ok = async (answer: ReturnType<TestApp['call']>) => {
    const { status, body, text } = await answer;
    assert.equal(status, 200, text);
    return body;
  };
  const make = async (markdown: string): Promise<number> =>
    (await ok(t.call('ann', 'POST', '/api/pages', { title: 'Plan', markdown, workspace_id: t.ws1 }))).id;
  const save = (id: number, body: object, who: 'ann' | 'edi' = 'ann') =>
    ok(t.call(who, 'PUT', `/api/pages/${id}/content`, body));
  const versions = async (id: number): Promise<{ id: number; title: string; note: string; user_id: number }[]> =>
    (await ok(t.call('ann', 'GET', `/api/pages/${id}/versions`))).versions;
  const markdown = async (id: number): Promise<string> =>
    (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text.trim();

  it('goes back to a version by a new one whose note says which', async () => {
    const id = await make('one');
    await save(id, { markdown: 'two', title: 'Other' }, 'edi');
    const [, first] = await versions(id);
    for (const path of [`/api/pages/${id}/versions/${first?.id}`, `/api/v2/pages/${id}/versions/${first?.id}`])
      assert.match((await ok(t.call('vic', 'GET', path))).blocks_json, /one/);
    const done = await ok(t.call('ann', 'POST', `/api/v2/pages/${id}/versions/${first?.id}/restore`));
    assert.equal(done.title, 'Plan');
    assert.equal(await markdown(id), 'one');
    const all = await versions(id);
    assert.equal(all.length, 3);
    assert.match(all[0]?.note ?? '', /^Restored the version of \d+ \w+ \d{4}/);
    assert.deepEqual([all[1]?.user_id, all[0]?.user_id], [t.user('edi').id, t.user('ann').id]);
  });

  it('knows only versions of its own page, and takes only its own version of the record', async () => {
    const [id, other] = [await make('one'), await make('two')];
    const [foreign] = await versions(other);
    const [own] = await versions(id);
    const restore = (version: unknown, headers = {}) =>
      t.call('ann', 'POST', `/api/v2/pages/${id}/versions/${version}/restore`, { headers });
    assert.equal((await restore(foreign?.id)).status, 404);
    assert.equal((await t.call('ann', 'GET', `/api/pages/${id}/versions/${foreign?.id}`)).status, 404);
    assert.equal((await t.call('bob', 'GET', `/api/pages/${id}/versions`)).status, 404);
    assert.equal((await t.call('bob', 'GET', `/pages/${id}/history`)).status, 404);
    assert.equal((await restore(own?.id, { 'if-match': '"v9"' })).status, 412);
    assert.equal((await versions(id)).length, 1);
  });

  it('shows a picture of an old version again, though no page showed it for days', async () => {
    const id = await make('start');
    const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${PIXEL.toString('latin1')}\r\n--x--\r\n`;
    const { file } = await ok(
      t.call('ann', 'POST', `/api/pages/${id}/files`, {
        body: Buffer.from(body, 'latin1'),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      }),
    );
    await save(id, { blocks: [{ type: 'image', data: { fileId: file.id } }] });
    await save(id, { markdown: 'without' }, 'edi');
    const [, shown] = await versions(id);
    await ok(t.call('edi', 'POST', `/api/pages/${id}/versions/${shown?.id}/restore`));
    assert.equal((await t.call('vic', 'GET', file.url)).status, 200);
  });

  it('has a page that tells added, removed and changed blocks, and words, without scripts', async () => {
    const blocks = [
      { id: 'a', type: 'heading', data: { level: 2 }, content: [{ type: 'text', text: 'Aims' }] },
      { id: 'b', type: 'paragraph', data: {}, content: [{ type: 'text', text: 'Ship the red boat' }] },
      { id: 'c', type: 'paragraph', data: {}, content: [{ type: 'text', text: 'Old <b>news</b>' }] },
    ];
    const id = await make('');
    await save(id, { blocks });
    await save(id, {
      blocks: [
        blocks[0],
        { ...blocks[1], content: [{ type: 'text', text: 'Ship the blue boat' }] },
        { ...blocks[2], id: 'd', content: [{ type: 'text', text: 'Brand fresh' }] },
      ],
    });
    const page = (query = '') => t.call('vic', 'GET', `/pages/${id}/history${query}`);
    const [latest, middle] = await versions(id);
    const { status, text } = await page(`?version=${latest?.id}`);
    assert.equal(status, 200);
    assert.match(text, /<p id="b">Ship the <del>red<\/del><ins>blue<\/ins> boat<\/p>/);
    assert.match(text, /Removed: <\/span><p id="c">Old &lt;b&gt;news&lt;\/b&gt;<\/p>/);
    assert.match(text, /Added: <\/span><p id="d">Brand fresh<\/p>/);
    const side = (await page(`?version=${latest?.id}&view=side`)).text;
    assert.match(side, /Ship the <del>red<\/del> boat/);
    assert.match(side, /Removed: <\/span><div class="side before">.*?<p id="c-was">Old &lt;b&gt;news&lt;\/b&gt;<\/p>/);
    assert.match(side, /<div class="side after"><span class="hidden">After: <\/span><p id="d">Brand fresh<\/p>/);
    assert.match((await page(`?version=${middle?.id}&against=now`)).text, /<ins>blue<\/ins>/);
    assert.match((await page(`?version=${middle?.id}&view=text`)).text, /<p id="b">Ship the red boat<\/p>/);
    // Viewers read; the way back is for those who may write.
    assert.ok(!text.includes('/restore"'));
    const own = await t.call('edi', 'GET', `/pages/${id}/history?version=${middle?.id}`);
    assert.ok(own.text.includes(`/pages/${id}/history/${middle?.id}/restore`));
    const back = await t.form('edi', `/pages/${id}/history/${middle?.id}/restore`);
    assert.equal(back.status, 303);
    assert.match(back.headers.location as string, new RegExp(`^/pages/${id}\\?restored=\\d+$`));
    // What was done is said with the way back, to whoever may write, until something else is saved.
    const restored = async (who: 'edi' | 'vic') => (await t.call(who, 'GET', back.headers.location as string)).text;
    const said =
      /history\/(\d+)\/restore" class="banner good[^>]*>.*?<span role="status">Restored an earlier version<\/span>/s;
    const undo = said.exec(await restored('edi'))?.[1];
    assert.ok(undo);
    assert.doesNotMatch(await restored('vic'), said);
    // The words are the product's: a name that somebody else gives the version is not said in them.
    const version = new URL(back.headers.location as string, 'http://a').searchParams.get('restored') as string;
    const [{ note = '' } = {}] = await versions(id);
    await t.form('ann', `/pages/${id}/history`, { version, note: 'Sign in again at evil.example' });
    assert.doesNotMatch(await restored('edi'), /evil\.example|class="banner good/);
    await t.form('ann', `/pages/${id}/history`, { version, note });
    assert.match(await restored('edi'), said);
    // Nobody is told so of what somebody else has saved.
    assert.doesNotMatch((await t.call('ann', 'GET', back.headers.location as string)).text, said);
    assert.match(await markdown(id), /red boat/);
    const undone = await t.form('edi', `/pages/${id}/history/${undo}/restore`, { undoes: 'true' });
    assert.doesNotMatch(await restored('edi'), said);
    // That it was undone is said, and not that something else was restored.
    const { text: after } = await t.call('edi', 'GET', undone.headers.location as string);
    assert.match(after, /<span role="status">Undid the restoration<\/span><button[^>]*>Restore again</);
    const again = /history\/(\d+)\/restore" class="banner good/.exec(after)?.[1];
    assert.equal((await t.form('edi', `/pages/${id}/history/${again}/restore`)).status, 303);
    // Nothing is undone where the last version was no restoration.
    await save(id, { markdown: 'new' }, 'edi');
    await t.form('edi', `/pages/${id}/history/${undo}/restore`, { undoes: 'true' });
    assert.match((await versions(id))[0]?.note ?? '', /^Restored the version of/);
  });

  it('says of the first version that the page was created, and compares the current one with no other', async () => {
    const id = await make('');
    const { text } = await t.call('edi', 'GET', `/pages/${id}/history`);
    assert.match(text, /Page created\./);
    assert.doesNotMatch(text, /Nothing is different|Compare with current version/);
  });

  it('names the databases of a version, and shows nothing of what they hold today', async () => {
    const db = await makeDatabase(t, []);
    const id = await make('');
    await save(id, { blocks: [{ type: 'database', data: { collectionId: db.id } }] });
    await db.row({}, 'A row of later');
    const read = async (path: string) => (await t.call('vic', 'GET', path)).text;
    assert.match(await read(`/pages/${id}`), /A row of later/);
    const shown = await read(`/pages/${id}/history`);
    assert.match(shown, new RegExp(`<a href="/pages/${db.pageId}">Tasks</a>`));
    assert.doesNotMatch(shown, /A row of later|data-inline-database/);
  });

  it('shows versions of the same people as one entry, which opens, and what changed in all of them', async () => {
    const id = await make('one two');
    await save(id, { markdown: 'one three' });
    await save(id, { markdown: 'one four' });
    await save(id, { markdown: 'one five' }, 'edi');
    const [latest, four, , one] = await versions(id);
    const entries = async (query = '') =>
      (await t.call('vic', 'GET', `/pages/${id}/history${query}`)).text.match(
        /<details class="history-session"( open)?>/g,
      );
    assert.equal((await entries())?.length, 1);
    const { text } = await t.call('vic', 'GET', `/pages/${id}/history`);
    assert.match(text, /one <del>four<\/del><ins>five<\/ins>/);
    assert.equal(text.match(/class="badge">Current</g)?.length, 1);
    assert.match(text, /<summary>3 versions<\/summary>/);
    assert.match(text, new RegExp(`version=${four?.id}&amp;first=${one?.id}|version=${four?.id}[^"]*first=${one?.id}`));
    assert.deepEqual(await entries(`?version=${four?.id}`), ['<details class="history-session" open>']);
    const whole = await t.call('vic', 'GET', `/pages/${id}/history?version=${four?.id}&first=${one?.id}`);
    assert.match(whole.text, /All changes of this session\..*Added: <\/span><p[^>]*>one four<\/p>/s);
    // A session that another page began shows nothing of it.
    const foreign = await make('secret');
    const [hidden] = await versions(foreign);
    const mixed = await t.call('vic', 'GET', `/pages/${id}/history?version=${latest?.id}&first=${hidden?.id}`);
    assert.ok(mixed.status === 200 && !mixed.text.includes('secret'));
  });

  it('has the faces of all who wrote in a version, and of nobody whom the reader may not know', async () => {
    const id = await make('one');
    await save(id, { markdown: 'two' }, 'edi');
    const [latest] = await versions(id);
    const wrote = (user_id: number) =>
      t.app.database.writer('page_authors').insert({ page_id: id, user_id, version_id: latest?.id });
    await wrote(t.user('ann').id);
    const { text } = await t.call('vic', 'GET', `/pages/${id}/history`);
    const first = text.slice(text.indexOf('history-entry'), text.indexOf('</a>', text.indexOf('history-entry')));
    assert.equal(first.match(/class="avatar"/g)?.length, 2);
    assert.match(first, /by Ann Example and Edi Example/);
    assert.match(first, /<time datetime="[^"]+" title="[^"]+">\d\d:\d\d</);
  });

  it('keeps the page under a note', async () => {
    const id = await make('one');
    assert.equal((await t.form('edi', `/pages/${id}/history`, { note: 'Sent' })).status, 303);
    assert.deepEqual(
      (await versions(id)).map(({ note }) => note),
      ['Sent', ''],
    );
    assert.match((await t.call('vic', 'GET', `/pages/${id}/history`)).text, /Sent/);
    assert.equal((await t.form('edi', `/pages/${id}/history`, { note: ' ' })).status, 422);
  });

  it('lists many versions in portions', async () => {
    const id = await make('0');
    for (let at = 1; at <= 55; at++) await save(id, { markdown: String(at) });
    const first = (await t.call('ann', 'GET', `/pages/${id}/history`)).text;
    assert.ok(first.includes(`/pages/${id}/history?page=2`) && !first.includes('rel="prev"'));
    const second = (await t.call('ann', 'GET', `/pages/${id}/history?page=2`)).text;
    assert.ok(second.includes('rel="prev"') && !second.includes('rel="next"'));
    const paged = await t.call('ann', 'GET', `/api/v2/pages/${id}/versions?limit=10&page=6`);
    assert.deepEqual([paged.body.length, paged.headers['x-total-count']], [6, '56']);
  });

  describe('the daily job', () => {
    const age = (id: number, days: number) =>
      t.app.database
        .writer('page_versions')
        .where({ id })
        .update({ created_at: new Date(Date.parse(t.app.now()) - days * DAY_MS).toISOString() });
    const thin = () => thinVersions(t.app.context({ type: 'system', reason: 'tests' }));
    const keep = (value: string | null) =>
      ok(t.call('adm', 'PUT', '/api/v2/admin/settings', { VERSION_RETENTION: value }));

    async function aged(): Promise<number> {
      const id = await make('0');
      for (let at = 1; at <= 3; at++) await save(id, { markdown: String(at) });
      const all = await versions(id);
      // Two of one day, and the present one is as old as they are.
      for (const [index, days] of [101, 101, 101, 101].entries()) await age(all[index]?.id as number, days);
      return id;
    }

    it('thins out, and never takes the newest', async () => {
      const id = await aged();
      await thin();
      assert.equal((await versions(id)).length, 1);
      assert.equal(await markdown(id), '3');
    });

    it('keeps all when that is the setting', async () => {
      await keep('all');
      const id = await aged();
      await thin();
      assert.equal((await versions(id)).length, 4);
      await keep('150');
      await thin();
      assert.equal((await versions(id)).length, 4);
      await keep('90');
      await thin();
      assert.equal((await versions(id)).length, 1);
      await keep(null);
    });

    it('refuses a setting that is none', async () => {
      for (const value of ['0', 'some', '-1', '123456'])
        assert.equal((await t.call('adm', 'PUT', '/api/v2/admin/settings', { VERSION_RETENTION: value })).status, 422);
      assert.equal((await t.form('adm', '/admin/settings', { VERSION_RETENTION: 'all' })).status, 303);
      const { text } = await t.call('adm', 'GET', '/admin/settings');
      assert.match(text, /value="all" checked/);
      assert.match(text, /The newest version of a page and those with a note always stay/);
      await keep(null);
    });

    it('lets go of files that no version shows any more', async () => {
      const id = await make('start');
      const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="b.txt"\r\n\r\nold\r\n--x--\r\n`;
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const { file } = await ok(t.call('ann', 'POST', `/api/pages/${id}/files`, { body, headers }));
      await save(id, { blocks: [{ type: 'file', data: { fileId: file.id } }] });
      await save(id, { markdown: 'without' });
      const references = () => t.app.database.reader('file_references').where({ page_id: id });
      await thin();
      assert.equal((await references()).length, 1);
      for (const { id: version } of await versions(id)) await age(version, 50);
      await thin();
      assert.equal((await references()).length, 0);
    });
  });
});
