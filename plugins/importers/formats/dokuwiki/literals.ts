// What a page of a DokuWiki must not read as marks, and boxes of its plugins: taken out of the text before it is read.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { MarkupSigns } from '../../conversion/markup-signs.ts';

const OPENING =
  /<(code|file|nowiki|html|php|wrap|note|todo)\b([^<>]{0,1000})>|<\/(wrap|note)>|%%|~~[A-Z][^~\n]{0,200}~~/gi;

/** Elements without an end are text. */
export class DokuWikiLiterals extends MarkupSigns {
  protect(text: string): string {
    const bare = this.bare(text);
    const out: string[] = [];
    const endless = new Set<string>();
    let from = 0;
    for (const { index, 0: whole, 1: opened = '', 2: attributes = '', 3: closed = '' } of bare.matchAll(OPENING)) {
      const tag = opened.toLowerCase() || (whole === '%%' ? whole : '');
      if (index < from || endless.has(tag)) continue;
      const start = index + whole.length;
      if (tag === 'wrap' || tag === 'note' || closed || whole.startsWith('~~')) {
        out.push(bare.slice(from, index), this.#sign(tag, attributes, closed));
        from = start;
        continue;
      }
      const end = endOf(bare, tag, start);
      if (!end) endless.add(tag);
      else {
        out.push(bare.slice(from, index), this.#element(tag, attributes, bare.slice(start, end.from)));
        from = end.to;
      }
    }
    return out.join('') + bare.slice(from);
  }

  /** Boxes have a line of their own before and behind them. */
  #sign(tag: string, attributes: string, closed: string): string {
    if (!tag && !closed) {
      this.count('behavior_switch');
      return '';
    }
    if (closed) return `\n${this.keep('</div>')}\n`;
    const words = attributes.trim().toLowerCase().split(/\s+/);
    const kind = words.find((word) => Object.hasOwn(BOXES, word));
    const box = kind ? BOXES[kind] : tag === 'note' ? 'info' : '';
    return `\n${this.keep(box ? `<div class="admonition ${box}">` : '<div>')}\n`;
  }

  #element(tag: string, attributes: string, body: string): string {
    if (tag === 'nowiki' || tag === '%%') return this.keep(escapeHtml(body));
    if (tag === 'todo') {
      const isDone = attributes.includes('#');
      // Who is to do it, and who did it and when.
      const said = attributes.split(/\s+/).map((word) => word.replace(/^#/, '').replace(':', ' '));
      const more = said.filter(Boolean).join(', ');
      const words = more ? `${body.trim()} (${more})` : body.trim();
      return `${this.keep(`<input type="checkbox"${isDone ? ' checked' : ''}>`)} ${words}`;
    }
    const [language = '', name = ''] = attributes.trim().split(/\s+/);
    const isNamed = tag === 'code' || tag === 'file';
    if (!isNamed) this.count('html_kept');
    const said = isNamed ? (language === '-' ? '' : language) : tag;
    const lines = body.replace(/^\r?\n|\s+$/g, '');
    const title = isNamed && name && !name.startsWith('[') ? `<p>${escapeHtml(name)}</p>` : '';
    return `\n${this.keep(`${title}<pre data-language="${escapeHtml(said)}">${escapeHtml(lines)}</pre>`)}\n`;
  }
}

/** Words of boxes → kinds of callouts. */
const BOXES: Record<string, string> = {
  info: 'info',
  tip: 'tip',
  help: 'info',
  todo: 'info',
  important: 'warning',
  warning: 'warning',
  alert: 'danger',
  danger: 'danger',
  download: 'info',
  round: 'info',
  box: 'info',
};

function endOf(text: string, tag: string, from: number): { from: number; to: number } | undefined {
  const shape = tag === '%%' ? /%%/g : new RegExp(`</${tag}>`, 'gi');
  shape.lastIndex = from;
  const found = shape.exec(text);
  return found ? { from: found.index, to: found.index + found[0].length } : undefined;
}
