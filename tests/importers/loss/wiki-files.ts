// Random files of wikis, of Rich Text Format and of Jira's interface, every part of which says a planted word.
import type { Tree } from '../imports.ts';
import { htmlBody, markdownBody } from './markup.ts';
import type { PlantedWords } from './planted-words.ts';

export function randomRtf(words: PlantedWords): string {
  const run = (): string =>
    words.one([
      () => words.words(),
      () => `{\\b ${words.words()}}{\\i\\ul ${words.word()}}`,
      () => `{\\strike ${words.word()}}{\\super ${words.word()}}\\line ${words.word()}`,
      () => `{\\field{\\*\\fldinst{HYPERLINK "https://example.org/${words.word()}"}}{\\fldrslt{${words.words()}}}}`,
      () => `{\\field{\\*\\fldinst{HYPERLINK "https://example.org/${words.word()}"}}{\\fldrslt }}`,
      () => `${words.word()}{\\super\\chftn{\\footnote\\pard\\plain {\\super\\chftn} ${words.words()}}}`,
      () => `{\\*\\atnid a}{\\*\\atnauthor ${words.word()}}\\chatn{\\*\\annotation ${words.words()}}`,
      () => `{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt ${words.word()}\\par}}}`,
    ])();
  const runs = (): string => words.some(1, 3, run).join(' ');
  const paragraph = (): string =>
    `\\pard\\plain ${words.one(['', '\\s1 ', '\\outlinelevel1 ', '\\ls1\\ilvl0 ', '\\ls1\\ilvl2 ', '\\s2 '])}${runs()}\\par\n`;
  const row = (): string =>
    `\\trowd\\cellx100\\cellx200\\pard\\intbl ${runs()}\\cell ${runs()}\\par ${runs()}\\cell\\row\n`;
  const table = (): string => words.some(1, 3, row).join('');
  const about = `{\\info{\\title ${words.words()}}{\\author ${words.word()}}{\\keywords ${words.word()}, ${words.word()}}}`;
  const head = '{\\fonttbl{\\f0 Arial;}}{\\stylesheet{\\s1 heading 1;}{\\s2 Source Code;}}';
  return `{\\rtf1\\ansi ${head}${about}${words.some(1, 6, () => words.one([paragraph, paragraph, table])()).join('')}}`;
}

export const randomMhtml = (words: PlantedWords): string =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<html><head><title>${words.words()}</title></head><body>${htmlBody(words)}</body></html>\r\n--b--\r\n`;

export function randomDokuWiki(words: PlantedWords): Tree {
  const inline = (): string =>
    words.one([
      () => words.words(),
      () => `**${words.words()}** //${words.word()}// __${words.word()}__ ''${words.word()}''`,
      () => `[[${words.word()}|${words.words()}]] [[a:${words.word()}#${words.word()}]]`,
      () => `[[https://example.org/${words.word()}|${words.word()}]] https://example.org/${words.word()}`,
      () => `[[wp>${words.word()}]] [[\\\\s\\${words.word()}|${words.word()}]] <${words.word()}@example.org>`,
      () => `{{${words.word()}.png?100|${words.words()}}} {{ a:${words.word()}.pdf |${words.word()}}}`,
      () => `${words.word()} ((${words.words()} [[${words.word()}]]))`,
      () => `<del>${words.word()}</del> %%**${words.word()}**%% <nowiki>${words.word()}</nowiki>`,
      () => `{{rss>${words.word()}}} {{page>${words.word()}}} <x>${words.word()}`,
    ])();
  const task = (): string => {
    const { word, isDone } = words.task();
    return `  * <todo${isDone ? ' #' : ''}>${word}</todo>`;
  };
  const block = (): string =>
    words.one([
      () => `${inline()}\n${inline()}\\\\ ${inline()}`,
      () => `===== ${inline()} =====`,
      () => `  * ${inline()}\n    - ${inline()}\n  * ${inline()}`,
      () => words.some(1, 3, task).join('\n'),
      () => `^ ${inline()} ^ ${words.word()} ^\n| ${inline()} | ${inline()} |\n| ${words.word()} ||`,
      () => `> ${inline()}\n>> ${inline()}`,
      () => `<code js ${words.word()}.js>\n${words.words()}\n</code>\n  ${words.words()}`,
      () => `<WRAP info>\n${inline()}\n</WRAP>\n<html><b>${words.word()}</b></html>`,
    ])();
  const page = (): string =>
    `====== ${words.words()} ======\n{{tag>${words.word()}}}\n${words.some(1, 5, block).join('\n\n')}`;
  return { 'data/pages/start.txt': page(), [`data/pages/${words.word()}/${words.word()}.txt`]: page() };
}

export function randomBookStack(words: PlantedWords): Tree {
  const page = () => ({
    ...{ id: words.all.length, name: words.words(), tags: [{ name: words.word(), value: words.word() }] },
    ...(words.random() < 0.5 ? { html: htmlBody(words) } : { markdown: markdownBody(words) }),
    attachments: words.some(0, 2, () => ({ name: words.word(), link: `https://example.org/${words.word()}` })),
  });
  const chapter = () => ({
    ...{ id: words.all.length, name: words.words(), description_html: `<p>${words.words()}</p>` },
    pages: words.some(0, 2, page),
  });
  const book = { id: 1, name: words.words(), description_html: htmlBody(words) };
  return {
    'data.json': JSON.stringify({
      book: { ...book, chapters: words.some(0, 2, chapter), pages: words.some(0, 2, page) },
    }),
  };
}

