// The picker of emoji: search, groups, a random one; by keyboard as a grid.
import { el, icon, signOf } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, openPopover } from '../../../../core/client/popover.ts';
import { typeInto } from '../../../../core/client/type-ahead/search-text.ts';
import type { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import {
  type Emoji,
  type EmojiChoice,
  type OwnEmoji,
  ownEmoji,
  searchEmoji,
  signOfOwn,
  standardEmoji,
} from './emoji-list.ts';

/** Groups of the data by number. */
const GROUPS = [0, 1, 3, 4, 5, 6, 7, 8, 9];
const COLUMNS = 8;

export async function openEmojiPicker(
  anchor: Anchor,
  choose: EmojiChoice,
  { isRemovable = false, ahead }: { isRemovable?: boolean; ahead: TypeAhead },
): Promise<void> {
  const [own, all] = await Promise.all([ownEmoji(), standardEmoji()]);
  const panel = el('div', { class: 'emoji-picker', role: 'dialog', 'aria-label': t('editor.emoji') });
  const take: EmojiChoice = (sign, own) => {
    panel.hidePopover();
    choose(sign, own);
  };
  const field = el('input', {
    type: 'search',
    'aria-label': t('editor.emoji_search'),
    placeholder: t('editor.emoji_search'),
  });
  const grid = el('div', { class: 'emoji-grid' });
  const status = el('p', { class: 'hidden', role: 'status' });
  const tools = el(
    'div',
    { class: 'emoji-tools' },
    field,
    tool(icon('refresh-cw'), t('editor.emoji_random'), () => take(any(all))),
  );
  if (isRemovable) tools.append(tool(icon('trash-2'), t('editor.emoji_remove'), () => take('')));
  panel.append(tools, status, grid);
  const everything = grouped(own, all);
  fill(grid, everything, take);
  field.addEventListener('input', async () => {
    const asked = field.value;
    const found = asked.trim() ? await search(asked) : everything;
    if (field.value !== asked) return;
    fill(grid, found, take);
    const count = found.reduce((sum, { cells }) => sum + cells.length, 0);
    status.textContent = t('editor.emoji_found', { count });
  });
  panel.addEventListener('keydown', (event) => move(event, field, grid));
  const closed = openPopover(anchor, panel, { focus: field });
  typeInto(field, ahead.take());
  await closed;
}

const any = (all: Emoji[]): string => all[Math.floor(Math.random() * all.length)]?.unicode ?? '🙂';

function tool(picture: SVGElement, label: string, run: () => void): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick: run },
    picture,
  );
}

interface Cell {
  sign: string;
  label: string;
  own?: OwnEmoji;
}

interface Group {
  name: string;
  cells: Cell[];
}

const cellOf = ({ unicode, label }: Emoji): Cell => ({ sign: unicode, label });
const cellOfOwn = (one: OwnEmoji): Cell => ({ sign: signOfOwn(one), label: `:${one.name}:`, own: one });

/** The workspace's own come first. */
const grouped = (own: OwnEmoji[], all: Emoji[]): Group[] => [
  ...(own.length ? [{ name: t('editor.emoji_own'), cells: own.map(cellOfOwn) }] : []),
  ...GROUPS.map((group) => ({
    name: t(`editor.emoji_group_${group}`),
    cells: all
      .filter((one) => one.group === group)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map(cellOf),
  })),
];

async function search(text: string): Promise<Group[]> {
  const { own, standard } = await searchEmoji(text);
  return [{ name: '', cells: [...own.map(cellOfOwn), ...standard.map(cellOf)].slice(0, 200) }];
}

function fill(grid: HTMLElement, groups: Group[], take: EmojiChoice): void {
  const parts = groups.map(({ name, cells }) => {
    const heading = name ? el('h2', {}, name) : null;
    const buttons = cells.map(({ sign, label, own }) =>
      el(
        'button',
        { type: 'button', tabindex: -1, 'aria-label': label, title: label, onclick: () => take(sign, own) },
        signOf(sign),
      ),
    );
    return el('section', {}, heading, el('div', { class: 'emoji-cells' }, ...buttons));
  });
  grid.replaceChildren(...parts);
  if (!groups.some(({ cells }) => cells.length))
    grid.replaceChildren(el('p', { class: 'hint' }, t('editor.emoji_none')));
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
