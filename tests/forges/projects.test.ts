// Repositories as people see them, their files, and the pages that are made and kept in step with those.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HostedRepository } from '../kit/hosted-repository.ts';
import { onEachKind } from './each-kind.ts';
import type { ForgeProduct } from './product.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

onEachKind('projects', (product, kind) => {
  let repository: HostedRepository;
  let workspace: number;
  let id: number;
  let secret: string;
  const all = async (t: ForgeProduct, name: 'ann' | 'edi' | 'vic') => {
    const answer = await t.call(name, 'GET', '/api/v2/projects');
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const filesUrl = (query: string) => `/api/v2/forges/1/files?${query}`;
  const titles = async (t: ForgeProduct) => {
    const { body } = await t.call('ann', 'GET', `/api/v2/pages?workspace_id=${workspace}&limit=100`);
    return (body as { title: string; id: number }[]).map(({ title }) => title).sort();
  };
  const project = async (t: ForgeProduct) => (await t.call('ann', 'GET', `/api/v2/projects/${id}`)).body;
  const synced = async (t: ForgeProduct) => {
    const asked = await t.call('ann', 'POST', `/api/v2/projects/${id}/sync`);
    assert.deepEqual(asked.body, { ok: true });
    await t.synced();
    return project(t);
  };

  it('are workspaces for who is connected with nothing', async () => {
    const t = product();
    const { body, headers } = await all(t, 'ann');
    assert.ok(body.length > 0);
    assert.deepEqual([...new Set(body.map((one: { proj_type: string }) => one.proj_type))], ['builtin']);
    assert.equal(headers['x-warnings'], undefined);
    workspace = body[0].workspace_id;
  });

  it('show each person what their own token shows', async () => {
    const t = product();
    for (const name of ['ann', 'edi'] as const) {
      const made = await t.call(name, 'POST', '/api/user/forge/forge', { token: t.forge.grant(name) });
      assert.equal(made.status, 200, made.text);
    }
    repository = t.forge.offer(
      'ann',
      'notes',
      {
        'README.md': '# Welcome\n\nSee [the plan](docs/plan.md) and ![dot](dot.png).\n',
        'docs/plan.md': '# Plan\n\nFirst.\n',
        'docs/other.md': 'Other\n',
        'page.html': '<script>alert(1)</script>',
        'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'dot.png': PNG,
        'data.bin': Buffer.from([0, 1, 2, 3, 255]),
      },
      { isPrivate: true },
    );
    t.forge.offer('corp', 'open', { 'a.md': 'A' });
    const names = async (name: 'ann' | 'edi' | 'vic') =>
      (await all(t, name)).body
        .filter((one: { proj_type: string }) => one.proj_type === kind)
        .map((one: { owner: string; name: string }) => `${one.owner}/${one.name}`)
        .sort();
    assert.deepEqual(await names('ann'), ['ann/notes', 'corp/open']);
    assert.deepEqual(await names('edi'), ['corp/open']);
    assert.deepEqual(await names('vic'), []);
    const hidden = await t.call('edi', 'GET', filesUrl('owner=ann&repo=notes'));
    assert.equal(hidden.status, 404, hidden.text);
    const none = await t.call('vic', 'GET', filesUrl('owner=corp&repo=open'));
    assert.equal(none.status, 409, none.text);
    const found = await t.call('ann', 'GET', '/api/v2/forges/1/repositories?q=NOT');
    assert.deepEqual(
      found.body.map((one: { name: string; private: boolean }) => [one.name, one.private]),
      [['notes', true]],
    );
  });

  it('show folders, texts and why other files are not shown', async () => {
    const t = product();
    const top = await t.call('ann', 'GET', filesUrl('owner=ann&repo=notes'));
    assert.deepEqual(
      top.body.entries.map((one: { name: string }) => one.name),
      ['docs', 'README.md', 'data.bin', 'dot.png', 'drawing.svg', 'page.html'],
    );
    const plan = await t.call('ann', 'GET', filesUrl('owner=ann&repo=notes&path=docs/plan.md'));
    assert.equal(plan.body.content, '# Plan\n\nFirst.\n');
    const binary = await t.call('ann', 'GET', filesUrl('owner=ann&repo=notes&path=data.bin'));
    assert.deepEqual(binary.body, { ok: false, error: 'binary' });
    const missing = await t.call('ann', 'GET', filesUrl('owner=ann&repo=notes&path=nothing.md'));
    assert.equal(missing.status, 404, missing.text);
  });

  it('refuse names that lead elsewhere, and ask the forge nothing', async () => {
    const t = product();
    const before = t.forge.asked.length;
    for (const query of [
      'owner=..%2f..&repo=notes',
      'owner=ann&repo=..',
      'owner=ann&repo=a%2fb',
      'owner=ann&repo=notes&path=..%2fadmin',
      'owner=ann&repo=notes&path=docs%2f%2fplan.md',
      'owner=ann&repo=notes&ref=..%2f..',
      'owner=ann&repo=notes&path=a%00b',
    ]) {
      const answer = await t.call('ann', 'GET', filesUrl(query));
      assert.equal(answer.status, 422, `${query} ${answer.text}`);
    }
    assert.equal(t.forge.asked.length, before);
  });

  it('never run what a repository holds', async () => {
    const t = product();
    const place = '/forge-workspace?provider=forge&owner=ann&repo=notes';
    for (const path of ['page.html', 'drawing.svg']) {
      const page = await t.call('ann', 'GET', `${place}&path=${path}`);
      assert.equal(page.status, 200, page.text);
      assert.doesNotMatch(page.text, /<script>alert/);
      assert.match(page.text, /&lt;script&gt;alert/);
      const picture = await t.call('ann', 'GET', `/forge-workspace/picture?owner=ann&repo=notes&path=${path}`);
      assert.equal(picture.status, 404);
    }
    const picture = await t.call('ann', 'GET', '/forge-workspace/picture?owner=ann&repo=notes&path=dot.png');
    assert.equal(picture.status, 200);
    assert.equal(picture.headers['content-type'], 'image/png');
    const top = await t.call('ann', 'GET', place);
    assert.match(top.text, /path=docs%2Fplan\.md/);
    assert.match(top.text, /\/forge-workspace\/picture\?[^"]*path=dot\.png/);
  });

  it('stand where files are looked for, as long as no repository is named', async () => {
    const t = product();
    const { status, text } = await t.call('ann', 'GET', '/forge-workspace');
    assert.equal(status, 200, text);
    assert.match(text, /\/forge-workspace\?[^"]*repo=notes/);
    const none = await t.call('vic', 'GET', '/forge-workspace');
    assert.deepEqual([none.status, /\/accounts\/forges#forge/.test(none.text)], [200, true]);
  });

  it('warn of a forge that is away, and show the rest', async () => {
    const t = product();
    t.forge.intercept = (_request, response) => {
      response.writeHead(502).end();
      return true;
    };
    // A connection made anew is asked for anew.
    await t.app.database
      .writer('forge_accounts')
      .where({ login: 'edi' })
      .update({ updated_at: '2026-01-01T00:00:00.000Z' });
    const answer = await all(t, 'edi');
    assert.equal(answer.headers['x-warnings'], 'forge=away');
    assert.ok(answer.body.length > 0);
    const away = await t.call('edi', 'GET', filesUrl('owner=corp&repo=open'));
    assert.equal(away.status, 503, away.text);
    t.forge.intercept = undefined;
  });

  it('link a repository, whose files become pages', async () => {
    const t = product();
    const body = { provider: 'forge', owner: 'ann', name: 'notes', workspace_id: workspace, sync: 'push' };
    const foreign = await t.call('vic', 'POST', '/api/workspace/projects', body);
    assert.ok([403, 404].includes(foreign.status), foreign.text);
    const unseen = await t.call('edi', 'POST', '/api/workspace/projects', body);
    assert.equal(unseen.status, 404, unseen.text);
    const made = await t.call('ann', 'POST', '/api/workspace/projects', body);
    assert.equal(made.status, 200, made.text);
    ({ id } = made.body);
    ({ secret } = made.body.push);
    assert.match(made.body.push.url, /\/api\/forges\/1\/push$/);
    assert.equal((await t.call('ann', 'POST', '/api/workspace/projects', body)).status, 409);
    const locked = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: workspace, title: 'Locked' })).body.id;
    await t.call('ann', 'POST', `/api/pages/${locked}/lock`);
    const open = { ...body, owner: 'corp', name: 'open', folder: locked };
    const held = await t.call('edi', 'POST', '/api/workspace/projects', open);
    assert.equal(held.status, 423, held.text);
    await t.synced();
    const { commit, error, last_report: report, ...rest } = await project(t);
    assert.equal(error, '');
    assert.equal(commit, await repository.head());
    assert.equal(rest.sync, 'push');
    assert.ok(report.created >= 3, JSON.stringify(report));
    assert.ok(!JSON.stringify(rest).includes(secret));
    const there = await titles(t);
    for (const title of ['notes', 'Plan', 'docs', 'Welcome']) assert.ok(there.includes(title), `${title}: ${there}`);
    assert.equal((await t.call('edi', 'GET', `/api/v2/projects/${id}`)).status, 200);
  });

  it('change what changed, keep what people wrote, and leave the rest alone', async () => {
    const t = product();
    const { body } = await t.call('ann', 'GET', `/api/v2/pages?workspace_id=${workspace}&limit=100`);
    const idOf = (title: string) => (body as { title: string; id: number }[]).find((one) => one.title === title)?.id;
    const [plan, other] = [idOf('Plan') as number, idOf('other') as number];
    const textOf = async (page: number) => (await t.call('ann', 'GET', `/api/v2/pages/${page}/markdown`)).text;
    const before = await project(t);
    const still = await synced(t);
    assert.equal(still.last_report.import_id, before.last_report.import_id, 'nothing was fetched again');
    const wrote = await t.call('ann', 'PUT', `/api/v2/pages/${other}/markdown`, { markdown: 'Mine' });
    assert.equal(wrote.status, 200, wrote.text);
    await repository.commit({
      'docs/plan.md': '# Plan\n\nSecond.\n',
      'docs/other.md': 'Theirs\n',
      'docs/new.md': 'New\n',
    });
    const after = await synced(t);
    assert.equal(after.commit, await repository.head());
    assert.equal(after.last_report.created, 1, JSON.stringify(after.last_report));
    assert.match(await textOf(plan), /Second/);
    assert.match(await textOf(other), /Mine/);
  });

  it('are brought up to date by a push that has the right signature, once', async () => {
    const t = product();
    await repository.commit({ 'docs/pushed.md': 'Pushed\n' });
    const send = async (key: string, delivery: string, how: Parameters<typeof t.forge.push>[3] = {}) => {
      const { body, headers } = t.forge.push(repository, key, delivery, how);
      const answer = await fetch(`${t.url}/api/forges/1/push`, { method: 'POST', body, headers });
      return { status: answer.status, body: (await answer.json()) as { queued?: boolean } };
    };
    assert.equal((await send('another secret', 'd1')).status, 403);
    assert.deepEqual(await send(secret, 'd1'), { status: 200, body: { ok: true, queued: true } });
    assert.equal((await send(secret, 'd1')).status, 403);
    await t.synced();
    assert.equal((await project(t)).commit, await repository.head());
    assert.ok((await titles(t)).includes('pushed'));
    // A forge tries its hook before it is used.
    assert.deepEqual(await send(secret, 'd5', { isPing: true }), { status: 200, body: { ok: true, queued: false } });
    assert.equal((await send('another secret', 'd6', { isPing: true })).status, 403);
    if (t.forge.kind !== 'gitlab') {
      await repository.commit({ 'docs/form.md': 'By form\n' });
      assert.equal((await send('another secret', 'd7', { isForm: true })).status, 403);
      assert.deepEqual(await send(secret, 'd7', { isForm: true }), { status: 200, body: { ok: true, queued: true } });
      await t.synced();
      assert.ok((await titles(t)).includes('form'));
    }
    // Another push comes while the files of this one are fetched.
    await repository.commit({ 'docs/first.md': 'First\n' });
    let pushed: ReturnType<typeof send> | undefined;
    t.forge.intercept = (request) => {
      if (!pushed && /archive|zipball/.test(request.url ?? '')) {
        pushed = repository.commit({ 'docs/second.md': 'Second\n' }).then(() => send(secret, 'd4'));
      }
      return false;
    };
    await synced(t);
    assert.equal((await pushed)?.body.queued, true);
    await t.synced();
    t.forge.intercept = undefined;
    assert.equal((await project(t)).commit, await repository.head());
    const renewed = await t.call('ann', 'POST', `/api/v2/projects/${id}/push-secret`);
    assert.equal((await send(secret, 'd2')).status, 403);
    assert.equal((await send(renewed.body.secret, 'd3')).status, 200);
    await t.synced();
  });

  it('say why their pages are behind, and go on when that is mended', async () => {
    const t = product();
    const token = [...t.forge.tokens].find(([, one]) => one.login === 'ann')?.[0] as string;
    await repository.commit({ 'docs/later.md': 'Later\n' });
    t.forge.tokens.delete(token);
    assert.equal((await synced(t)).error, 'revoked');
    await t.call('ann', 'POST', '/api/user/forge/forge', { token: t.forge.grant('ann') });
    const mended = await synced(t);
    assert.deepEqual([mended.error, mended.commit], ['', await repository.head()]);
  });

  it('keep their pages when they are unlinked or the forge is removed', async () => {
    const t = product();
    const refused = await t.call('vic', 'DELETE', `/api/v2/projects/${id}`);
    assert.ok([403, 404].includes(refused.status), refused.text);
    assert.equal((await t.call('ann', 'DELETE', '/api/v2/forges?id=1')).status, 403);
    const removed = await t.call('adm', 'DELETE', '/api/v2/forges?id=1');
    assert.equal(removed.status, 200, removed.text);
    assert.equal((await synced(t)).error, 'forge_gone');
    assert.equal((await t.call('ann', 'DELETE', `/api/v2/projects/${id}`)).status, 200);
    assert.equal((await t.call('ann', 'GET', `/api/v2/projects/${id}`)).status, 404);
    assert.ok((await titles(t)).includes('Plan'));
  });
});
