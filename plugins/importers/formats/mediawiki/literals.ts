// What wikitext must not read as marks: taken out of the text before it is read, and put back into the HTML at the end.
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import { MarkupSigns } from '../../conversion/markup-signs.ts';

const OPENING =
  /<!--|<(nowiki|pre|syntaxhighlight|source|math|gallery|ref|poem)\b([^<>]{0,1000})>|<references\b[^<>]{0,200}>|<\/references\s*>/gi;

type Inline = (text: string) => string;

export class Literals extends MarkupSigns {
  /** `inline` reads what stands in a footnote. */
  protect(text: string, inline: Inline): string {
    const switched = this.#elements(this.bare(text), inline).replace(/__[A-Z]{3,20}__/g, () => {
      this.count('behavior_switch');
      return '';
    });
    return this.#templates(switched);
  }

  /** An element without an end is text. */
  #elements(text: string, inline: Inline): string {
    const out: string[] = [];
    const endless = new Set<string>();
    let from = 0;
    for (const { index, 0: whole, 1: tag = '', 2: attributes = '' } of text.matchAll(OPENING)) {
      const name = tag.toLowerCase();
      if (index < from || endless.has(name)) continue;
      const start = index + whole.length;
      const end = whole === '<!--' ? /-->|$(?![\s\S])/g : new RegExp(`</${name}\\s{0,9}>`, 'gi');
      end.lastIndex = start;
      const isAlone = !whole.startsWith('<!') && (!name || attributes.endsWith('/'));
      const closing = isAlone ? null : end.exec(text);
      if (!isAlone && !closing) {
        endless.add(name);
        continue;
      }
      if (whole === '<!--') this.count('html_comment');
      const body = closing ? text.slice(start, closing.index) : '';
      out.push(text.slice(from, index), name ? this.#element(name, attributes, { body, inline }) : '');
      from = closing ? closing.index + closing[0].length : start;
    }
    return out.join('') + text.slice(from);
  }

  #element(tag: string, attributes: string, { body, inline }: { body: string; inline: Inline }): string {
    const lines = body.replace(/^\n|\s+$/g, '');
    const code = (language: string): string =>
      `\n${this.keep(`<pre data-language="${escapeHtml(language)}">${escapeHtml(lines)}</pre>`)}\n`;
    if (tag === 'nowiki') return this.keep(escapeHtml(body));
    if (tag === 'pre') return code('');
    if (tag === 'math') return this.keep(`<span class="math">\\(${escapeHtml(body)}\\)</span>`);
    if (tag === 'gallery') return lines.split('\n').flatMap(galleryLine).join('');
    if (tag === 'poem') return lines.split('\n').join('<br>');
    if (tag === 'ref') return this.#footnote(attributes, inline(this.#templates(this.#elements(body, inline))));
    const language = /\blang\s*=\s*["']?([\w+#.-]+)/i.exec(attributes)?.[1] ?? '';
    // Code that is part of a sentence.
    if (/\binline\b/i.test(attributes)) return this.keep(`<code>${escapeHtml(body)}</code>`);
    return code(language);
  }

  #footnote(attributes: string, html: string): string {
    const name = /\bname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/>]+))/i.exec(attributes)?.slice(1).find(Boolean) ?? '';
    return this.footnote(name, html);
  }

  /** Templates are kept as they are written; one on lines of its own as lines of code. */
  #templates(text: string): string {
    const out: string[] = [];
    let from = 0;
    let depth = 0;
    let start = 0;
    for (const { index, 0: braces } of text.matchAll(/\{\{|\}\}/g)) {
      if (braces === '{{' && depth++ === 0) start = index;
      if (braces === '{{' || depth === 0 || --depth > 0) continue;
      const end = index + 2;
      out.push(text.slice(from, start), this.#template(text.slice(start, end)));
      from = end;
    }
    return out.join('') + text.slice(from);
  }

  #template(text: string): string {
    this.count('template');
    const written = escapeHtml(this.words(text));
    return text.includes('\n')
      ? `\n${this.keep(`<pre data-language="wikitext">${written}</pre>`)}\n`
      : this.keep(written);
  }
}

function galleryLine(line: string): string[] {
  const [name = '', ...caption] = line.split('|');
  return name.trim() ? [`\n* [[${name.trim()}|${caption.join('|').trim() || name.trim()}]]\n`] : [];
}
