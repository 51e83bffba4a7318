// Accounts, what acts for them, and the room of workspaces, on the command line.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onEachEngine } from '../kit/databases.ts';
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
});
