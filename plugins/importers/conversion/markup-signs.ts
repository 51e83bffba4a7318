// Parts of a wiki's text that are read already: signs stand for them until the whole text is HTML.

/** No text holds these: they are no characters. */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];
const SIGN = /\ufdd0(\d+)\ufdd1/g;

export class MarkupSigns {
  readonly unsupported: Record<string, number> = {};
  readonly #parts: string[] = [];
  /** footnotes in order; those with a name are said once */
  readonly #notes: { name: string; html: string; signs: number }[] = [];

  count(kind: string): void {
    this.unsupported[kind] = (this.unsupported[kind] ?? 0) + 1;
  }

  /** A text in which nothing looks like a sign. */
  bare(text: string): string {
    return text.replaceAll(OPEN, '').replaceAll(CLOSE, '');
  }

  keep(html: string): string {
    return `${OPEN}${this.#parts.push(html) - 1}${CLOSE}`;
  }

  restore(html: string): string {
    return html.replace(SIGN, (_, at: string) => this.restore(this.#parts[Number(at)] ?? ''));
  }

  /** A text whose signs are the words that they stand for. */
  words(text: string): string {
    return text.replace(SIGN, (_, at: string) => (this.#parts[Number(at)] ?? '').replace(/<[^<>]*>/g, ''));
  }

  /** The sign of a footnote; the note itself is among `notes`. */
  footnote(name: string, html: string): string {
    let at = name ? this.#notes.findIndex((note) => note.name === name) : -1;
    if (at < 0) at = this.#notes.push({ name, html, signs: 0 }) - 1;
    const note = this.#notes[at] as { html: string; signs: number };
    note.html ||= html;
    const sign = `<a href="#cite_note-${at + 1}">[${at + 1}]</a>`;
    return this.keep(`<sup id="cite_ref-${at + 1}-${++note.signs}">${sign}</sup>`);
  }

  notes(): string {
    if (!this.#notes.length) return '';
    const items = this.#notes.map(({ html, signs }, at) => {
      const backs = Array.from({ length: signs }, (_, sign) => `<a href="#cite_ref-${at + 1}-${sign + 1}">↑</a>`);
      return `<li id="cite_note-${at + 1}">${html} ${backs.join(' ')}</li>`;
    });
    return `<ol class="references">${items.join('')}</ol>`;
  }
}
