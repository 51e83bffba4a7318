// Formulas in the editor.
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';

const draw = async (tex: string) => (await import('../../client/editing/formula-drawing.ts')).drawFormula(tex);

export default {
  type: 'math',
  kinds: [{ icon: 'code', order: 130, attrs: { tex: '' }, hint: '$$' }],
  typed: [{ signs: /^\$\$$/, onEnter: true }],
  source: () => ({
    attribute: 'tex',
    label: t('editor.formula_edit'),
    empty: t('editor.formula_empty'),
    example: t('editor.formula_example', { example: '\\sqrt{a^2 + b^2} = c' }),
    draw,
  }),
} satisfies BlockClient;
