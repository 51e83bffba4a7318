/** Formulas as MathML, which browsers draw without styles or scripts; on the server only. */
import { createRequire } from 'node:module';
import { escapeHtml } from '../../../core/views/html-escape.ts';
import { TEX_MAX } from '../inline-types.ts';
import { READING, texFault, texRefusal } from '../tex-limits.ts';

const require = createRequire(import.meta.url);

let katex: typeof import('katex').default | undefined;

/** As much markup of formulas is drawn for a page: drawing holds up everybody, and little source may become much of it. */
const MARKUP_MAX = 1_000_000;
/** What reading a source takes that comes to nothing, as markup: of any, and of each of its signs. */
const FAULT_COST = 400;
const SIGN_COST = 20;

interface Drawn {
  html?: string;
  fault?: string;
}

/** Draws the formulas of one page; where there are too many, the rest of them are shown by their sources. */
export class FormulaDrawing {
  #left = MARKUP_MAX;

  /** Markup of a formula; its source and what is wrong with it when it cannot be read. */
  block(tex: string): string {
    const source = `<code class="math-display">${escapeHtml(tex)}</code>`;
    const { html = source, fault } = this.#draw(tex, true);
    return fault ? `${source}<span class="fault">${escapeHtml(fault)}</span>` : html;
  }

  /** The same within a line. */
  inline(tex: string): string {
    const { html, fault } = this.#draw(tex, false);
    const title = fault ? ` title="${escapeHtml(fault)}"` : '';
    return html ?? `<code class="math-inline"${title}>${escapeHtml(tex)}</code>`;
  }

  /** What it is drawn as; undefined where only its source can be shown. */
  mathml(tex: string, isBlock: boolean): string | undefined {
    return this.#draw(tex, isBlock).html;
  }

  #draw(tex: string, displayMode: boolean): Drawn {
    if (this.#left <= 0) return {};
    const drawn = drawnFormula(tex, displayMode);
    const { html = '', fault } = drawn;
    this.#left -= fault ? FAULT_COST + SIGN_COST * tex.length : html.length;
    return drawn;
  }
}

function drawnFormula(tex: string, displayMode: boolean): Drawn {
  if (tex.length > TEX_MAX || !tex.trim()) return {};
  const refusal = texRefusal(tex);
  if (refusal) return { fault: refusal };
  katex ??= require('katex') as typeof import('katex').default;
  try {
    return { html: katex.renderToString(tex, { ...READING, displayMode }) };
  } catch (error) {
    return { fault: texFault(error) };
  }
}
