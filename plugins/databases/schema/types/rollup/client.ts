// A rollup in the browser; what it says, the property does that it looks at.
import { clientFilledBase } from '../bases/client-automatic.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

export const rollupClient: ClientPropertyType = {
  ...clientFilledBase,
  icon: 'search',
  compares: 'text',
  isSetUpFirst: true,
  settings: async (model, config) => (await import('./client-settings.ts')).rollupParts(model, config),
};
