/** Formulas as MathML, which browsers draw without styles or scripts; on the server only. */
import { createRequire } from 'node:module';
import { escapeHtml } from '../../../core/views/html-escape.ts';
import { READING, TEX_MAX, texFault } from '../tex-limits.ts';

const require = createRequire(import.meta.url);

let katex: typeof import('katex').default | undefined;

/** Markup of a formula; its source and what is wrong with it when it cannot be read. */
export function formulaHtml(tex: string): string {
  const source = `<code class="math-display">${escapeHtml(tex)}</code>`;
  const { html = source, fault } = drawn(tex, true);
  return fault ? `${source}<span class="fault">${escapeHtml(fault)}</span>` : html;
}

/** The same within a line; the source alone where it is not to be drawn. */
export function inlineFormulaHtml(tex: string, isDrawn = true): string {
  const { html, fault } = isDrawn ? drawn(tex, false) : {};
  const title = fault ? ` title="${escapeHtml(fault)}"` : '';
  return html ?? `<code class="math-inline"${title}>${escapeHtml(tex)}</code>`;
}

function drawn(tex: string, displayMode: boolean): { html?: string; fault?: string } {
  if (tex.length > TEX_MAX || !tex.trim()) return {};
  katex ??= require('katex') as typeof import('katex').default;
  try {
    return { html: katex.renderToString(tex, { ...READING, displayMode }) };
  } catch (error) {
    return { fault: texFault(error) };
  }
}
