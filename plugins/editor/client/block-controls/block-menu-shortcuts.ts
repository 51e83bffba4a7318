// Opens the menu of the chosen blocks, by key, grip and bar; the menu itself comes when it is first wanted.
import type { EditorView } from 'prosemirror-view';
import type { Anchor } from '../../../../core/client/popover.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { TableAxis } from '../tables/table-structure.ts';

export function loadBlockMenu(view: EditorView, beside?: Anchor): void {
  import('./block-menu.ts').then(({ openBlockMenu: open }) => open(view, beside)).catch(failed);
}

export function loadMenuAtCaret(view: EditorView): true {
  import('./block-menu.ts').then(({ openMenuAtCaret: open }) => open(view)).catch(failed);
  return true;
}

export function loadTableMenu(view: EditorView, beside: Anchor): void {
  import('./block-menu.ts').then(({ openTableMenu: open }) => open(view, beside)).catch(failed);
}

export function loadLineMenu(view: EditorView, line: TableAxis, beside: Anchor): void {
  import('./block-menu.ts').then(({ openLineMenu: open }) => open(view, line, beside)).catch(failed);
}
