// Nothing of real exports is lost in silence: their words, links, pictures and cells are in pages, files or the report.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openSource } from '../../../plugins/importers/reading/source.ts';
import { importerOf } from '../formats/malformed.ts';
import { shared, withoutShared } from '../imports.ts';
import { contentHash } from './archive-things.ts';
import { ImportContent } from './import-content.ts';
import { keptImport, TABLES } from './import-loss.ts';
import type { HeldThing } from './markup-things.ts';
import { thingsIn } from './source-things.ts';

/** Beside the export: what other programs made of it. */
const BESIDE = /(?:^|\/)(?:expected|\.[^/]*)\/|(?:^|\/)(?:README|LICENSE)\.md$/;

function filesBelow(path: string): [name: string, bytes: Buffer][] {
  if (!statSync(path).isDirectory()) return [[path, readFileSync(path)]];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !BESIDE.test(file.slice(path.length)))
    .map((file) => [file, readFileSync(file)]);
}

/** What of a real export is neither in pages nor in files nor in the report. */
async function lossesOf(name: string, path: string): Promise<HeldThing[]> {
  const said: string[][] = [];
  const source = await openSource(path, { maxBytes: 1e9, notice: (...notice) => said.push(notice) });
  try {
    const { kept, hashes } = await keptImport(await importerOf(name), source);
    const content = new ImportContent([kept, said], hashes);
    return filesBelow(path).flatMap(([file, bytes]) => {
      // A file that came along as it is has all that it holds.
      const isWhole = hashes.has(contentHash(bytes));
      return thingsIn(file, bytes, TABLES.has(name)).filter((thing) => !isWhole && !content.has(thing));
    });
  } finally {
    await source.close();
  }
}

/** Words that set up macros. */
const MACROS = /^word/;
/** What programs show of people, and how they ask each other. */
const OF_PROGRAMS = /api\.github|avatar|\/images\/icons|user-a$|trello\.com|\/issues\/\?jql/;

