// The source that the wizard proposes: told by names, by what an archive holds, and by how a file begins.
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import type { App } from '../../core/kernel/app.ts';
import { guessSource, type SourceSample } from '../../plugins/importers/client/wizard/detect-source.ts';
import { readFileHead } from '../../plugins/importers/client/wizard/file-head.ts';
import type { ImportSource } from '../../plugins/importers/client/wizard/job.ts';
import { namesInZip } from '../../plugins/importers/client/wizard/zip-names.ts';
import { allImporters } from '../../plugins/importers/registry.ts';
import { shared, withoutShared } from './imports.ts';

const bare = { contributions: () => [], extensions: [] } as unknown as App;
const sources = (await allImporters(bare)) as unknown as ImportSource[];

const ID = '152bb52ee2b580179846fd78b2b60ea9';
const UUID = '292079f8-0319-4111-bb5b-315e8ae8f14e';

/** What was chosen, or is in an archive, or how a file begins; and the source it is of. */
const cases: [Partial<SourceSample>, string][] = [
  [{ paths: ['a.md', 'b/c.png'] }, 'markdown'],
  [{ paths: ['Vault/a.md', 'Vault/.obsidian/app.json'] }, 'notes-vault'],
  [{ paths: ['x.zip'], inside: ['manifest.json', 'workspaces.jsonl'] }, 'archive'],
  [{ paths: ['x.zip'], inside: [`Home ${ID}.md`, `Tasks ${ID}_all.csv`] }, 'notion'],
  [{ paths: ['x.zip'], inside: [`Export-${UUID}-Part-1.zip`] }, 'notion'],
  [{ paths: ['x.zip'], inside: ['entities.xml', 'attachments/1/2/1'] }, 'confluence'],
  [{ paths: ['x.zip'], inside: ['Team/', `Team/public/${UUID}/${UUID}/a.png`, 'Team/a.md'] }, 'outline'],
  [{ paths: ['x.zip'], inside: ['Harbour.json', 'metadata.json'] }, 'outline'],
  [{ paths: ['x.zip'], inside: [`uploads/${UUID}/${UUID}/a.png`, 'Harbour.json', 'metadata.json'] }, 'outline'],
  [{ paths: ['x.zip'], inside: ['a.json', 'b.json'] }, 'json'],
  [{ paths: ['a.json'], head: '{"collection":{"id":"a","urlId":"b","name":"Harbour",' }, 'outline'],
  [{ paths: ['G/pages/a.md', 'G/journals/2024_01_02.md'] }, 'logseq'],
  [{ paths: ['x.zip'], inside: ['Takeout/Keep/a.json', 'Takeout/Keep/a.html'] }, 'google-keep'],
  [{ paths: [`raw/${ID}.md`, `raw/resources/${ID}.png`] }, 'joplin'],
  [{ paths: ['notes.bear2bk'], inside: ['notes/One.textbundle/text.markdown'] }, 'bear'],
  [{ paths: ['x.zip'], inside: ['AppleJournalEntries/Entries/a.html'] }, 'apple-journal'],
  [{ paths: ['repo/README.md', 'repo/.github/workflows/a.yml'] }, 'forge-folder'],
  [{ paths: ['a.json'], head: '[{"title":"x","children":[{"string":"y","uid":"z"}]}]' }, 'roam'],
  [{ paths: ['a.json'], head: '{"version":1,"blocks":[{"id":"z","page-name":"x"' }, 'logseq'],
  [{ paths: ['Anytype.20260301.zip'], inside: ['objects/bafyreia.pb.json', 'files/a.png'] }, 'anytype'],
  [{ paths: ['Anytype.zip'], inside: ['relations/bafyreia.pb', 'objects/bafyreib.pb'] }, 'anytype'],
  [{ paths: ['Space/index.json', 'Space/objects/bafyreia.anyblock.json'] }, 'anytype'],
  [{ paths: ['a.json'], head: '{\n  "sbType": "Page",' }, 'anytype'],
  [{ paths: ['Space.zip'], inside: ['General/Grid.csv', 'General/Start.md', 'General/assets/a.png'] }, 'markdown'],
  [{ paths: ['2026-03-01.zip'], inside: ['Inbox [2203].csv', 'Work [2204].csv'] }, 'issues'],
  [{ paths: ['notes.zip'], inside: ['Trip.txt', 'source/notes.json'] }, 'simplenote'],
  [{ paths: ['notes.json'], head: '{\n  "activeNotes": [' }, 'simplenote'],
  [{ paths: ['x.zip'], inside: ['Standard Notes Backup and Import File.txt', 'Items/Note/a-1.txt'] }, 'standard-notes'],
  [{ paths: ['a.txt'], head: '{"version":"004","items":[{"uuid":"a","content_type":"Note"' }, 'standard-notes'],
  [{ paths: ['Wiki-20240301080000.xml'] }, 'mediawiki'],
  [{ paths: ['a.xml'], head: '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">' }, 'mediawiki'],
  [{ paths: ['x.zip'], inside: ['data/pages/start.txt', 'data/media/a.png'] }, 'dokuwiki'],
  [{ paths: ['x.zip'], inside: ['!!!meta.json', 'root/a.html', 'style.css'] }, 'trilium'],
  [{ paths: ['x.zip'], inside: ['data.json', 'files/', 'files/0aBcD1eFgH2iJkL3mNoP4.png'] }, 'bookstack'],
  [
    { paths: ['x.zip'], inside: ['KEY/index.html', 'KEY/Home_123.html', 'KEY/images/icons/bullet_blue.gif'] },
    'confluence',
  ],
  [{ paths: ['a.json'], head: '{"issues":[{"id":"1","key":"SEA-1","fields":{' }, 'issues'],
  [{ paths: ['wiki/pages/team/start.txt'] }, 'dokuwiki'],
  [{ paths: ['a.rtf', 'b.doc'] }, 'word-documents'],
  [{ paths: ['a.mhtml'], head: 'MIME-Version: 1.0' }, 'word-documents'],
  [{ paths: ['a.json'], head: '[{"x":1}]' }, 'json'],
  [{ paths: ['a.json'], head: '[{"number":1,"html_url":"https://example.org"}]' }, 'issues'],
  [{ paths: ['a.html'], head: '<!DOCTYPE NETSCAPE-Bookmark-file-1>' }, 'browser-bookmarks'],
  [{ paths: ['a.html'], head: '<!doctype html><p>x' }, 'html-folder'],
  [{ paths: ['site/index.html', 'site/a.html', 'site/style.css', 'site/read.txt'] }, 'html-folder'],
  [{ paths: ['a.xml'], head: '<?xml version="1.0"?><opml version="2.0">' }, 'outlines'],
  [{ paths: ['a.xlsx'], inside: ['[Content_Types].xml', 'xl/workbook.xml'] }, 'spreadsheet'],
  [{ paths: ['a.docx', 'b.odt'] }, 'word-documents'],
  [{ paths: ['x.zip'], inside: ['a.docx', 'b/c.docx', 'read.txt'] }, 'word-documents'],
  [{ paths: ['a.csv'], head: 'Issue key,Summary\n' }, 'issues'],
  [{ paths: ['a.csv'], head: 'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT\n' }, 'issues'],
  [{ paths: ['a.csv'], head: '\ufeffTask ID,Created At,Completed At,Last Modified,Name\n' }, 'issues'],
  [{ paths: ['a.csv'], head: '"ID","Team","Title","Description","Status","Estimate"\n' }, 'issues'],
  [{ paths: ['a.csv'], head: 'Task Type,Task ID,Task Custom ID,Task Name,Task Content,Status\n' }, 'issues'],
  [{ paths: ['a.csv'], head: 'Name,Age\n' }, 'csv'],
  [{ paths: ['a.ics'] }, 'calendar'],
  [{ paths: ['a.pdf'] }, 'pdf'],
  [{ paths: ['a.epub'], inside: ['mimetype', 'OEBPS/a.xhtml'] }, 'epub'],
  [{ paths: ['a.bin'] }, 'markdown'],
];

