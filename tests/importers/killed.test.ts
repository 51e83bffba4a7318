// kill -9 during imports of archives with databases, workbooks and documents: they end as those that nobody disturbed.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { databases } from '../../plugins/databases/contract.ts';
import { beginUpload } from '../../plugins/importers/service.ts';
import { jobStore } from '../../plugins/importers/store.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import type { TestApp } from '../kit/app.ts';
import { serveAhead } from './child-server.ts';
import { wordDocument } from './formats/word.ts';
import { zipOf } from './formats/zip.ts';
import { count, importPath, inFreshWorkspace, pagesOf, startedFor, system } from './imports.ts';

/** `npm run soak` asks for more; after ten in one attempt each the queue gives an import up. */
const KILLS = Math.min(8, Number(process.env.IMPORT_KILLS ?? 2));
const TEN_MINUTES = 600_000;
const range = (length: number): number[] => Array.from({ length }, (_none, at) => at);

/** An export of Notion, zip in zip: two databases that name each other's rows, and rows with texts. */
function workspaceExport(): Buffer {
  const id = (at: number) => at.toString(16).padStart(32, '0');
  const [tasks, people] = [`Tasks ${'a'.repeat(32)}`, `People ${'b'.repeat(32)}`];
  const who = (at: number) =>
    `Person ${at % 20} (${people.replace(' ', '%20')}/Person%20${at % 20}%20${id(500 + (at % 20))}.md)`;
  const lines = range(90).map((at) => `Task ${at},${at},${at % 2 ? 'Yes' : 'No'},"${who(at)}"`);
  const inner = zipOf([
    { name: `${tasks}.csv`, data: `Name,Points,Done,Who\n${lines.join('\n')}` },
    ...range(30).map((at) => ({
      name: `${tasks}/Task ${at} ${id(at)}.md`,
      data: `# Task ${at}\n\nDone: ${at % 2 ? 'Yes' : 'No'}\n\nText ${at}.`,
    })),
    {
      name: `${people}.csv`,
      data: `Name,Age\n${range(20)
        .map((at) => `Person ${at},${20 + at}`)
        .join('\n')}`,
    },
    ...range(20).map((at) => ({
      name: `${people}/Person ${at} ${id(500 + at)}.md`,
      data: `# Person ${at}\n\nAge: ${20 + at}`,
    })),
  ]);
  return zipOf([{ name: 'Export-1-Part-1.zip', data: inner }]);
}

/** A workbook with notes at some of its rows. */
function workbook(): Buffer {
  const cell = (at: string, value: string | number) =>
    typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = range(250).map(
    (at) => `<row r="${at + 2}">${cell(`A${at + 2}`, `Line ${at}`)}${cell(`B${at + 2}`, at)}</row>`,
  );
  const notes = range(60).map(
    (at) => `<comment ref="B${at + 2}" authorId="0"><text><t>Note ${at}</t></text></comment>`,
  );
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Plan" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="t/worksheet" Target="worksheets/one.xml"/></Relationships>',
    'xl/worksheets/one.xml': `<worksheet><sheetData><row r="1">${cell('A1', 'Name')}${cell('B1', 'Size')}</row>${rows.join('')}</sheetData></worksheet>`,
    'xl/worksheets/_rels/one.xml.rels':
      '<Relationships><Relationship Id="c" Type="t/comments" Target="../comments1.xml"/></Relationships>',
    'xl/comments1.xml': `<comments><authors><author>Runa</author></authors><commentList>${notes.join('')}</commentList></comments>`,
  };
  return zipOf(Object.entries(parts).map(([name, data]) => ({ name, data })));
}

const documents = (): Buffer =>
  zipOf(
    range(12).map((at) => ({
      name: `Part ${at % 3}/Document ${at}.docx`,
      data: wordDocument(
        [
          { by: 'Runa', text: `One of ${at}` },
          { by: 'Olaf', text: `Two of ${at}`, to: 0 },
        ],
        `Words of ${at}`,
      ),
    })),
  );

const sources: [source: string, filename: string, content: () => Buffer][] = [
  ['notion', 'export.zip', workspaceExport],
  ['spreadsheet', 'book.xlsx', workbook],
  ['word-documents', 'documents.zip', documents],
];

