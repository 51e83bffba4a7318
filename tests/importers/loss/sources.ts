// A random export of each source, every part of which says a planted word.

import type { Tree } from '../imports.ts';
import { randomAnyBlock, randomAnytype } from './anytype-files.ts';
import { randomAirtable, randomDeck, randomGitlab, randomRedmine } from './board-files.ts';
import { randomDocx, randomOds, randomPdf, randomWord } from './document-files.ts';
import { randomLogseq, randomLogseqGraph, randomRoam, randomRoamDatabase } from './graph-files.ts';
import { htmlBody, markdownBody } from './markup.ts';
import { randomEpub, randomMediaWiki, randomOdt, randomSimplenote, randomStandardNotes } from './note-files.ts';
import { randomOutline } from './outline-files.ts';
import type { PlantedWords } from './planted-words.ts';
import { randomBook, randomConfluence, randomEvent, randomIssues, randomJson, randomTrello } from './product-files.ts';
import {
  randomAsana,
  randomAsanaTable,
  randomClickUp,
  randomJiraTable,
  randomJiraXml,
  randomLinearTable,
  randomTodoistTable,
} from './tracker-files.ts';
import {
  randomBookStack,
  randomDokuWiki,
  randomHtmlSpace,
  randomJira,
  randomMhtml,
  randomRtf,
  randomTrilium,
} from './wiki-files.ts';

export interface RandomSource {
  source: string;
  /** where a source has several forms */
  form?: string;
  make(words: PlantedWords): Tree;
}

const id = (words: PlantedWords): string => `${words.all.length}`.padStart(32, '0');

const asTree = (path: string, text: string): Tree => ({ [path]: text });

const markdownFolder =
  (under = '') =>
  (words: PlantedWords): Tree => {
    const front =
      words.random() < 0.5
        ? `---\n${words.word()}: ${words.words()}\ntags: [${words.word()}, ${words.word()}]\naliases:\n  - ${words.word()}\n---\n`
        : '';
    return {
      [`${under}${words.word()}.md`]: `${front}${markdownBody(words)}`,
      [`${under}${words.word()}/${words.word()}.md`]: markdownBody(words),
    };
  };

const html = (words: PlantedWords, head = ''): string =>
  `<!doctype html><html><head><title>${words.words()}</title>${head}</head><body>${htmlBody(words)}</body></html>`;

const cell = (words: PlantedWords): string => {
  const text = words.one([
    () => words.words(),
    () => `"${words.word()}, ""${words.word()}"""`,
    () => `"${words.word()}\n${words.word()}"`,
    () => '',
  ]);
  return text();
};

function csv(words: PlantedWords): string {
  const columns = 1 + words.below(5);
  const head = Array.from({ length: columns }, () => words.word()).join(',');
  // Some rows are longer or shorter than the head.
  const rows = words.some(1, 6, () =>
    Array.from({ length: Math.max(1, columns - 1 + words.below(3)) }, () => cell(words)).join(','),
  );
  return [head, ...rows].join(words.one(['\n', '\r\n']));
}