/** source, path below the fixtures; what is there in another form, and why it looks lost. */
const table: [source: string, path: string, otherwise?: RegExp, why?: string][] = [
  ['notes-vault', 'obsidian/kepano-obsidian'],
  ['notes-vault', 'obsidian/obsidian-export-testdata/input'],
  [
    'notion',
    'notion/obsidian-importer-html/Notion.Test.Export.zip',
    /^link .*(?:notion\.so|\.csv)|^word (?:[048]*|details|identifier|workspace|test|inline)$/,
    'links to pages lead by their ids, and the list of files is no page',
  ],
  [
    'notion',
    'notion/obsidian-importer-html/notion-testspace.zip',
    /^word|^picture .*wiki/,
    'formulas are said once, as TeX, and pictures of bookmarks are counted',
  ],
  ['notion', 'notion/tana-md-csv', /\.csv$/, 'links to databases lead by their ids'],
  [
    'confluence',
    'confluence/xwiki-confluence-xml/3.4.7.zip',
    MACROS,
    'words that set up macros and those of what is deleted are none of a page',
  ],
  [
    'confluence',
    'confluence/xwiki-confluence-xml/4.3.2.xml.zip',
    MACROS,
    'words that set up macros and those of what is deleted are none of a page',
  ],
  [
    'confluence',
    'confluence/xwiki-confluence-xml/5.9.zip',
    MACROS,
    'words that set up macros and those of what is deleted are none of a page',
  ],
  [
    'confluence',
    'confluence/xwiki-confluence-xml/misc.xml.zip',
    MACROS,
    'words that set up macros and those of what is deleted are none of a page',
  ],
  ['outline', 'outline/outline-markdown-public.zip', /^word warning$/, 'it is the kind of a callout'],
  ['roam', 'roam/obsidian-importer/help-graph-excerpt.json'],
  ['roam', 'roam/obsidian-importer/shapes.json'],
  ['roam', 'roam/obsidian-importer/small-test-graph.json'],
  [
    'roam',
    'roam/roam-to-csv/extra/backup-with-refs.edn',
    /googleusercontent/,
    'the picture of the person who wrote it is on no page',
  ],
  [
    'logseq',
    'logseq/logseq-docs',
    /^word [0-9a-f]{4,}$|^link .*\$1$/,
    'blocks have other ids here, and settings are no page',
  ],
  ['outlines', 'workflowy-opml'],
  ['outlines', 'opml'],
  [
    'evernote',
    'evernote/obsidian-importer',
    /^link (?:evernote:|https:\/\/www.evernote.com\/shard)/,
    'links to notes lead by their titles',
  ],
  ['bear', 'html-notes/bear/backup.bear2bk', /^word deleted$/, 'one lies in the trash, which the report says'],
  ['bear', 'html-notes/bear/backup-2.bear2bk', /^word deleted$/, 'one lies in the trash, which the report says'],
  ['bear', 'html-notes/bear/markdown-samples.bear2bk'],
  ['bear', 'html-notes/bear/tags.bear2bk'],
  ['bear', 'html-notes/textbundle'],
  ['apple-journal', 'html-notes/apple-journal', /^word (?:sunday|november|december)$/, 'its day is a date'],
  ['google-keep', 'google-keep/obsidian-importer/notes'],
  ['markdown', 'markdown/obsidian-importer'],
  ['markdown', 'markdown/tana'],
  ['csv', 'csv/obsidian-importer/comprehensive-test.csv'],
  ['csv', 'csv/obsidian-importer/sample.csv'],
  ['csv', 'csv/vega-datasets/seattle-weather.csv'],
  ['csv', 'csv/vega-datasets/us-employment.csv'],
  ['csv', 'csv/vega-datasets/gapminder-health-income.csv'],
  ['csv', 'csv/vega-datasets/unemployment.tsv'],
  ['spreadsheet', 'spreadsheet/calamine'],
  ['json', 'json/vega-datasets'],
  ['word-documents', 'word/mammoth'],
  ['word-documents', 'word/pandoc-docx'],
  [
    'word-documents',
    'word/pandoc-odt',
    /ObjectReplacements|^word abbildungs/,
    'a formula is no picture of itself, and an index is made anew',
  ],
  ['html-folder', 'html-folder/sicp', /^word [a-z]+\d+$|^word bobn$/, 'numbers of notes stand beside words'],
  ['html-folder', 'html-folder/obsidian-importer', /^word download$/],
  ['browser-bookmarks', 'bookmarks/shaarli-netscape-bookmark-parser', /^word 8230$/, 'it is a sign'],
  [
    'calendar',
    'ics/icalendar',
    /tzurl\.org|linkrel/,
    'zones are known by their names, and kinds of links are no links',
  ],
  ['calendar', 'ics/ical.js'],
  ['forge-folder', 'forge-repo/phpspreadsheet'],
  [
    'issues',
    'issues/jira/jira-export.csv',
    /^cell (?:Issue (?:Key|Type)|Resolved|Summary)$/,
    'some columns have other names here',
  ],
  ['issues', 'issues/jira/jira-export.xml', OF_PROGRAMS],
  ['issues', 'issues/trello/data-trelloJson.json', OF_PROGRAMS],
  ['issues', 'issues/nextcloud-deck/deck.json'],
  ['issues', 'issues/github/issues-array.json', OF_PROGRAMS],
  ['issues', 'issues/gitea/issue_a.json'],
];

describe('real exports', { skip: withoutShared }, () => {
  for (const [source, path, otherwise, why] of table)
    it(`${source} ${path}: nothing is lost${why ? ` (${why})` : ''}`, async () => {
      const lost = (await lossesOf(source, join(shared, path))).filter(
        ({ kind, said }) => !otherwise?.test(`${kind} ${said}`),
      );
      assert.deepEqual(
        lost.slice(0, 20).map(({ kind, said }) => `${kind} ${said}`),
        [],
      );
    });
});
