// Formulas in the editor: drawn by a library that is loaded with the first one.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';

async function draw(tex: string): Promise<Element> {
  const [{ default: katex }, { texFault, READING, TEX_MAX }] = await Promise.all([
    import('katex'),
    import('../../tex-limits.ts'),
  ]);
  const made = el('div', { class: 'math' });
  if (tex.length > TEX_MAX) throw new Error(t('blocks.formula_long'));
  try {
    katex.render(tex, made, READING);
  } catch (error) {
    throw new Error(texFault(error));
  }
  return made;
}

export default {
  type: 'math',
  kinds: [{ icon: 'code', order: 130, attrs: { tex: '' }, hint: '$$' }],
  typed: [{ signs: /^\$\$$/, onEnter: true }],
  source: () => ({
    attribute: 'tex',
    label: t('editor.formula_edit'),
    empty: t('editor.formula_empty'),
    example: '\\sqrt{a^2 + b^2} = c',
    draw,
  }),
} satisfies BlockClient;
