// Workbooks are written in a thread, so that one of many rows holds up nobody, and texts stay texts there.
import assert from 'node:assert/strict';
import { after, before, it, mock } from 'node:test';
import { WorkerRunner } from '../../core/workers/worker-runner.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { makeDatabase } from '../databases/database.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { exported, textOf, unzip } from './unpacking.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('come out of a thread with the texts and numbers of their rows', async () => {
    const made = await makeDatabase(t, [
      { name: 'Note', type: 'text' },
      { name: 'Count', type: 'number' },
      { name: 'Done', type: 'checkbox' },
    ]);
    await made.row({ Note: '=1+1', Count: 12.5, Done: true }, 'First');
    const run = mock.method(WorkerRunner.prototype, 'run');
    const book = await unzip(await exported(t, 'ann', { format: 'xlsx', page_id: made.pageId }));
    run.mock.restore();
    assert.deepEqual(
      run.mock.calls.map(({ arguments: [name] }) => name),
      ['writeWorkbook'],
    );
    const sheet = textOf(book, 'xl/worksheets/sheet1.xml');
    assert.match(sheet, /<v>12\.5<\/v>/);
    assert.match(sheet, /t="b"[^>]*><v>1<\/v>/);
    assert.doesNotMatch(sheet, /<f>/);
    const words = textOf(book, 'xl/sharedStrings.xml');
    for (const word of ['Name', 'Note', 'Count', 'Done', 'First', '=1+1']) assert.ok(words.includes(`>${word}<`), word);
  });
});
