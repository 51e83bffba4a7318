// Stars in the browser.

import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { isNothing } from '../../../client/database/value-parts.ts';
import { RATING_MAX } from '../../../model.ts';
import { clientNumberBase, writtenNumber } from '../bases/client-number.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

/** Each says what a press on it sets; beyond the most, where that was lowered, no star is there to be pressed. */
const starsOf = (most: number, count: number): HTMLElement[] =>
  Array.from({ length: Math.max(most, count) }, (_none, at) =>
    el('span', { class: at < count ? 'rate-star on' : 'rate-star', 'data-sets': at < most ? at + 1 : null }, '★'),
  );

export const ratingClient: ClientPropertyType = {
  ...clientNumberBase,
  sketch: 'stars',
  icon: 'star',
  rules: ['required', 'min', 'max'],
  isGrouped: true,
  text: (value) => String(value),
  read: (words) => writtenNumber(words),
  content(value, { property }) {
    if (isNothing(value)) return [];
    const most = property.config.max ?? RATING_MAX;
    const said = `${property.name}: ${t('databases.view.stars', { count: Number(value), most })}`;
    return [el('span', { class: 'rated', role: 'img', 'aria-label': said }, ...starsOf(most, Number(value)))];
  },
  offered: ({ config }) =>
    el('span', { class: 'rated', 'aria-hidden': 'true' }, ...starsOf(config.max ?? RATING_MAX, 0)),
  loadEditor: async () => (await import('./client-editor.ts')).editRating,
  async settings(_model, config) {
    const { input, labelled } = await import('../../../client/database/panels/form-controls.ts');
    const max = input('', String(config.max ?? RATING_MAX), { type: 'number', min: 1, max: 10 });
    return {
      elements: [labelled(t('databases.view.rating_max'), max)],
      config: () => ({ max: Number(max.value) || 5 }),
    };
  },
};
