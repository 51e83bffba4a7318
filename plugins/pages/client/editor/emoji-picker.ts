// The picker of emoji: search, groups, a random one; by keyboard as a grid.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, openPopover } from '../../../../core/client/popover.ts';
import { send } from '../../../../core/client/request.ts';

interface Emoji {
  label: string;
  unicode: string;
  tags?: string[];
  group?: number;
  order?: number;
}

/** Groups of the data by number; skin tones (2) stand alone nowhere. */
const GROUPS = [0, 1, 3, 4, 5, 6, 7, 8, 9];
const COLUMNS = 8;

let loading: Promise<Emoji[]> | undefined;

function load(url: string): Promise<Emoji[]> {
  loading ??= send<Emoji[]>('GET', url)
    .then((all) => all.filter(({ group }) => group !== undefined && group !== 2))
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** Those whose name it is come first, then those whose name begins so. */
export async function searchEmoji(url: string, text: string): Promise<Emoji[]> {
  const wanted = text.trim().toLowerCase();
  const rank = ({ label }: Emoji) => (label === wanted ? 0 : label.startsWith(wanted) ? 1 : 2);
  const found = search(await load(url), text).flatMap(({ emoji }) => emoji);
  return found.sort((a, b) => rank(a) - rank(b) || a.label.length - b.label.length);
}

export async function openEmojiPicker(
  anchor: Anchor,
  url: string,
  choose: (emoji: string) => void,
  { isRemovable = false }: { isRemovable?: boolean },
): Promise<void> {
  const all = await load(url);
  const panel = el('div', { class: 'emoji-picker', role: 'dialog', 'aria-label': t('pages.editor.emoji') });
  const take = (emoji: string) => {
    panel.hidePopover();
    choose(emoji);
  };
  const field = el('input', {
    type: 'search',
    'aria-label': t('pages.editor.emoji_search'),
    placeholder: t('pages.editor.emoji_search'),
  });
  const grid = el('div', { class: 'emoji-grid' });
  const status = el('p', { class: 'hidden', role: 'status' });
  const tools = el(
    'div',
    { class: 'emoji-tools' },
    field,
    tool(icon('refresh-cw'), t('pages.editor.emoji_random'), () => take(any(all))),
  );
  if (isRemovable) tools.append(tool(icon('trash-2'), t('pages.editor.emoji_remove'), () => take('')));
  panel.append(tools, status, grid);
  fill(grid, grouped(all), take);
  field.addEventListener('input', () => {
    const found = search(all, field.value);
    fill(grid, found, take);
    const count = found.reduce((sum, { emoji }) => sum + emoji.length, 0);
    status.textContent = t('pages.editor.emoji_found', { count });
  });
  panel.addEventListener('keydown', (event) => move(event, field, grid));
  await openPopover(anchor, panel, { focus: field });
}

const any = (all: Emoji[]): string => all[Math.floor(Math.random() * all.length)]?.unicode ?? '🙂';

function tool(picture: SVGElement, label: string, run: () => void): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick: run },
    picture,
  );
}

interface Group {
  name: string;
  emoji: Emoji[];
}

const grouped = (all: Emoji[]): Group[] =>
  GROUPS.map((group) => ({
    name: t(`pages.editor.emoji_group_${group}`),
    emoji: all.filter((one) => one.group === group).sort((a, b) => (a.order ?? 0) - (b.order ?? 0)),
  }));

function search(all: Emoji[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return grouped(all);
  const fits = ({ label, tags = [], unicode }: Emoji) => {
    const known = `${label} ${tags.join(' ')}`.toLowerCase();
    return words.every((word) => known.includes(word) || unicode === word);
  };
  return [{ name: '', emoji: all.filter(fits).slice(0, 200) }];
}

function fill(grid: HTMLElement, groups: Group[], take: (emoji: string) => void): void {
  const parts = groups.map(({ name, emoji }) => {
    const heading = name ? el('h3', {}, name) : null;
    const cells = emoji.map(({ unicode, label }) =>
      el(
        'button',
        { type: 'button', tabindex: -1, 'aria-label': label, title: label, onclick: () => take(unicode) },
        unicode,
      ),
    );
    return el('section', {}, heading, el('div', { class: 'emoji-cells' }, ...cells));
  });
  grid.replaceChildren(...parts);
  if (!groups.some(({ emoji }) => emoji.length))
    grid.replaceChildren(el('p', { class: 'hint' }, t('pages.editor.emoji_none')));
  grid.querySelector('button')?.setAttribute('tabindex', '0');
}

/** Arrows walk the grid; from the field they enter it, above its first line they go back. */
function move(event: KeyboardEvent, field: HTMLElement, grid: HTMLElement): void {
  const cells = [...grid.querySelectorAll<HTMLElement>('button')];
  const at = cells.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && document.activeElement === field) {
    event.preventDefault();
    cells[0]?.click();
    return;
  }
  const isInField = document.activeElement === field;
  if (isInField && event.key !== 'ArrowDown') return;
  const step = { ArrowDown: COLUMNS, ArrowUp: -COLUMNS, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || (at < 0 && !isInField)) return;
  event.preventDefault();
  const next = isInField ? 0 : at + step;
  (next < 0 ? field : (cells[next] ?? cells.at(-1)))?.focus();
}
