// Real exports as pages: a table of kind, what its README promises, what came, and why where the two differ.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { workspaces } from '../../../plugins/workspaces/contract.ts';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';
import { importPath, pagesOf, shared, withoutShared } from '../imports.ts';
import { type Measures, measured } from '../measure.ts';

/** source, path below the fixtures, what must come; `why` tells where this differs from the README. */
const table: [source: string, path: string, expected: Measures, why?: string][] = [
  [
    'html-folder',
    'html-folder/obsidian-importer',
    { pages: 6, files: 12 + 6, 'broken links': 4, 'broken pictures': 0, 'block audio': 4, 'block video': 4 },
    'the recorded output lies in the folder as 6 further files',
  ],
  [
    'html-folder',
    'html-folder/sicp',
    {
      pages: 14,
      files: 7,
      'broken links': 239,
      'broken pictures': 3,
      'block heading': 57,
      'block code': 152,
      'block file': 5,
      'block footnote': 66,
      'block table': 5 + 14,
      'lost missing_anchor': 0,
    },
    'one of 153 examples of code stands in a cell of a table; each page has a table of what it says of itself; 3 signs of a licence are not in the sample',
  ],
  [
    'evernote',
    'evernote/obsidian-importer',
    {
      pages: 86,
      'problem encrypted': 1,
      'lost encrypted_text': 1,
      'block pdf': 2,
      'broken links': 2,
      'lost missing_attachment': 0,
    },
    'two links name a note by an old title and by none',
  ],
  ['evernote', 'evernote/malformed', { pages: 5, failed: 0, 'problem damaged': 3 }],
  ['google-keep', 'google-keep/obsidian-importer/notes', { pages: 13, open: 5, done: 0, 'broken pictures': 5 }],
  ['google-keep', 'google-keep/malformed', { pages: 0, 'problem unreadable': 2 }],
  [
    'browser-bookmarks',
    'bookmarks/shaarli-netscape-bookmark-parser',
    { pages: 20 + 33, 'below others': 33, problems: 0 },
  ],
  ['browser-bookmarks', 'bookmarks/malformed', { failed: 0, 'problem empty': 1, 'problem cut_off': 1 }],
  ['outlines', 'workflowy-opml', { pages: 3, done: 5, open: 0, 'problem cut_off': 1 }],
  ['outlines', 'opml', { pages: 74 + 10, 'problem date': 2, 'problem unreadable': 0, 'problem cut_off': 3 }],
  [
    'word-documents',
    'word/mammoth',
    {
      pages: 17,
      'block footnote': 5,
      'block table': 15,
      rows_of_tables: 16,
      'block image': 2,
      'lost external_picture': 1,
    },
    '2 tables of the documents, with 3 rows, and 13 that name their authors',
  ],
  ['word-documents', 'word/pandoc-docx', { pages: 52, 'block footnote': 3, problems: 0, open: 3 }],
  ['word-documents', 'word/pandoc-odt', { pages: 52, 'block footnote': 2, problems: 0, 'broken pictures': 1 }],
  ['word-documents', 'word/malformed', { pages: 0, failed: 0, files: 4, 'problem unreadable': 2 }],
  [
    'pdf',
    'pdf/py-pdf-sample-files',
    { pages: 26, 'block pdf': 26, 'block heading': 30, 'problem unreadable': 1, 'problem no_text': 5 },
    'of 27 files one needs a password and stays a file',
  ],
  ['pdf', 'pdf/malformed', { pages: 0, failed: 0, files: 1, 'problem unreadable': 1 }],
  ['confluence', 'confluence/xwiki-confluence-xml/3.4.7.zip', { pages: 2, 'below others': 1 }],
  [
    'confluence',
    'confluence/xwiki-confluence-xml/4.3.2.xml.zip',
    { pages: 6, 'below others': 3, files: 4, comments: 7 },
  ],
  [
    'confluence',
    'confluence/xwiki-confluence-xml/5.9.zip',
    {
      pages: 11,
      'below others': 10,
      files: 22,
      'broken links': 0,
      'broken pictures': 0,
      'block image': 41,
      links: 41 + 36,
    },
    '3 of 25 files belong to attachments that were deleted; 23 of 59 names of pages only say whose picture it is',
  ],
  ['confluence', 'confluence/xwiki-confluence-xml/misc.xml.zip', { pages: 2 }],
  ['confluence', 'confluence/xwiki-confluence-xml/attachhist', { pages: 2 }],
  ['confluence', 'confluence/xwiki-confluence-xml/attachmenthistory', { pages: 1, files: 2 }],
  ['confluence', 'confluence/xwiki-confluence-xml/blogs', { pages: 2 }],
  ['confluence', 'confluence/xwiki-confluence-xml/brokenattach', { pages: 1, 'problem missing_file': 4 }],
  ['confluence', 'confluence/xwiki-confluence-xml/emoji', { pages: 1 }],
  ['confluence', 'confluence/xwiki-confluence-xml/images', { pages: 4 }],
  ['confluence', 'confluence/xwiki-confluence-xml/table', { pages: 1, 'block table': 5, rows_of_tables: 19 }],
  ['confluence', 'confluence/xwiki-confluence-xml/lists', { pages: 1, open: 2, 'block math': 4, depth: 4 }],
  ['confluence', 'confluence/xwiki-confluence-xml/links', { pages: 4 }],
  [
    'confluence',
    'confluence/xwiki-confluence-xml/missingparents',
    { pages: 4, 'below others': 1 },
    'of the two parents that are named one was not exported',
  ],
  ['confluence', 'confluence/xwiki-confluence-xml/orphans', { pages: 8 }],
  ['confluence', 'confluence/xwiki-confluence-xml/spanishaccentsintitle', { pages: 2 }],
  ['confluence', 'confluence/xwiki-confluence-xml/pageswithdots', { pages: 3 }],
  ['confluence', 'confluence/xwiki-confluence-xml/confluence8.5.6', { pages: 3 }],
  ['confluence', 'confluence/xwiki-confluence-xml/confluence80tags', { pages: 4 }],
  ['confluence', 'confluence/xwiki-confluence-xml/multilingual', { pages: 2, 'lost macro_sv_translation': 2 }],
  ['confluence', 'confluence/xwiki-confluence-xml/annotations', { pages: 3 }],
  ['confluence', 'confluence/xwiki-confluence-xml/commentorder', { pages: 1, comments: 7 }],
  ['confluence', 'confluence/malformed/brokenlink', { pages: 1 }],
  ['confluence', 'confluence/malformed/asciichar28', { pages: 1 }],
  ['confluence', 'confluence/malformed/cdatazerowidthspace', { pages: 1 }],
  ['confluence', 'confluence/malformed/fixcdata', { pages: 1 }],
  ['confluence', 'confluence/malformed/emptypage', { pages: 1 }],
  [
    'roam',
    'roam/obsidian-importer/help-graph-excerpt.json',
    { pages: 17, blocks: 122, open: 7, done: 1, 'block heading': 31, 'block code': 4, depth: 10 },
    'references inside queries and other machinery stay there as text',
  ],
  [
    'roam',
    'roam/obsidian-importer/shapes.json',
    { pages: 12, 'block table': 4 },
    'the fifth table has no rows and stays as it is written',
  ],
  ['roam', 'roam/obsidian-importer/small-test-graph.json', { pages: 1, open: 2, done: 2 }],
  ['roam', 'roam/roam-to-csv/extra/backup.edn', { pages: 1, blocks: 6, depth: 3 }],
  ['roam', 'roam/roam-to-csv/extra/backup.json', { pages: 1, blocks: 6, depth: 3 }],
  [
    'roam',
    'roam/roam-to-csv/extra/backup-with-refs.edn',
    { pages: 3, blocks: 5, links: 3, 'broken links': 0 },
    '3 of its 8 blocks stand on no page: they are the log of an import',
  ],
  ['roam', 'roam/malformed', { pages: 0, 'problem unreadable': 2, failed: 0 }],
  [
    'outline',
    'outline/outline-markdown-public.zip',
    { pages: 2, folders: 1, files: 1, 'broken links': 2, 'block callout': 1, 'block image': 1 },
  ],
  ['outline', 'outline/malformed/corrupt.zip', { failed: 1 }],
  ['outline', 'outline/malformed/empty.zip', { failed: 0, pages: 0, 'problem empty': 1 }],
  [
    'logseq',
    'logseq/logseq-docs',
    { pages: 333, 'broken pictures': 130, 'lost block_embed': 34 },
    'links inside queries and macros stay there as text',
  ],
  [
    'bear',
    'html-notes/bear/backup.bear2bk',
    { pages: 5, files: 1, 'problem in_trash': 1, 'problem encrypted': 1, 'broken pictures': 0 },
    'the sixth lies in the trash',
  ],
  [
    'bear',
    'html-notes/bear/backup-2.bear2bk',
    { pages: 6, files: 3, 'problem in_trash': 1, 'problem encrypted': 1, 'broken pictures': 0 },
    'the seventh lies in the trash',
  ],
  [
    'bear',
    'html-notes/bear/markdown-samples.bear2bk',
    { pages: 5, files: 7, 'block image': 6, 'broken pictures': 0 },
    'a seventh file is no picture',
  ],
  ['bear', 'html-notes/bear/tags.bear2bk', { pages: 2, files: 0 }],
  ['bear', 'html-notes/textbundle', { pages: 6, 'block image': 4, 'broken pictures': 0 }],
  [
    'bear',
    'html-notes/malformed',
    { pages: 1, 'problem unreadable': 1, 'problem cut_off': 1, failed: 0 },
    'one of the two ends behind a note that is whole',
  ],
  [
    'apple-journal',
    'html-notes/apple-journal',
    { pages: 2, 'broken pictures': 3, 'block table': 2 },
    'each has a table that says its day',
  ],
  [
    'forge-folder',
    'forge-repo/phpspreadsheet/files',
    { pages: 30, 'broken links': 0, 'block image': 43 },
    '2 of 32 lie in a hidden folder, which is never part of an import',
  ],
  ['html-folder', 'html-folder/malformed', { pages: 2, failed: 0 }],
];

describe('real exports of page-like sources', { skip: withoutShared }, () => {
  let database: TestDatabase;
  let t: TestApp;
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startApp(database);
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });

  for (const [source, path, expected, why] of table) {
    it(`${source}: ${path}${why ? ` (${why})` : ''}`, async (test) => {
      t.ws1 = (await t.app.use(workspaces).create(t.ctx('ann'), { name: path.slice(-50) })).id;
      const { job, report } = await importPath(t, join(shared, path), { source });
      const got = measured(job, report, await pagesOf(t));
      if (process.env.SHOW)
        test.diagnostic(
          JSON.stringify({
            error: job.error,
            ...got,
            warnings: report.warnings.slice(0, 5),
            broken: report.broken_links.slice(0, 12),
          }),
        );
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, got[name] ?? 0])), expected);
    });
  }
});