describe('the source that is proposed', () => {
  for (const [look, source] of cases)
    it(`for ${JSON.stringify(look).slice(0, 90)} is ${source}`, () => {
      assert.equal(guessSource({ paths: [], inside: [], head: '', ...look }, sources), source);
    });

  it('for names that nobody takes in a service with few sources is the first of them', () => {
    assert.equal(guessSource({ paths: ['a.bin'], inside: [], head: '' }, sources.slice(0, 1)), sources[0]?.name);
  });
});

const real: [string, string][] = [
  ['obsidian/kepano-obsidian', 'notes-vault'],
  ['notion/obsidian-importer-html/Notion.Test.Export.zip', 'notion'],
  ['notion/obsidian-importer-html/notion-testspace.zip', 'notion'],
  ['notion/tana-md-csv', 'notion'],
  ['confluence/xwiki-confluence-xml/3.4.7.zip', 'confluence'],
  ['confluence/xwiki-confluence-xml/5.9.zip', 'confluence'],
  ['outline/outline-markdown-public.zip', 'outline'],
  ['roam/obsidian-importer/help-graph-excerpt.json', 'roam'],
  ['roam/obsidian-importer/small-test-graph.json', 'roam'],
  ['roam/roam-to-csv/extra/backup.edn', 'roam'],
  ['logseq/logseq-docs', 'logseq'],
  ['workflowy-opml/tana/smoketest.opml', 'outlines'],
  ['html-notes/bear/backup.bear2bk', 'bear'],
  ['html-notes/textbundle/Ulysses Export.zip', 'bear'],
  ['html-notes/apple-journal/entry-with-assets.html', 'apple-journal'],
  ['csv/vega-datasets/airports.csv', 'csv'],
  ['spreadsheet/calamine/date.xlsx', 'spreadsheet'],
  ['spreadsheet/calamine', 'spreadsheet'],
  ['json/vega-datasets/penguins.json', 'json'],
  ['json/airtable/example-base.json', 'json'],
  ['word/mammoth', 'word-documents'],
  ['pdf/py-pdf-sample-files', 'pdf'],
  ['html-folder/sicp', 'html-folder'],
  ['bookmarks/shaarli-netscape-bookmark-parser/chromium_nested.htm', 'browser-bookmarks'],
  ['bookmarks/shaarli-netscape-bookmark-parser/firefox_nested.htm', 'browser-bookmarks'],
  ['ics/ical.js', 'calendar'],
  ['issues/jira/jira-export.xml', 'issues'],
  ['issues/jira/jira-export.csv', 'issues'],
  ['issues/trello/data-trelloJson.json', 'issues'],
  ['issues/nextcloud-deck/deck.json', 'issues'],
  ['issues/github/issues-array.json', 'issues'],
  ['issues/gitlab/issues.ndjson', 'issues'],
  ['issues/gitea/issue_a.json', 'issues'],
  ['forge-repo/phpspreadsheet/files', 'forge-folder'],
];

describe('the source that is proposed for real exports', { skip: withoutShared }, () => {
  for (const [path, source] of real)
    it(`${path} is ${source}`, async () => {
      const at = join(shared, path);
      if ((await stat(at)).isDirectory()) {
        const entries = await readdir(at, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile());
        const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(at.length - basename(at).length));
        assert.equal(guessSource({ paths, inside: [], head: '' }, sources), source);
        return;
      }
      const file = new File([await openAsBlob(at)], basename(at));
      const look = { paths: [file.name], inside: await namesInZip(file), head: await readFileHead(file) };
      assert.equal(guessSource(look, sources), source);
    });
});
