// The import as forms that work without scripts: from the upload to the preview, the start, the report and back.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';

const BOUNDARY = 'a-boundary-of-the-test';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const begin = (who: Name, fields: Record<string, string>, file = '# Tulips\n\nThey are red.'): Promise<Answer> => {
    const { cookie = '', 'x-csrf-token': csrf = '' } = t.session(who);
    const parts = Object.entries({ ...fields, csrf, dry_run: '1' }).map(
      ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const upload = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="tulips.md"\r\ncontent-type: text/markdown\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`;
    return t.inject('POST', '/import', {
      body: Buffer.from(parts.join('') + upload),
      headers: { cookie, accept: 'text/html', 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
  };
  const show = async (who: Name, path: string): Promise<string> =>
    (await t.inject('GET', path, { headers: { cookie: t.session(who).cookie as string } })).text;
  const until = async (who: Name, path: string, words: RegExp): Promise<string> => {
    for (let tries = 0; tries < 20; tries += 1) {
      await t.app.jobs.drain();
      const text = await show(who, path);
      if (words.test(text)) return text;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`${path} never said ${words}: ${await show(who, path)}`);
  };

  it('is refused where somebody may not write, and says why on the form', async () => {
    assert.equal((await begin('bob', { source: 'markdown', workspace_id: String(t.ws1) })).status, 404);
    const reader = await begin('vic', { source: 'markdown', workspace_id: String(t.ws1) });
    assert.equal(reader.status, 403);
    const unknown = await begin('edi', { source: 'none', workspace_id: String(t.ws1) });
    assert.equal(unknown.status, 422);
    assert.match(unknown.text, /role="alert"/);
  });

  it('dates no page ahead of now, whatever a file says', async () => {
    const note = '---\ncreated: 2020-02-03T04:05:06Z\nupdated: 2999-01-01T00:00:00Z\n---\n\n# From tomorrow\n';
    const fields = { source: 'markdown', workspace_id: String(t.ws1) };
    const id = String((await begin('edi', fields, note)).headers.location).split('=')[1];
    await until('edi', `/import?job=${id}`, /Nothing has been imported yet/);
    await t.form('edi', `/import/${id}/start`, {});
    await t.app.jobs.drain();
    const [page] = await t.app.database.reader('pages').where({ title: 'From tomorrow' });
    assert.match(page.created_at, /^2020-02-03/);
    assert.ok(page.updated_at <= t.app.now(), page.updated_at);
  });

  it('lists all that was brought in, page by page', async () => {
    const { headers } = await begin('edi', { source: 'markdown', workspace_id: String(t.ws1) });
    const id = String(headers.location).split('=')[1];
    await until('edi', `/import?job=${id}`, /Nothing has been imported yet/);
    const [job] = await t.app.database.reader('import_jobs').where({ id });
    const older = Array.from({ length: 20 }, (_none, at) => {
      const [copy, made] = [`copy-${at}`, `2026-01-0${1 + (at % 9)}T00:00:00.000Z`];
      return { ...job, id: copy, filename: `older-${at}.md`, status: 'cancelled', created_at: made };
    });
    await t.app.database.writer('import_jobs').insert(older);
    const first = await show('edi', '/import?new=1');
    const second = await show('edi', '/import?new=1&page=2');
    assert.match(first, /page=2">Older imports/);
    assert.doesNotMatch(second, /Older imports/);
    assert.match(second, /page=1">Newer imports/);
    const listed = [first, second].flatMap((text) => [...text.matchAll(/older-\d+\.md/g)].map(([name]) => name));
    assert.equal(new Set(listed).size, 20);
    await t.app.database.writer('import_jobs').whereLike('id', 'copy-%').delete();
    assert.equal((await t.form('edi', `/import/${id}/cancel`)).status, 303);
  });

  it('previews, imports, reports and undoes by forms alone', async () => {
    const { headers } = await begin('edi', { source: 'markdown', workspace_id: String(t.ws1) });
    const place = String(headers.location);
    assert.match(place, /^\/import\?job=/);
    const id = place.slice('/import?job='.length);
    const preview = await until('edi', place, /Nothing has been imported yet/);
    assert.match(preview, /tulips\.md/);
    assert.match(await show('edi', '/import'), /Nothing has been imported yet/, 'coming back finds the import');
    const empty = await show('edi', '/import?new=1');
    assert.match(empty, /Choose files[\s\S]*One zip archive or one file/);
    assert.ok(!/name="file"[^>]* multiple/.test(empty), 'a form alone sends one file');
    for (const name of ['start', 'cancel', 'undo']) {
      assert.equal((await t.form('bob', `/import/${id}/${name}`)).status, 404);
      assert.equal((await t.form('vic', `/import/${id}/${name}`)).status, 404);
    }
    assert.equal(
      (await t.inject('GET', place, { headers: { cookie: t.session('vic').cookie as string } })).status,
      404,
    );
    assert.equal((await t.form('edi', `/import/${id}/start`)).status, 303);
    await until('edi', place, /Import complete/);
    const found = (await t.call('edi', 'GET', '/api/search?q=tulips')).body;
    assert.equal(found.total, 1);
    assert.equal((await t.form('edi', `/import/${id}/undo`)).status, 303);
    await until('edi', place, /The import was undone/);
    assert.equal((await t.call('edi', 'GET', '/api/search?q=tulips')).body.total, 0);
  });
});
