// Random backups of note programs, wikis as XML, books and documents of OpenDocument, every part of which says a planted word.
import { archive } from '../formats/items.ts';
import { blockHtml, markdownBody } from './markup.ts';
import type { PlantedWords } from './planted-words.ts';
import { randomSuperNote } from './super-notes.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const plain = (words: PlantedWords): string =>
  words
    .some(1, 4, () =>
      words.one([
        () => words.words(),
        () => `https://example.org/${words.word()} ${words.word()}`,
        () => {
          const { word, isDone } = words.task();
          return `- [${isDone ? 'x' : ' '}] ${word}`;
        },
        () => `[${words.word()}](simplenote://note/${words.word()})`,
      ])(),
    )
    .join(words.one(['\n', '\n\n']));

export function randomSimplenote(words: PlantedWords): string {
  const note = () => {
    const isMarkdown = words.random() < 0.5;
    const content = `${words.words()}\n${isMarkdown ? `\n${markdownBody(words)}` : plain(words)}`;
    const more = words.random() < 0.5 ? { publicURL: `http://simp.ly/p/${words.word()}` } : {};
    return {
      ...{ id: `n${words.all.length}`, content, markdown: isMarkdown, tags: words.some(0, 2, () => words.word()) },
      ...{ creationDate: '2024-03-01T08:00:00.000Z', lastModified: '2024-03-01T08:00:00.000Z', ...more },
    };
  };
  return JSON.stringify({ activeNotes: words.some(1, 3, note), trashedNotes: [] });
}

export function randomStandardNotes(words: PlantedWords): string {
  const dates = { created_at: '2024-03-01T08:00:00.000Z', updated_at: '2024-03-01T08:00:00.000Z' };
  const notes = words.some(1, 3, () => {
    const kind = words.one(['plain-text', 'markdown', 'task', 'code', 'super']);
    const bodies: Record<string, (words: PlantedWords) => string> = { markdown: markdownBody, super: randomSuperNote };
    const text = bodies[kind]?.(words) ?? words.some(1, 4, () => words.words()).join('\n');
    const content = { title: words.words(), text, noteType: kind, references: [] };
    return { uuid: `n${words.all.length}`, content_type: 'Note', content, ...dates };
  });
  const tags = words.some(0, 2, () => {
    const references = [{ uuid: words.one(notes).uuid, content_type: 'Note' }];
    return {
      uuid: `t${words.all.length}`,
      content_type: 'Tag',
      content: { title: words.word(), references },
      ...dates,
    };
  });
  return JSON.stringify({ version: '004', items: [...notes, ...tags] });
}

const inWikitext = (words: PlantedWords): string =>
  words.one([
    () => words.words(),
    () => `'''${words.word()}''' ''${words.word()}'' <s>${words.word()}</s>`,
    () => `[[${words.word()}|${words.words()}]]`,
    () => `[https://example.org/${words.word()} ${words.words()}] https://example.org/${words.word()}`,
    () => `{{${words.word()}|${words.word()}=${words.word()}}}`,
    () => `<code>${words.word()}</code> <nowiki>[[${words.word()}]]</nowiki>`,
    () => `${words.word()}<ref>${words.words()}</ref>`,
  ])();

const wikitext = (words: PlantedWords): string =>
  words
    .some(1, 5, () =>
      words.one([
        () => inWikitext(words),
        () => `== ${words.words()} ==\n${inWikitext(words)}`,
        () => words.some(1, 3, () => `${words.one(['*', '**', '#', '*#', ':'])} ${inWikitext(words)}`).join('\n'),
        () => `; ${words.word()} : ${words.words()}\n; ${words.word()}\n: ${words.words()}`,
        () =>
          `{| class="wikitable"\n|+ ${words.word()}\n! ${words.word()} !! ${words.word()}\n|-\n| ${inWikitext(words).replaceAll('|', ' ')} || ${words.word()}\n|}`,
        () => `<syntaxhighlight lang="js">\n${words.words()}\n  ${words.word()}\n</syntaxhighlight>`,
        () => ` ${words.words()}\n ${words.word()}`,
        () => `[[File:${words.word()}.png|thumb|${words.words()}]]`,
        () => `[[Category:${words.word()}]]`,
      ])(),
    )
    .join('\n\n');

