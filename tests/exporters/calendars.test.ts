// Databases as calendar files, and what our own importer reads out of them again.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readCalendar } from '../../plugins/databases/calendar/recurrence/index.ts';
import { workspaces } from '../../plugins/workspaces/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { type Any, type Made, makeDatabase } from '../databases/database.ts';
import { importPath, system } from '../importers/imports.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { exported } from './unpacking.ts';

onEachEngine((_engine, open) => {
  describe('calendars', () => {
    let t: TestApp;
    let db: Made;
    before(async () => {
      t = await startApp(await open());
      db = await makeDatabase(t, [{ name: 'When', type: 'date' }]);
      const values = { [db.by.When.id]: '2026-03-15' };
      const calendar = {
        time: '09:00',
        timezone: 'Europe/Berlin',
        remind: 15,
        repeat: { frequency: 'weekly', count: 6 },
      };
      const row = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/rows`, { title: 'Talk', values, calendar });
      assert.equal(row.status, 200, row.text);
      const at = `/api/v2/rows/${row.body.id}/occurrences`;
      await t.call('ann', 'PUT', `${at}/2026-03-22`, { cancelled: true });
      await t.call('ann', 'PUT', `${at}/2026-03-29`, { start: '2026-03-30T10:00:00' });
      await t.call('ann', 'PUT', `/api/pages/${row.body.id}/content`, { markdown: 'Bring; the, chairs' });
      await db.row({ When: '2026-04-01' }, 'A day');
      await db.row({}, 'No date');
      const hidden = await db.row({ When: '2026-04-02' }, 'For few');
      const closed = { permission_type: 'private' };
      assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${hidden.id}/permissions/type`, closed)).status, 200);
    });
    after(() => t.stop());

    it('hold what the person sees, with rules, exceptions, zones, reminders and texts', async () => {
      const text = String(await exported(t, 'vic', { format: 'ics', page_id: db.pageId, subtree: true }));
      const { events, problems, name } = readCalendar(text);
      assert.deepEqual([problems, name], [[], 'Tasks']);
      assert.deepEqual(
        events.map(({ title }) => title),
        ['Talk', 'A day'],
      );
      const [talk] = events as Any[];
      assert.equal(talk.description, 'Bring; the, chairs');
      assert.deepEqual([talk.remind, talk.series.zone, talk.series.rules[0].count], [[15], 'Europe/Berlin', 6]);
      assert.match(text, /RECURRENCE-ID;TZID=Europe\/Berlin:20260329T090000/);
      assert.match(text, /EXDATE;TZID=Europe\/Berlin:20260322T090000/);
      assert.match(text, /BEGIN:VTIMEZONE/);
    });

    it('come back as rows that repeat in the same way', async () => {
      const path = join(scratchFolder(), 'Tasks.ics');
      writeFileSync(path, await exported(t, 'ann', { format: 'ics', page_id: db.pageId, subtree: true }));
      const home = t.ws1;
      t.ws1 = (await t.app.use(workspaces).create(t.ctx('ann'), { name: 'Back' })).id;
      const { report } = await importPath(t, path, { source: 'calendar' });
      const made = await system(t).db('pages').where({ workspace_id: t.ws1 }).orderBy('id');
      t.ws1 = home;
      assert.deepEqual([report.warnings, report.unsupported, report.counts.rows], [[], {}, 3]);
      const database = made.find(({ kind }: Any) => kind === 'collection');
      const again = String(await exported(t, 'ann', { format: 'ics', page_id: database.id, subtree: true }));
      const told = (text: string) =>
        readCalendar(text).events.map(({ title, series, remind, description }) => ({
          title,
          series,
          remind,
          description,
        }));
      const before = String(await exported(t, 'ann', { format: 'ics', page_id: db.pageId, subtree: true }));
      assert.deepEqual(told(again), told(before));
    });

    it('of a workspace name the database of each event, and are refused where nothing has a date', async () => {
      const other = await makeDatabase(t, [{ name: 'Due', type: 'date' }], { title: 'Bills' });
      await other.row({ Due: '2026-05-01' }, 'Rent');
      const { events } = readCalendar(String(await exported(t, 'vic', { format: 'ics', workspace_id: t.ws1 })));
      assert.deepEqual(events.map(({ title, categories }) => [title, categories]).sort(), [
        ['A day', ['Tasks']],
        ['Rent', ['Bills']],
        ['Talk', ['Tasks']],
      ]);
      const plain = await makeDatabase(t, [], { title: 'Dateless' });
      const { body } = await t.call('vic', 'POST', '/api/v2/exports', { format: 'ics', page_id: plain.pageId });
      await t.app.jobs.drain();
      const ended = (await t.call('vic', 'GET', `/api/v2/exports/${body.id}`)).body;
      assert.deepEqual(
        [ended.status, ended.error],
        ['failed', 'Nothing here has a date to export. Choose a database with a date property.'],
      );
    });
  });
});
