// What changes of devices cost: few statements for each, and next to none where nothing has happened.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { Device } from './device.ts';

/** for one changed title, with its transaction */
const STATEMENTS_MAX = 20;
const FEW = 5;
const MANY = 45;

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  /** Texts of all statements that work runs. */
  async function statements(work: () => Promise<unknown>): Promise<string[]> {
    const { reader, writer } = t.app.database;
    const found: string[] = [];
    const note = ({ sql }: { sql: string }) => found.push(sql);
    const sides = new Set([reader, writer]);
    for (const side of sides) side.on('query', note);
    await work();
    for (const side of sides) side.off('query', note);
    return found;
  }

  it('takes a changed title with few statements', async () => {
    const phone = new Device(t, 'edi', 'costs');
    const changes = Array.from({ length: MANY }, (_none, at) =>
      phone.mutation('page_create', { workspace_id: t.ws1, title: `Page ${at}` }),
    );
    const made = await phone.send(...changes);
    const rename = (count: number, title: string) =>
      phone.send(
        ...made
          .slice(0, count)
          .map(({ id, version }) =>
            phone.mutation('page_update', { id, fields: { title } }, { base_version: (version as number) + 10 }),
          ),
      );
    await rename(FEW, 'First');
    const few = await statements(() => rename(FEW, 'Second'));
    const many = await statements(() => rename(MANY, 'Third'));
    const each = (many.length - few.length) / (MANY - FEW);
    assert.ok(each > 5 && each <= STATEMENTS_MAX, `${each} statements for each`);
  });

  it('looks at no page where nothing has happened', async () => {
    const phone = new Device(t, 'edi', 'idle');
    await phone.pull();
    const all = await statements(() => phone.ask());
    assert.deepEqual(
      all.filter((sql) => /from .pages./.test(sql)),
      [],
    );
    assert.ok(all.some((sql) => sql.includes('event_cursors')));
  });
});