interface Begun {
  id: string;
  workspaceId: number;
  pages: number;
  /** of the same import that nobody disturbed */
  expected: { status: string; counts: object; content: unknown };
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead).toISOString();
  const take = (app: TestApp, opened: TestDatabase) => {
    [t, database] = [app, opened];
  };
  const base = startedFor(open, take, { now });
  const temporary = scratchFolder();
  before(() => {
    process.env.TMPDIR = temporary;
  });
  const fresh = (name: string) => inFreshWorkspace(t, name);

  /** All that the workspace holds, without the ids that differ from one import to the next. */
  async function content(): Promise<unknown> {
    const pages = await pagesOf(t);
    const ids = pages.map(({ id }) => id);
    const titles = new Map(pages.map(({ id, title }) => [id, title]));
    const values = await t.app.use(databases).values(t.ctx('ann'), ids);
    const properties = new Map<
      number,
      { name: string; type: string; config: { options?: { id: string; name: string }[] } }
    >();
    for (const { id, kind } of pages) {
      const home = kind === 'collection' ? await t.app.use(databases).ofPage(t.ctx('ann'), id) : undefined;
      for (const one of home ? await t.app.use(databases).properties(t.ctx('ann'), home.id) : [])
        properties.set(one.id, one);
    }
    const shown = (property: string, value: unknown): unknown => {
      const { name, type, config } = properties.get(Number(property)) as NonNullable<ReturnType<typeof properties.get>>;
      const named = type === 'relation' ? (value as number[])?.map((id) => titles.get(id)) : undefined;
      return [name, named ?? config.options?.find(({ id }) => id === value)?.name ?? value];
    };
    const comments = await system(t).db('comments').whereIn('page_id', ids).orderBy('id');
    const bodies = new Map(comments.map(({ id, body }) => [id, body]));
    return pages
      .map(({ id, kind, title, parent_id, blocks }) => ({
        ...{ kind, title, above: titles.get(parent_id ?? 0) },
        text: JSON.stringify(blocks).replace(/"(?:id|pageId)":[^,}]*|pages\/\d+/g, ''),
        values: Object.entries(values.get(id) ?? {}).map(([property, value]) => shown(property, value)),
        comments: comments
          .filter(({ page_id }) => page_id === id)
          .map(({ body, parent_id }) => [body, bodies.get(parent_id)]),
      }))
      .sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.kind < b.kind ? -1 : 1));
  }

  it('go on after each kill and come to the same end', async () => {
    const begun: Begun[] = [];
    for (const [source, filename, made] of sources) {
      const bytes = made();
      await fresh(`${source} undisturbed`);
      writeFileSync(join(base, filename), bytes);
      const { job, report } = await importPath(t, join(base, filename), { source });
      assert.match(job.status, /^completed/, job.error);
      const expected = { status: job.status, counts: report.counts, content: await content() };
      const pages = await count(t, 'pages', { workspace_id: t.ws1 });
      await fresh(`${source} disturbed`);
      const upload = join(t.app.settings.DATA_DIR, 'imports', 'incoming', source);
      writeFileSync(upload, bytes);
      const place = { workspaceId: t.ws1, parentId: null, dryRun: false, options: {} };
      const { id } = await beginUpload(t.ctx('ann'), { ...place, source, filename }, upload);
      begun.push({ id, workspaceId: t.ws1, pages, expected });
    }
    const all = begun.reduce((sum, { pages }) => sum + pages, 0);
    const written = async (): Promise<number> => {
      const counts = begun.map(({ workspaceId }) => count(t, 'pages', { workspace_id: workspaceId, deleted_at: null }));
      return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
    };
    const isOver = async (): Promise<boolean> => {
      const jobs = await Promise.all(begun.map(({ id }) => jobStore.byId(system(t), id)));
      return jobs.every((job) => /^(?:completed|failed)/.test(job?.status ?? ''));
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const wanted = Math.floor((all * 0.9 * (kill + 0.5)) / KILLS);
      const child = serveAhead(database, ahead);
      for (let tries = 0; tries < 5000 && (await written()) < wanted && !(await isOver()); tries++) await wait(5);
      await child.kill();
      ahead += TEN_MINUTES;
    }
    await t.app.jobs.drain();
    for (const { id, workspaceId, pages, expected } of begun) {
      t.ws1 = workspaceId;
      const job = await jobStore.byId(system(t), id);
      const { counts } = JSON.parse(job?.report_json || '{}');
      assert.deepEqual({ status: job?.status, counts, content: await content() }, expected, job?.error);
      assert.equal(await count(t, 'pages', { workspace_id: workspaceId }), pages);
    }
    const left = [temporary, join(t.app.settings.DATA_DIR, 'imports')].flatMap((folder) => readdirSync(folder));
    assert.deepEqual(
      left.filter((name) => /^commonplace-import-|\.(?:parts|items)$/.test(name)),
      [],
    );
  });
});
