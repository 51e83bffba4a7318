// Projects that are workspaces: what making one answers, and that nobody has two of one name.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const PATH = '/api/workspace/projects';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const make = (who: Name, name: string) => t.call(who, 'POST', PATH, { name });

  it('are answered as the list has them', async () => {
    const { status, body, text } = await make('ann', 'Sea charts');
    assert.equal(status, 200, text);
    const { ok, ...project } = body;
    assert.equal(ok, true);
    assert.deepEqual(
      [project.name, project.proj_type, project.owner, project.description, project.workspace_id],
      ['sea-charts', 'builtin', 'ann', 'Sea charts', project.id],
    );
    const { projects } = (await t.call('ann', 'GET', PATH)).body as { projects: { id: number; proj_type: string }[] };
    assert.deepEqual(
      projects.find(({ id, proj_type }) => proj_type === 'builtin' && id === project.id),
      project,
    );
  });

  it('are made once by an owner of a name, however it is written', async () => {
    for (const name of ['Sea charts', 'SEA CHARTS', 'sea-charts']) {
      assert.equal((await make('ann', name)).status, 409, name);
    }
    const other = await make('bob', 'Sea charts');
    assert.deepEqual([other.status, other.body.name, other.body.owner], [200, 'sea-charts-2', 'bob']);
    assert.equal((await make('bob', 'Sea charts')).status, 409);
  });
});
