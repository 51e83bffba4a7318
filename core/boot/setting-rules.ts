// The rules of all settings, of core and of plugins: what each is, and which of them may be stored.
import type Joi from 'joi';
import type { DiscoveredPlugin } from '../kernel/discovered-plugin.ts';
import { CHANGEABLE, coreSettings, type Rate } from './config.ts';

/** One setting as `commonplace config` shows it. */
export interface SettingDoc {
  name: string;
  description: string;
  default: string;
  secret: boolean;
}

const secretNames =
  /KEY$|SECRET|_TOKEN$(?<!PER_TOKEN)|PASSWORD$|SMTP_URL|DATABASE_URL|POOLER_URL|REPLICA_URLS|STORAGE_URL/;

const isRate = (value: unknown): value is Rate => typeof value === 'object' && value !== null && 'limit' in value;
const rateText = ({ limit, seconds }: Rate): string =>
  seconds % 60 ? `${limit}/${seconds}s` : `${limit}/${seconds === 60 ? '' : seconds / 60}min`;

/** Rules of the settings that plugins add, by name. */
export const pluginSettings = (found: DiscoveredPlugin[]): Record<string, Joi.Schema> =>
  Object.assign({}, ...found.map(({ plugin }) => plugin?.manifest.config ?? {}));

/** What may be stored of a setting; null goes back to the default. */
export const storedRule = (rule: Joi.Schema): Joi.Schema => rule.allow(null).prefs({ noDefaults: true });

/** Rules of those, and of core's own settings, that may be stored. */
export function changeableRules(extra: Record<string, Joi.Schema> = {}): Record<string, Joi.Schema> {
  // What `describe` says of tags, which takes a hundred times longer.
  const isChangeable = (rule: Joi.Schema) => (rule.$_terms.tags as string[] | undefined)?.includes(CHANGEABLE);
  return Object.fromEntries(
    Object.entries({ ...coreSettings, ...extra }).flatMap(([name, rule]) =>
      isChangeable(rule) ? [[name, storedRule(rule)]] : [],
    ),
  );
}

export function describeSettings(extra: Record<string, Joi.Schema> = {}): SettingDoc[] {
  return Object.entries({ ...coreSettings, ...extra }).map(([name, rule]) => {
    const { flags } = rule.describe() as { flags?: { description?: string; default?: unknown } };
    const shown = isRate(flags?.default) ? rateText(flags.default) : String(flags?.default ?? '');
    return { name, description: flags?.description ?? '', default: shown, secret: secretNames.test(name) };
  });
}
