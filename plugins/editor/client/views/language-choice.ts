// The language of code, found by typing; loaded with the first code on a page.
import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover } from '../../../../core/client/popover.ts';
import { typeInto } from '../../../../core/client/type-ahead/search-text.ts';
import type { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import { nodeName } from '../../../blocks/schema/prosemirror-json.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { BLOCK_CLIENTS } from '../../../blocks/types/clients.ts';

/** Names that people know, and what else they call it; what is coloured has a grammar. */
const LANGUAGES: Record<string, [name: string, ...others: string[]]> = {
  bash: ['Shell', 'sh', 'shell', 'zsh'],
  c: ['C'],
  cpp: ['C++', 'c++', 'cc'],
  csharp: ['C#', 'c#', 'cs'],
  css: ['CSS'],
  diff: ['Diff', 'patch'],
  go: ['Go', 'golang'],
  graphql: ['GraphQL'],
  html: ['HTML'],
  ini: ['INI, TOML', 'toml'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'jsx', 'node'],
  json: ['JSON'],
  kotlin: ['Kotlin', 'kt'],
  markdown: ['Markdown', 'md'],
  php: ['PHP'],
  python: ['Python', 'py'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  sql: ['SQL'],
  swift: ['Swift'],
  typescript: ['TypeScript', 'ts', 'tsx'],
  xml: ['XML', 'svg'],
  yaml: ['YAML', 'yml'],
};

/** What is drawn from its source, by the language in which that is written. */
const DRAWN = new Map(BLOCK_CLIENTS.flatMap((client) => (client.language ? [[client.language, client] as const] : [])));

/** Code in a language that is drawn becomes what it draws, unless it says more than that has a place for. */
export function setLanguage(view: EditorView, at: number, language: string): void {
  const { tr, doc } = view.state;
  const code = doc.nodeAt(at);
  const drawn = DRAWN.get(language);
  const attribute = drawn?.source?.().attribute;
  if (!code || !drawn || !attribute || code.attrs.caption) {
    view.dispatch(tr.setNodeAttribute(at, 'language', language));
    return;
  }
  const made = schema.nodes[nodeName(drawn.type)]!.create({ [attribute]: code.textContent });
  tr.replaceWith(at, at + code.nodeSize, made);
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)));
}

const plainName = (): string => t('editor.code_plain');

export function languageName(language: string): string {
  if (!language) return plainName();
  const named = language.toLowerCase();
  const found = Object.entries(LANGUAGES).find(([id, [, ...others]]) => id === named || others.includes(named));
  return found?.[1][0] ?? language;
}

const USED = 'code-languages';
const USED_MAX = 5;
const usedLately = (): string[] => (localStorage.getItem(USED) ?? '').split('\n').filter(Boolean);

function noteUse(language: string): void {
  if (!language) return;
  const others = usedLately().filter((one) => one !== language);
  localStorage.setItem(USED, [language, ...others].slice(0, USED_MAX).join('\n'));
}

/** Those used last first, then by name. */
function allLanguages(): string[] {
  const used = usedLately();
  const drawn = [...DRAWN.keys()];
  const known = [...Object.keys(LANGUAGES), ...drawn].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return [...new Set([...used, '', ...known])];
}

const nameOf = (language: string): string => {
  const drawn = DRAWN.get(language);
  return drawn ? language.charAt(0).toUpperCase() + language.slice(1) : languageName(language);
};

/** Those whose name or other name begins with what was typed go first; any other name can be given, too. */
function languagesFor(typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return allLanguages();
  const called = (language: string) => [nameOf(language), language, ...(LANGUAGES[language]?.slice(1) ?? [])];
  const rank = (language: string): number => {
    const names = called(language).map((name) => name.toLowerCase());
    if (names.includes(wanted)) return 0;
    return names.some((name) => name.startsWith(wanted)) ? 1 : names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  const ranked = allLanguages().map((language) => ({ language, at: rank(language) }));
  const found = ranked.filter(({ at }) => at < 3).sort((a, b) => a.at - b.at);
  const isKnown = found.some(({ at }) => at === 0);
  return [...found.map(({ language }) => language), ...(isKnown ? [] : [typed.trim().slice(0, 64)])];
}

const LIST = 'languages';

function optionOf(language: string, at: number, current: string, take: () => void): HTMLElement {
  const name = el('span', { class: 'menu-label' }, nameOf(language));
  const attributes = { id: `${LIST}-${at}`, role: 'option', class: 'menu-item', 'aria-selected': 'false' };
  const option = el('div', { ...attributes, onclick: take }, name);
  if (language === current) option.append(el('span', { class: 'meta' }, '✓'));
  return option;
}

/** Resolves with another language, or null when none was chosen; `ahead` has what is typed before there is a field. */
export async function chooseLanguage(anchor: HTMLElement, current: string, ahead: TypeAhead): Promise<string | null> {
  let chosen: string | null = null;
  const label = t('editor.code_language');
  const field = el('input', {
    ...{ type: 'search', role: 'combobox', autocomplete: 'off', spellcheck: 'false', maxlength: 64 },
    ...{ 'aria-label': label, 'aria-controls': LIST, 'aria-expanded': 'true', 'aria-autocomplete': 'list' },
    placeholder: t('editor.code_find'),
  });
  const list = el('div', { id: LIST, role: 'listbox', 'aria-label': label });
  const panel = el('div', { class: 'suggest language-choice', role: 'dialog', 'aria-label': label }, field, list);
  let at = 0;
  const select = (next: number) => {
    const options = [...list.children];
    at = options.length ? (next + options.length) % options.length : 0;
    for (const [place, option] of options.entries()) option.setAttribute('aria-selected', String(place === at));
    field.setAttribute('aria-activedescendant', `${LIST}-${at}`);
    options[at]?.scrollIntoView({ block: 'nearest' });
  };
  const take = (language: string) => {
    chosen = language;
    panel.hidePopover();
  };
  const draw = () => {
    const found = languagesFor(field.value);
    list.replaceChildren(...found.map((one, place) => optionOf(one, place, current, () => take(one))));
    select(field.value.trim() ? 0 : Math.max(0, found.indexOf(current)));
  };
  field.addEventListener('input', draw);
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) select(at + step);
    else if (event.key === 'Enter') (list.children[at] as HTMLElement | undefined)?.click();
    else return;
    event.preventDefault();
  });
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  draw();
  const closed = openPopover(anchor, panel, { focus: field });
  select(at);
  typeInto(field, ahead.take());
  await closed;
  if (chosen !== null) noteUse(chosen);
  return chosen;
}
