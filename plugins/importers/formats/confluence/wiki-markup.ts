// The wiki markup of Confluence before version 4, put into words of its later storage format.
import { escapeHtml } from '../../../../core/views/html-escape.ts';

const PLAIN = new Set(['code', 'noformat']);
const BODIES = new Set(['info', 'note', 'tip', 'warning', 'panel', 'quote', 'section', 'column', 'expand', 'excerpt']);

/** What is said without a name. */
const UNNAMED: Record<string, string> = { expand: 'title' };

/** Markup as storage format; what is not understood stays as text. */
export function wikiMarkup(text: string): string {
  const out: string[] = [];
  const open: string[] = [];
  // Two braces are code in running text.
  const parts = text.replace(/\r\n?/g, '\n').split(/((?<!\{)\{(?!color\b)(?:[a-z][a-z0-9-]*)(?::[^}\n]*)?\}(?!\}))/i);
  for (let at = 0; at < parts.length; at++) {
    const [, name = '', given = ''] = /^\{([a-z][a-z0-9-]*)(?::([^}]*))?\}$/i.exec(parts[at] as string) ?? [];
    const macro = name.toLowerCase();
    if (!macro) out.push(lines(parts[at] as string));
    else if (PLAIN.has(macro)) {
      const end = parts.indexOf(`{${name}}`, at + 1);
      const inside = parts.slice(at + 1, end < 0 ? undefined : end).join('');
      out.push(`${head(macro, given)}<ac:plain-text-body>${escapeHtml(inside)}</ac:plain-text-body></ac:macro>`);
      at = end < 0 ? parts.length : end;
    } else if (!BODIES.has(macro)) out.push(`${head(macro, given)}</ac:macro>`);
    else if (open.at(-1) === macro && !given) {
      open.pop();
      out.push('</ac:rich-text-body></ac:macro>');
    } else {
      open.push(macro);
      out.push(`${head(macro, given)}<ac:rich-text-body>`);
    }
  }
  return out.join('') + open.map(() => '</ac:rich-text-body></ac:macro>').join('');
}

function head(name: string, given: string): string {
  const params = given.split('|').filter(Boolean);
  const written = params.map((param) => {
    const at = param.indexOf('=');
    const [key, value] = at < 0 ? [UNNAMED[name] ?? '', param] : [param.slice(0, at), param.slice(at + 1)];
    return `<ac:parameter ac:name="${escapeHtml(key)}">${escapeHtml(value)}</ac:parameter>`;
  });
  return `<ac:macro ac:name="${escapeHtml(name)}">${written.join('')}`;
}

