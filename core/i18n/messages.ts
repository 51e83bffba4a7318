// The catalogue of what people read: one JSON file a plugin and language, merged at boot; English is complete.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { formatMessage, type MessageTemplate, type MessageValues } from './message-format.ts';

export const DEFAULT_LOCALE = 'en';
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);
/** Keys of this part go to the browser: `<plugin>.client.<name>`. */
const CLIENT_KEY = /^[\w-]+\.client\./;
/** Keys whose English text is what code gives as a reason: `<plugin>.fault.<name>`. */
const FAULT_KEY = /^[\w-]+\.fault\./;

type Catalogue = Record<string, MessageTemplate>;

/** `t('pages.trash', { count: 2 })`; what a language lacks is said in English, what nobody knows is the key itself. */
export type Translate = (key: string, values?: MessageValues) => string;

interface Scripts {
  addScript(name: string, make: () => string): void;
}

export class Messages {
  readonly #catalogues = new Map<string, Catalogue>();

  /** Adds all `<locale>.json` of a folder. @throws Error naming a key that does not begin with the plugin's name */
  add(owner: string, folder: URL): void {
    if (!existsSync(folder)) throw new Error(`the folder of messages is missing: ${folder.pathname}`);
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.json')) continue;
      const added = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Catalogue;
      const foreign = Object.keys(added).find((key) => !key.startsWith(`${owner}.`));
      if (foreign) throw new Error(`the message ${foreign} in ${name} must begin with ${owner}.`);
      const locale = name.slice(0, -'.json'.length);
      this.#catalogues.set(locale, Object.assign(this.#catalogues.get(locale) ?? {}, added));
    }
  }

  get locales(): string[] {
    return [...this.#catalogues.keys()].sort();
  }

  text(locale: string, key: string, values?: MessageValues): string {
    const own = this.#catalogues.get(locale)?.[key];
    if (own !== undefined) return formatMessage(locale, own, values);
    const english = this.#catalogues.get(DEFAULT_LOCALE)?.[key];
    return english === undefined ? key : formatMessage(DEFAULT_LOCALE, english, values);
  }

  /**
   * A reason that code gave in English, said in another language; one that no message has stays as it is. What stands
   * for `{why}` in it is a reason itself.
   */
  again(locale: string, english: string): string {
    for (const [key, pattern] of this.#reasons()) {
      const { groups } = pattern.exec(english) ?? {};
      if (groups?.why) return this.text(locale, key, { ...groups, why: this.again(locale, groups.why) });
      if (pattern.test(english)) return this.text(locale, key, { ...groups });
    }
    return english;
  }

  /** English reasons as patterns: whatever stands where a placeholder is becomes its value. */
  #reasons(): [string, RegExp][] {
    this.#patterns ??= Object.entries(this.#catalogues.get(DEFAULT_LOCALE) ?? {}).flatMap(([key, message]) => {
      if (typeof message !== 'string' || !FAULT_KEY.test(key)) return [];
      const source = message
        .split(/(\{\w+\})/)
        .map((part, at) => (at % 2 ? `(?<${part.slice(1, -1)}>.+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
        .join('');
      return [[key, new RegExp(`^${source}$`)] as [string, RegExp]];
    });
    return this.#patterns;
  }

  #patterns: [string, RegExp][] | undefined;

  /** One function for each language that there is, since every page asks for it. */
  in(locale: string): Translate {
    const known = this.#translations.get(locale);
    if (known) return known;
    const made: Translate = (key, values) => this.text(locale, key, values);
    if (this.#catalogues.has(locale)) this.#translations.set(locale, made);
    return made;
  }

  readonly #translations = new Map<string, Translate>();

  /** The script that gives the browser its share of a language. */
  script(locale: string): string {
    return `globalThis.commonplaceMessages=${JSON.stringify(this.#share(locale, CLIENT_KEY))};\n`;
  }

  /** What every page loads, and apart from it what few do; several plugins may add to one part. */
  addScripts(assets: Scripts, parts: { words?: Record<string, RegExp> }[]): void {
    const words = Map.groupBy(
      parts.flatMap((one) => Object.entries(one.words ?? {})),
      ([part]) => part,
    );
    for (const locale of this.locales) {
      assets.addScript(`messages-${locale}.js`, () => this.script(locale));
      for (const [part, found] of words)
        assets.addScript(`${part}-messages-${locale}.js`, () =>
          found.map(([, keys]) => this.addingScript(locale, keys)).join(''),
        );
    }
  }

  /** One that adds the keys of a pattern to it, for a part of the browser's code that few pages load. */
  addingScript(locale: string, keys: RegExp): string {
    return `Object.assign(globalThis.commonplaceMessages??={},${JSON.stringify(this.#share(locale, keys))});\n`;
  }

  /** All messages whose keys begin like this, in one language. */
  beginningWith(locale: string, beginning: string): Catalogue {
    return this.#share(locale, new RegExp(`^${beginning.replaceAll('.', '\\.')}`));
  }

  /** Keys `<plugin>.<part>.<name>` by their names: what each plugin says in words of its own of what it brings. */
  named(part: string): ReadonlyMap<string, string> {
    const known = this.#named.get(part);
    if (known) return known;
    const pattern = new RegExp(`^[\\w-]+\\.${part.replaceAll('.', '\\.')}\\.(.+)$`);
    const keys = Object.keys(this.#catalogues.get(DEFAULT_LOCALE) ?? {});
    const found = new Map(keys.flatMap((key) => (pattern.test(key) ? [[key.replace(pattern, '$1'), key]] : [])));
    this.#named.set(part, found);
    return found;
  }

  readonly #named = new Map<string, ReadonlyMap<string, string>>();

  #share(locale: string, keys: RegExp): Catalogue {
    const all = { ...this.#catalogues.get(DEFAULT_LOCALE), ...this.#catalogues.get(locale) };
    return Object.fromEntries(Object.entries(all).filter(([key]) => keys.test(key)));
  }

  /** The first wanted language that there is; `wanted` are language tags, best first. */
  choose(wanted: string[]): string {
    for (const tag of wanted) {
      const language = tag.toLowerCase().split('-')[0] as string;
      if (this.#catalogues.has(language)) return language;
    }
    return DEFAULT_LOCALE;
  }
}

export const directionOf = (locale: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr');
