// Ids on the command line: read and refused in one way, whatever they are of.
import { UsageProblem } from '../kernel/plugin.ts';

/**
 * @param at the argument or option, such as `webhook` or `--page`
 * @param of what has the id, such as `a webhook`
 * @throws UsageProblem
 */
export function readId(given: unknown, at: string, of: string): number {
  if (!/^[1-9]\d{0,9}$/.test(String(given ?? ''))) throw new UsageProblem(`${at}: must be the number of ${of}`);
  return Number(given);
}
