// The settings of a formula: its text.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { labelled } from '../../../client/database/panels/form-controls.ts';
import type { Property } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';

export function formulaParts({ expression = '' }: Property['config']): Parts {
  const text = el('textarea', { class: 'formula', rows: 4, maxlength: 10_000, spellcheck: 'false' });
  text.value = expression;
  const help = el(
    'p',
    { class: 'hint' },
    el('a', { href: '/help/formulas', target: '_blank' }, t('databases.view.formula_help')),
  );
  return {
    elements: [labelled(t('databases.view.formula'), text), help],
    config: () => ({ expression: text.value }),
  };
}