export function randomTrilium(words: PlantedWords): Tree {
  const tree: Tree = {};
  const note = (folder: string, depth: number): object => {
    const noteId = `n${words.all.length}`;
    const file = `${noteId}.${words.one(['html', 'md', 'py', 'json'])}`;
    const title = words.words();
    const [type, content] = {
      html: () => ['text', `<html><head><title>${title}</title></head><body>${htmlBody(words)}</body></html>`],
      md: () => ['text', `# ${title}\n\n${markdownBody(words)}`],
      py: () => ['code', words.words()],
      json: () => ['webView', '{}'],
    }[file.split('.')[1] as 'html']() as [string, string];
    tree[folder + file] = content;
    const address = () => ({ type: 'label', name: 'webViewSrc', value: `https://example.org/${words.word()}` });
    return {
      ...{ noteId, title, type, dataFileName: file, dirFileName: noteId, mime: 'text/x-python' },
      ...(file.endsWith('.md') && { format: 'markdown' }),
      attributes: [
        { type: 'label', name: words.word(), value: words.words() },
        { type: 'label', name: words.word(), value: '' },
        { type: 'relation', name: words.word(), value: words.word() },
        ...(type === 'webView' ? [address()] : []),
      ],
      children: depth > 0 ? words.some(0, 2, () => note(`${folder}${noteId}/`, depth - 1)) : [],
    };
  };
  const files = words.some(1, 2, () => note('', 2));
  return { ...tree, '!!!meta.json': JSON.stringify({ formatVersion: 2, files }) };
}

export function randomHtmlSpace(words: PlantedWords): Tree {
  const title = words.words();
  return {
    'K/index.html': `<title>K</title><link href="styles/site.css"><a href="p_1234.html">${title}</a>`,
    'K/p_1234.html': `<div id="title-text">K : ${title}</div><div class="page-metadata">Created by <span class="author">${words.word()}</span>, modified by <span class="editor">${words.word()}</span> on Mar 01, 2024</div><div id="main-content">${htmlBody(words)}<div class="confluence-information-macro confluence-information-macro-tip"><p class="title">${words.word()}</p><div>${words.words()}</div></div><div class="code panel"><div class="codeHeader">${words.word()}</div><pre>${words.words()}</pre></div></div><table><tr><td class="comment"><font class="smallfont"><p>${words.words()}</p></font><div class="smallfont">Posted by ${words.word()} at Mar 01, 2024 10:00</div></td></tr></table>`,
  };
}

export function randomJira(words: PlantedWords): string {
  const text = (): object => ({
    ...{ type: 'text', text: words.words() },
    marks: [
      words.one([{ type: 'strong' }, { type: 'code' }, { type: 'subsup', attrs: { type: 'sub' } }, { type: 'odd' }]),
    ],
  });
  const inline = (): object =>
    words.one<() => object>([
      text,
      () => ({ ...text(), marks: [{ type: 'link', attrs: { href: `https://example.org/${words.word()}` } }] }),
      () => ({ type: 'mention', attrs: { text: `@${words.word()}` } }),
      () => ({ type: 'status', attrs: { text: words.word() } }),
      () => ({ type: 'inlineCard', attrs: { url: `https://example.org/${words.word()}` } }),
    ])();
  const paragraph = (): object => ({ type: 'paragraph', content: words.some(1, 3, inline) });
  const task = (): object => {
    const { word, isDone } = words.task();
    return { type: 'taskItem', attrs: { state: isDone ? 'DONE' : 'TODO' }, content: [{ type: 'text', text: word }] };
  };
  const block = (depth: number): object => {
    if (depth <= 0) return paragraph();
    const inner = (): object[] => words.some(1, 2, () => block(depth - 1));
    const kind = words.one(
      'blockquote panel bulletList orderedList table expand odd heading codeBlock taskList mediaSingle'.split(' '),
    );
    if (kind === 'heading') return { type: kind, attrs: { level: 2 }, content: [text()] };
    if (kind === 'codeBlock') return { type: kind, content: [{ type: 'text', text: words.words() }] };
    if (kind === 'taskList') return { type: kind, content: words.some(1, 3, task) };
    if (kind === 'mediaSingle')
      return { type: kind, content: [{ type: 'media', attrs: { type: 'file', alt: `${words.word()}.png` } }] };
    if (kind.endsWith('List')) return { type: kind, content: [{ type: 'listItem', content: inner() }] };
    if (kind === 'table')
      return { type: kind, content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: inner() }] }] };
    return { type: kind, attrs: kind === 'expand' ? { title: words.word() } : {}, content: inner() };
  };
  const issue = () => ({
    key: `A-${words.all.length}`,
    fields: {
      ...{ summary: words.words(), labels: [words.word()], status: { name: words.word() } },
      ...{ description: { type: 'doc', content: words.some(1, 4, () => block(3)) }, parent: { key: words.word() } },
      ...{ customfield_1: { value: words.word() }, customfield_2: [{ name: words.word() }, words.word()] },
      issuelinks: [{ type: { outward: words.word() }, outwardIssue: { key: words.word() } }],
      attachment: [{ filename: words.word(), content: `https://example.org/${words.word()}` }],
      comment: { comments: [{ author: { displayName: words.word() }, body: { type: 'doc', content: [paragraph()] } }] },
    },
  });
  return JSON.stringify({ issues: words.some(1, 3, issue) });
}
