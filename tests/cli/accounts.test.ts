// Accounts, what acts for them, and the room of workspaces, on the command line.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { commandLine, type Ended } from './run.ts';

interface Answer {
  id: number;
  user: { is_active: boolean };
  devices: { kind: string; id: string }[];
  workspace: { id: number; quota_mb: number | null };
  workspaces: { id: number; owner: string; quota_mb: number | null; bytes: number }[];
}

onEachEngine((_engine, open) => {
  let run: (args: string[]) => Promise<Ended>;
  before(async () => {
    const call = commandLine(await open());
    run = (args) => call([...args, '--json']);
    await run(['user', 'create', 'ann@example.org', '--admin']);
    await run(['user', 'create', 'vic@example.org']);
  });

  const good = async (...args: string[]) => {
    const ended = await run(args);
    assert.equal(ended.code, 0, ended.stdout + ended.stderr);
    return ended.json() as unknown as Answer;
  };
  const refused = async (args: string[], code: number, words: RegExp) => {
    const ended = await run(args);
    assert.deepEqual([ended.code, words.test(ended.stdout + ended.stderr)], [code, true], ended.stdout + ended.stderr);
  };

  it('are deactivated, let in again and signed out, but for the last administrator', async () => {
    assert.equal((await good('user', 'disable', 'vic')).user.is_active, false);
    assert.equal((await good('user', 'enable', 'vic@example.org')).user.is_active, true);
    await good('user', 'sign-out', 'vic');
    await refused(['user', 'disable', 'ann'], 1, /last administrator/);
    await refused(['user', 'enable', 'nobody'], 1, /no account nobody/);
  });

  it('are deleted for good, when that is what is wanted', async () => {
    await good('user', 'create', 'tom@example.org');
    await refused(['user', 'delete', 'tom'], 2, /tom@example\.org.*--yes/);
    await refused(['user', 'delete', 'ann', '--yes'], 1, /last administrator/);
    await good('user', 'delete', 'tom', '--yes');
    await refused(['user', 'delete', 'tom', '--yes'], 1, /no account tom/);
    await good('doctor');
  });

  it('show what acts for them, and end it', async () => {
    const { id } = await good('token', 'create', '--user', 'vic', '--name', 'Reports');
    const { devices } = await good('user', 'devices', 'vic');
    assert.deepEqual(
      devices.map((one) => [one.kind, one.id]),
      [['token', String(id)]],
    );
    await refused(['user', 'end-device', 'vic', 'phone', '1'], 2, /one of session, token/);
    await refused(['user', 'end-device', 'ann', 'token', String(id)], 1, /does not exist/);
    await good('user', 'end-device', 'vic', 'token', String(id));
    assert.deepEqual((await good('user', 'devices', 'vic')).devices, []);
  });

  it('have workspaces whose room is set and taken back', async () => {
    const { workspace } = await good('workspace', 'create', 'Plans', '--owner', 'vic');
    const quota = async (given: string) => (await good('workspace', 'quota', String(workspace.id), given)).workspace;
    assert.equal((await quota('12')).quota_mb, 12);
    const { workspaces } = await good('workspace', 'usage');
    const found = workspaces.find(({ id }) => id === workspace.id);
    assert.deepEqual([found?.owner, found?.quota_mb, found?.bytes], ['vic', 12, 0]);
    assert.equal((await quota('default')).quota_mb, null);
    for (const given of ['-1', 'much', '1.5', '']) await refused(['workspace', 'quota', '1', given], 2, /MiB/);
    await refused(['workspace', 'quota', 'one', '5'], 2, /number of a workspace/);
    await refused(['workspace', 'quota', '999', '5'], 1, /does not exist/);
    await refused(['workspace', 'restore', String(workspace.id)], 1, /not deleted|deleted/);
  });

  it('come from a table, all of its good lines or none, and once however often it is read', async () => {
    const file = join(scratchFolder(), 'people.csv');
    const imported = (text: string, ...more: string[]) => {
      writeFileSync(file, text);
      return run(['user', 'import', file, ...more]);
    };
    const good =
      'email;login;name;admin\nkim@example.org;;Kim Doe;yes\n"lee@example.org";lee.p;"Lee; P";no\nann@example.org;;;\n';
    const tried = await imported(good, '--dry-run');
    assert.deepEqual([tried.code, tried.json().created, tried.json().known], [0, 2, 1]);
    await refused(['user', 'password', 'kim'], 1, /no account kim/);
    const made = (await imported(good)).json() as { accounts: { login: string; password?: string }[]; created: number };
    assert.equal(made.created, 2);
    assert.deepEqual(
      made.accounts.map(({ login, password }) => [login, Boolean(password)]),
      [
        ['ann', false],
        ['kim', true],
        ['lee.p', true],
      ],
    );
    const again = (await imported(good)).json();
    assert.deepEqual([again.created, again.known], [0, 3]);
    for (const [text, words] of [
      ['email\nnobody\nmax@example.org\n', /line 2: .*email/],
      ['email,login\nmax@example.org,ann\n', /line 2: the login ann belongs to another account/],
      ['email,login\nmax@example.org,m\nmia@example.org,M\n', /line 3: login m is there twice/],
      ['email,admin\nmax@example.org,maybe\n', /line 2: admin must be yes or no/],
      ['email,role\nmax@example.org,x\n', /the column role is unknown/],
      ['name\nMax\n', /must name the column email/],
      ['email\n"max@example.org\n', /a quote begins and does not end/],
    ] as const) {
      const { code, stdout, stderr } = await imported(text);
      assert.deepEqual([code, words.test(stdout + stderr)], [1, true], stdout + stderr);
    }
    await refused(['user', 'password', 'max'], 1, /no account max/);
    await refused(['user', 'import', `${file}.gone`], 2, /cannot be read/);
  });

  it('belong to workspaces, which keep an owner', async () => {
    await good('workspace', 'create', 'Crew', '--owner', 'ann');
    const members = async () => {
      const { members: all } = (await good('workspace', 'members', 'Crew')) as unknown as {
        members: { email: string; role: string }[];
      };
      return all.map(({ email, role }) => `${email.split('@')[0]} ${role}`).toSorted();
    };
    assert.deepEqual(await members(), ['ann owner']);
    await good('workspace', 'add-member', 'crew', 'vic', '--role', 'viewer');
    await refused(['workspace', 'add-member', 'Crew', 'vic'], 1, /member already/);
    await good('workspace', 'set-role', 'Crew', 'vic', 'commenter');
    assert.deepEqual(await members(), ['ann owner', 'vic commenter']);
    await good('workspace', 'set-role', 'Crew', 'vic@example.org', 'editor');
    assert.deepEqual(await members(), ['ann owner', 'vic editor']);
    await refused(['workspace', 'set-role', 'Crew', 'ann', 'viewer'], 1, /last owner/);
    await refused(['workspace', 'remove-member', 'Crew', 'ann'], 1, /last owner/);
    await refused(['workspace', 'set-role', 'Crew', 'vic', 'boss'], 2, /viewer, commenter, editor, owner/);
    await refused(['workspace', 'members', 'Nowhere'], 1, /no workspace Nowhere/);
    await good('workspace', 'remove-member', 'Crew', 'vic');
    assert.deepEqual(await members(), ['ann owner']);
    const invited = (await good('workspace', 'invite', 'Crew', 'new@example.org')) as unknown as { link: string };
    assert.match(invited.link, /\/invite\/[\w-]{20,}$/);
  });

  it('name workspaces by their ids first, and let nobody act who is deactivated', async () => {
    const { workspace } = await good('workspace', 'create', 'Twin', '--owner', 'ann');
    await good('workspace', 'create', 'Twin', '--owner', 'ann');
    await good('workspace', 'create', String(workspace.id), '--owner', 'ann');
    const { workspace_id } = (await good('workspace', 'members', String(workspace.id))) as never;
    assert.equal(workspace_id, workspace.id);
    const folder = scratchFolder();
    for (const args of [
      ['workspace', 'members', 'Twin'],
      ['export', '--workspace', 'Twin'],
      ['import', 'markdown', folder, '--workspace', 'Twin'],
      ['group', 'list', '--workspace', 'Twin'],
    ])
      await refused(args, 2, /Several workspaces are called Twin/);
    await good('user', 'disable', 'vic');
    for (const args of [
      ['export', '--user', 'vic'],
      ['import', 'markdown', folder, '--user', 'vic'],
      ['clip', 'https://example.org/', '--user', 'vic'],
      ['mcp', '--user', 'vic'],
      ['workspace', 'create', 'Raft', '--owner', 'vic'],
    ])
      await refused(args, 1, /account vic is deactivated/);
    await good('user', 'enable', 'vic');
  });
});