const enex = (words: PlantedWords): string => {
  const note = () => {
    const tasks = words.some(0, 2, () => {
      const { word, isDone } = words.task();
      return `<div><en-todo${isDone ? ' checked="true"' : ''}/>${word}</div>`;
    });
    const body = htmlBody(words)
      .replace(/<(br|img|input|source)\b([^>]*)>/g, '<$1$2/>')
      .replace(/ (controls|checked)(?=[\s/>])/g, ' $1="$1"')
      .replaceAll('&nbsp;', ' ');
    return `<note><title>${words.words()}</title><tag>${words.word()}</tag><note-attributes><author>${words.word()}</author><source-url>https://example.org/${words.word()}</source-url></note-attributes><content><![CDATA[<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${tasks.join('')}${body}</en-note>]]></content></note>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?><en-export>${words.some(1, 3, note).join('')}</en-export>`;
};

function outline(words: PlantedWords, depth = 3): string {
  const below = depth > 0 ? words.some(0, 2, () => outline(words, depth - 1)).join('') : '';
  const more = words.one([
    () => '',
    () => ` _note="${words.words()}"`,
    () => ` type="link" url="https://example.org/${words.word()}"`,
    () => ` htmlUrl="https://example.org/${words.word()}" xmlUrl="https://example.org/${words.word()}"`,
    () => ` description="${words.words()}"`,
  ])();
  return `<outline text="${words.words()}"${more}>${below}</outline>`;
}

const bookmark = (words: PlantedWords): string => {
  const described = words.one([
    () => '',
    () => `<DD>${words.words()}`,
    () =>
      `<DD>${words.word()} <a href="https://example.org/${words.word()}?a=1&amp;b=2"><img src="https://example.org/${words.word()}.png" alt="${words.word()}"></a>`,
    () => `<DD><a href="https://example.org/${words.word()}">${words.words()}</a>`,
  ])();
  const address = words.one([() => `https://example.org/${words.word()}`, () => `?${words.word()}`])();
  return `<DT><A HREF="${address}" ADD_DATE="1700000000" TAGS="${words.word()},${words.word()}" NOTE="${words.word()}">${words.words()}</A>${described}`;
};

function bookmarks(words: PlantedWords, depth = 2): string {
  const inner = words.some(1, 3, () => bookmark(words));
  if (depth > 0) inner.push(`<DT><H3>${words.words()}</H3><DL><p>${bookmarks(words, depth - 1)}</DL><p>`);
  return inner.join('\n');
}

const keep = (words: PlantedWords): Tree => ({
  [`Takeout/Keep/${words.all.length}.json`]: JSON.stringify({
    title: words.words(),
    isTrashed: false,
    userEditedTimestampUsec: 1_700_000_000_000_000,
    labels: words.some(0, 2, () => ({ name: words.word() })),
    annotations: words.some(0, 2, () => ({
      url: `https://example.org/${words.word()}`,
      title: words.word(),
      description: words.words(),
    })),
    sharees: words.some(0, 1, () => ({ email: `${words.word()}@example.org` })),
    ...(words.random() < 0.5
      ? { textContent: words.some(1, 4, () => words.words()).join('\n') }
      : {
          listContent: words.some(1, 4, () => {
            const { word, isDone } = words.task();
            return { text: word, isChecked: isDone };
          }),
        }),
  }),
});

export const randomSources: RandomSource[] = [
  { source: 'markdown', make: markdownFolder() },
  { source: 'notes-vault', make: markdownFolder() },
  { source: 'outline', make: markdownFolder('Notes/') },
  { source: 'outline', form: 'json', make: randomOutline },
  { source: 'forge-folder', make: markdownFolder('repo-1a2b3c/') },
  {
    source: 'notion',
    form: 'markdown',
    make: (words) => asTree(`${words.word()} ${id(words)}.md`, `# ${words.words()}\n\n${markdownBody(words)}`),
  },
  { source: 'notion', form: 'csv', make: (words) => asTree(`${words.word()} ${id(words)}.csv`, csv(words)) },
  {
    source: 'notion',
    form: 'html',
    make: (words) =>
      asTree(
        `${words.word()} ${id(words)}.html`,
        `<html><head><title>t</title></head><body><article class="page"><header><h1 class="page-title">${words.words()}</h1></header><div class="page-body">${htmlBody(words)}</div></article></body></html>`,
      ),
  },
  {
    source: 'bear',
    make: (words) => ({
      'A.textbundle/text.md': `# ${words.word()}\n\n${markdownBody(words)}\n#${words.word()}`,
      'A.textbundle/info.json': '{"version":2}',
    }),
  },
  {
    source: 'joplin',
    make: (words) =>
      asTree(
        'a.md',
        `${words.words()}\n\n${markdownBody(words)}\n\nid: ${'a'.repeat(32)}\nsource_url: https://example.org/${words.word()}\nauthor: ${words.word()}\ncreated_time: 2024-01-02T03:04:05.000Z\ntype_: 1`,
      ),
  },
  {
    source: 'html-folder',
    make: (words) => ({ [`${words.word()}.html`]: html(words), [`${words.word()}/a.html`]: html(words) }),
  },
  {
    source: 'apple-journal',
    make: (words) =>
      asTree(
        'Entries/e.html',
        `<html><body><div class="pageContainer"><div class="pageHeader">Sunday, 3 November 2024</div><div class="title">${words.words()}</div><div class="reflectionPrompt">${words.words()}</div><div class="bodyText">${htmlBody(words)}</div></div></body></html>`,
      ),
  },
  { source: 'evernote', make: (words) => asTree('a.enex', enex(words)) },
  { source: 'confluence', make: (words) => asTree('entities.xml', randomConfluence(words)) },
  { source: 'csv', make: (words) => asTree(`${words.word()}.csv`, csv(words)) },
  {
    source: 'outlines',
    make: (words) =>
      asTree(
        'a.opml',
        `<?xml version="1.0"?><opml version="2.0"><head><title>${words.words()}</title></head><body>${words.some(1, 3, () => outline(words)).join('')}</body></opml>`,
      ),
  },
  {
    source: 'browser-bookmarks',
    make: (words) =>
      asTree(
        'b.html',
        `<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>${words.words()}</TITLE><H1>${words.one([() => 'Bookmarks', () => words.words()])()}</H1><DL><p>${bookmarks(words)}</DL><p>`,
      ),
  },
  { source: 'google-keep', make: (words) => ({ ...keep(words), ...keep(words) }) },
  {
    source: 'roam',
    make: (words) => asTree('g.json', JSON.stringify(randomRoam(words))),
  },
  { source: 'roam', form: 'edn', make: (words) => asTree('g.edn', randomRoamDatabase(words)) },
  { source: 'logseq', make: (words) => asTree(`pages/${words.word()}.md`, randomLogseq(words)) },
  { source: 'logseq', form: 'json', make: (words) => asTree('g.json', randomLogseqGraph(words)) },
  { source: 'issues', form: 'trello', make: (words) => asTree('b.json', randomTrello(words)) },
  { source: 'issues', form: 'github', make: (words) => asTree('i.json', randomIssues(words)) },
  { source: 'issues', form: 'gitlab', make: (words) => asTree('i.ndjson', randomGitlab(words)) },
  { source: 'issues', form: 'deck', make: (words) => asTree('d.json', randomDeck(words)) },
  { source: 'issues', form: 'redmine', make: (words) => asTree('r.json', randomRedmine(words)) },
  { source: 'json', form: 'airtable', make: (words) => asTree('a.json', randomAirtable(words)) },
  { source: 'json', make: (words) => asTree('a.json', randomJson(words)) },
  {
    source: 'calendar',
    make: (words) =>
      asTree(
        'c.ics',
        `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nSOURCE:https://example.org/${words.word()}\r\n${words.some(1, 3, () => randomEvent(words)).join('\r\n')}\r\nEND:VCALENDAR\r\n`,
      ),
  },
  { source: 'issues', form: 'jira', make: (words) => asTree('j.json', randomJira(words)) },
  { source: 'issues', form: 'jira xml', make: (words) => asTree('j.xml', randomJiraXml(words)) },
  { source: 'issues', form: 'jira csv', make: (words) => asTree('j.csv', randomJiraTable(words)) },
  { source: 'issues', form: 'asana json', make: (words) => asTree('a.json', randomAsana(words)) },
  { source: 'issues', form: 'clickup', make: (words) => asTree('c.csv', randomClickUp(words)) },
  { source: 'issues', form: 'asana', make: (words) => asTree('a.csv', randomAsanaTable(words)) },
  { source: 'issues', form: 'linear', make: (words) => asTree('l.csv', randomLinearTable(words)) },
  { source: 'issues', form: 'todoist', make: (words) => asTree('t.csv', randomTodoistTable(words)) },
  { source: 'spreadsheet', make: (words) => ({ 'a.xlsx': randomBook(words, 'xlsx') }) },
  { source: 'spreadsheet', form: 'xls', make: (words) => ({ 'a.xls': randomBook(words, 'biff8') }) },
  { source: 'spreadsheet', form: 'xlsb', make: (words) => ({ 'a.xlsb': randomBook(words, 'xlsb') }) },
  { source: 'spreadsheet', form: 'ods', make: (words) => ({ 'a.ods': randomOds(words) }) },
  { source: 'pdf', make: (words) => ({ [`${words.word()}.pdf`]: randomPdf(words) }) },
  { source: 'word-documents', form: 'word 97', make: (words) => ({ [`${words.word()}.doc`]: randomWord(words) }) },
  { source: 'word-documents', make: (words) => ({ [`${words.word()}.docx`]: randomDocx(words) }) },
  { source: 'word-documents', form: 'rtf', make: (words) => ({ [`${words.word()}.rtf`]: randomRtf(words) }) },
  { source: 'word-documents', form: 'mhtml', make: (words) => ({ [`${words.word()}.mht`]: randomMhtml(words) }) },
  { source: 'word-documents', form: 'odt', make: (words) => ({ [`${words.word()}.odt`]: randomOdt(words) }) },
  { source: 'simplenote', make: (words) => asTree('source/notes.json', randomSimplenote(words)) },
  {
    source: 'standard-notes',
    make: (words) => asTree('Standard Notes Backup and Import File.txt', randomStandardNotes(words)),
  },
  { source: 'mediawiki', make: (words) => asTree('wiki.xml', randomMediaWiki(words)) },
  { source: 'epub', make: (words) => ({ 'book.epub': randomEpub(words) }) },
  { source: 'dokuwiki', make: randomDokuWiki },
  { source: 'bookstack', make: randomBookStack },
  { source: 'trilium', make: randomTrilium },
  { source: 'confluence', form: 'html', make: randomHtmlSpace },
  { source: 'anytype', make: randomAnytype },
  { source: 'anytype', form: 'anyblock', make: randomAnyBlock },
];