export const randomMediaWiki = (words: PlantedWords): string => {
  const page = () =>
    `<page><title>${words.words()}</title><ns>0</ns><id>${words.all.length}</id><revision><id>1</id><timestamp>2024-03-01T08:00:00Z</timestamp><model>wikitext</model><text>${escaped(wikitext(words))}</text></revision></page>`;
  return `<mediawiki version="0.11"><siteinfo><sitename>W</sitename><namespaces><namespace key="0"/><namespace key="6">File</namespace><namespace key="14">Category</namespace></namespaces></siteinfo>${words.some(1, 2, page).join('')}</mediawiki>`;
};

const closed = (html: string): string =>
  html
    .replace(/<(br|img|input|source)\b([^>]*)>/g, '<$1$2/>')
    .replace(/ (controls|checked)(?=[\s/>])/g, ' $1="$1"')
    .replaceAll('&nbsp;', ' ');

export function randomEpub(words: PlantedWords): Buffer {
  const chapters = words.some(1, 3, () => ({
    name: `c${words.all.length}.xhtml`,
    text: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Book</title></head><body>${closed(blockHtml(words, 3))}</body></html>`,
  }));
  const items = chapters.map(({ name }) => `<item id="${name}" href="${name}" media-type="application/xhtml+xml"/>`);
  const order = chapters.map(({ name }) => `<itemref idref="${name}"/>`);
  const about = `<dc:title>${words.words()}</dc:title><dc:creator>${words.word()}</dc:creator><dc:subject>${words.word()}</dc:subject><dc:description>${words.words()}</dc:description>`;
  return archive({
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    'b.opf': `<package xmlns:dc="x"><metadata>${about}</metadata><manifest>${items.join('')}</manifest><spine>${order.join('')}</spine></package>`,
    ...Object.fromEntries(chapters.map(({ name, text }) => [name, text])),
  });
}

export function randomOdt(words: PlantedWords): Buffer {
  const pictures: Record<string, string> = {};
  const picture = (): string => {
    const name = `Pictures/${Object.keys(pictures).length}.png`;
    pictures[name] = `\x89PNG\r\n\x1a\n${name}`;
    return `<draw:frame><draw:image xlink:href="${name}"/><svg:title>${words.words()}</svg:title><svg:desc>${words.words()}</svg:desc></draw:frame>`;
  };
  const inline = (): string =>
    words.one([
      () => words.words(),
      picture,
      () => `<text:span text:style-name="T1">${words.words()}</text:span>`,
      () => `<text:a xlink:href="https://example.org/${words.word()}">${words.words()}</text:a>`,
      () =>
        `${words.word()}<text:s text:c="3"/>${words.word()}<text:tab/>${words.word()}<text:line-break/>${words.word()}`,
      () =>
        `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>${words.words()}</text:p></text:note-body></text:note>`,
      () =>
        `<office:annotation><dc:creator>${words.word()}</dc:creator><text:p>${words.words()}</text:p></office:annotation>`,
    ])();
  const paragraph = (): string => `<text:p>${words.some(1, 3, inline).join(' ')}</text:p>`;
  const list = (depth: number): string =>
    `<text:list>${words.some(1, 3, () => `<text:list-item>${paragraph()}${depth && words.random() < 0.4 ? list(depth - 1) : ''}</text:list-item>`).join('')}</text:list>`;
  const row = (): string =>
    `<table:table-row>${words.some(2, 2, () => `<table:table-cell>${paragraph()}</table:table-cell>`).join('')}</table:table-row>`;
  const body = words.some(1, 6, () =>
    words.one([
      paragraph,
      paragraph,
      () => `<text:h text:outline-level="${1 + words.below(4)}">${inline()}</text:h>`,
      () => list(2),
      () => `<table:table>${words.some(1, 3, row).join('')}</table:table>`,
      () => `<text:section>${paragraph()}</text:section>`,
      () => `<text:p><draw:frame><draw:text-box>${paragraph()}</draw:text-box></draw:frame></text:p>`,
    ])(),
  );
  return archive({
    'content.xml': `<office:document-content><office:body><office:text>${body.join('')}</office:text></office:body></office:document-content>`,
    ...pictures,
    'meta.xml': `<office:document-meta><office:meta><dc:title>${words.words()}</dc:title><meta:keyword>${words.word()}</meta:keyword></office:meta></office:document-meta>`,
  });
}
