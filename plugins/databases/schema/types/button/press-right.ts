// Who may press a button, on either side.
import type { Property } from '../../../model.ts';

/** A button that changes nothing itself: whoever sees the row may press it, and the rules that it starts say what they may. */
export const startsRulesOnly = ({ config }: Pick<Property, 'config'>): boolean =>
  (config.actions ?? []).every(({ kind }) => kind === 'automation');