/** Lines of one stretch: headings, lists, tables, quotes, paragraphs. */
function lines(text: string): string {
  const out: string[] = [];
  let table: string[] = [];
  let list: [string, string][] = [];
  let words: string[] = [];
  const flush = (): void => {
    if (table.length) out.push(`<table>${table.join('')}</table>`);
    if (list.length) out.push(nested(list, 1));
    if (words.length) out.push(`<p>${words.join('<br/>')}</p>`);
    [table, list, words] = [[], [], []];
  };
  for (const line of text.split('\n')) {
    const heading = /^\s*h([1-6])\.\s+(.*)$/.exec(line);
    const quote = /^\s*bq\.\s+(.*)$/.exec(line)?.[1];
    const item = /^\s*([*#-]+)\s+(.*)$/.exec(line);
    const row = /^\s*\|(.*)$/.test(line);
    if (heading || (!item && list.length) || (!row && table.length) || ((item || row || quote) && words.length))
      flush();
    if (heading) out.push(`<h${heading[1]}>${inline(heading[2] as string)}</h${heading[1]}>`);
    else if (/^\s*-{4,}\s*$/.test(line)) out.push('<hr/>');
    else if (quote) out.push(`<blockquote>${inline(quote)}</blockquote>`);
    else if (item) list.push([item[1] as string, inline(item[2] as string)]);
    else if (row) table.push(rowOf(line.trim()));
    else if (line.trim()) words.push(inline(line.trim()));
    else flush();
  }
  flush();
  return out.join('');
}

/** Items of one depth with the deeper ones inside them. */
function nested(items: [string, string][], depth: number): string {
  const tag = items[0]?.[0].at(depth - 1) === '#' ? 'ol' : 'ul';
  const out: string[] = [];
  for (let at = 0; at < items.length; at++) {
    const inner: [string, string][] = [];
    const [, text] = items[at] as [string, string];
    while (items[at + 1] && (items[at + 1] as [string, string])[0].length > depth)
      inner.push(items[++at] as [string, string]);
    out.push(`<li>${text}${inner.length && depth < 20 ? nested(inner, depth + 1) : ''}</li>`);
  }
  return `<${tag}>${out.join('')}</${tag}>`;
}

function rowOf(line: string): string {
  const cells: string[] = [];
  // Bars inside links part nothing.
  for (const [, bars = '', text = ''] of line.matchAll(/(\|\|?)((?:\[[^\]]*\]|[^|[]|\[)*)/g))
    if (text.trim() || bars === '||')
      cells.push(bars === '||' ? `<th>${inline(text)}</th>` : `<td>${inline(text)}</td>`);
  // The bar that ends a line begins no cell.
  if (cells.at(-1) === '<th></th>') cells.pop();
  return `<tr>${cells.join('')}</tr>`;
}

const MARKS: [RegExp, string][] = [
  [/(^|[\s(>])\*(?=\S)([^*\n]+?)\*(?=$|[\s).,;:!?<])/g, '$1<b>$2</b>'],
  [/(^|[\s(>])_(?=\S)([^_\n]+?)_(?=$|[\s).,;:!?<])/g, '$1<i>$2</i>'],
  [/(^|[\s(>])\+(?=\S)([^+\n]+?)\+(?=$|[\s).,;:!?<])/g, '$1<u>$2</u>'],
  [/(^|[\s(>])-(?=[^\s-])([^-\n]+?)-(?=$|[\s).,;:!?<])/g, '$1<s>$2</s>'],
  [/(^|[\s(>])\^(?=\S)([^^\s]+?)\^(?=$|[\s).,;:!?<])/g, '$1<sup>$2</sup>'],
  [/(^|[\s(>])~(?=\S)([^~\s]+?)~(?=$|[\s).,;:!?<])/g, '$1<sub>$2</sub>'],
  [/\?\?(?=\S)([^?\n]+?)\?\?/g, '<cite>$1</cite>'],
  [/\{\{([^}\n]+)\}\}/g, '<code>$1</code>'],
  [/\{color:\s*(#?\w{1,30})\s*\}(.*?)\{color\}/gi, '<span style="color:$1">$2</span>'],
  // What begins and ends on different lines.
  [/\{color(?::[^}\n]*)?\}/gi, ''],
];

function inline(text: string): string {
  let html = escapeHtml(text.trim());
  html = html.replace(/\[([^\]|\n]{1,500})(?:\|([^\]\n]{1,1000}))?\]/g, (_, first: string, second?: string) =>
    linkOf(second?.split('|', 1)[0] || first, first),
  );
  html = html.replace(/!([^!\s|][^!|\n]{0,300}\.\w{2,4})(?:\|[^!\n]*)?!/g, (_, name: string) =>
    /^https?:/.test(name)
      ? `<ac:image><ri:url ri:value="${name}"/></ac:image>`
      : `<ac:image><ri:attachment ri:filename="${name}"/></ac:image>`,
  );
  return MARKS.reduce((done, [shape, by]) => done.replace(shape, by), html);
}

function linkOf(target: string, label: string): string {
  if (/^(?:https?|mailto):/.test(target)) return `<a href="${target}">${label}</a>`;
  const body = `<ac:link-body>${label.replace(/^[\^#]/, '')}</ac:link-body>`;
  if (/^~[^:]+$/.test(target)) return `<ac:link><ri:user ri:username="${target.slice(1)}"/></ac:link>`;
  if (target.startsWith('^')) return `<ac:link><ri:attachment ri:filename="${target.slice(1)}"/>${body}</ac:link>`;
  if (target.startsWith('#')) return `<ac:link ac:anchor="${target.slice(1)}">${body}</ac:link>`;
  const [, key, title = ''] = /^(?:([A-Za-z0-9~]+):)?(.*)$/.exec(target) ?? [];
  const space = key ? ` ri:space-key="${key}"` : '';
  return `<ac:link><ri:page${space} ri:content-title="${title}"/>${body}</ac:link>`;
}
