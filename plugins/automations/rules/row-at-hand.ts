// Rules that never have a row at hand: whatever needs one is refused where the rule is saved.
import type { RuleInput } from '../model.ts';

/** Why there is none, in words that follow the name of a key; undefined for rules that may have one. */
export function rowlessness({ trigger_type, event }: Pick<RuleInput, 'trigger_type' | 'event'>): string | undefined {
  if (trigger_type === 'cron') return 'needs a row, and the clock has none at hand';
  if (trigger_type === 'event' && /^(collection|member)\./.test(event))
    return 'needs a row, and such an event has none at hand';
  return undefined;
}
