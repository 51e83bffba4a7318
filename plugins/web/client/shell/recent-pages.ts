// Pages that this person saw lately, as the sidebar lists them: the palette needs no list of its own.
import type { ComboboxChoice } from './combobox.ts';

const icons: Record<string, { icon: string }> = {
  file: { icon: 'paperclip' },
  folder: { icon: 'folder' },
  collection: { icon: 'table' },
};

export const sidebarRecentPages = (): ComboboxChoice[] =>
  [...document.querySelectorAll<HTMLElement>('[data-recents] li')].map((line) => ({
    label: line.querySelector('.menu-label')?.textContent ?? '',
    ...(icons[line.dataset.kind ?? ''] ?? { icon: 'file-text' }),
    href: line.querySelector('a')?.href,
  }));
