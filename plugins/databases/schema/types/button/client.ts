// A button in the browser.
import { el } from '../../../../../core/client/dom.ts';
import { clientFilledBase } from '../bases/client-automatic.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

export const buttonClient: ClientPropertyType = {
  ...clientFilledBase,
  icon: 'square-mouse-pointer',
  compares: 'none',
  content: (_value, { property }) => [el('span', { class: 'button' }, property.config.label ?? property.name)],
  isPressed: true,
  isSetUpFirst: true,
  settings: async (model, config) => (await import('./client-settings.ts')).buttonParts(model, config),
};
