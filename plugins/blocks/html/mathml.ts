/** Formulas as MathML, which browsers draw without styles or scripts; on the server only. */
import { createRequire } from 'node:module';
import { escapeHtml } from '../../../core/views/html-escape.ts';
import { READING, TEX_MAX, texFault } from '../tex-limits.ts';

const require = createRequire(import.meta.url);

let katex: typeof import('katex').default | undefined;

/** Markup of a formula; its source and what is wrong with it when it cannot be read. */
export function formulaHtml(tex: string): string {
  const source = `<code class="math-display">${escapeHtml(tex)}</code>`;
  if (tex.length > TEX_MAX || !tex.trim()) return source;
  katex ??= require('katex') as typeof import('katex').default;
  try {
    return katex.renderToString(tex, READING);
  } catch (error) {
    return `${source}<span class="fault">${escapeHtml(texFault(error))}</span>`;
  }
}
