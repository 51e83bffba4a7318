// A check in the browser: it is set by a click.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

const YES = /^(1|x|✓|☑|true|yes|ja|wahr)$/i;

export const checkboxClient: ClientPropertyType = {
  icon: 'check',
  compares: 'flag',
  sketch: 'check',
  width: 100,
  rules: ['required'],
  isGrouped: true,
  isConverted: true,
  unset: false,
  text: () => t('databases.view.yes'),
  read: (words) => YES.test(words),
  content: (value) => [
    el(
      'span',
      {
        class: value ? 'check on' : 'check',
        role: 'img',
        'aria-label': t(value ? 'databases.view.yes' : 'databases.view.no'),
      },
      value ? icon('check') : '',
    ),
  ],
};
