// Opens the outline beside the text: by its button, by key, from the menu, and when it was left open.
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { keysText } from '../../../../core/client/shortcuts.ts';
import { failed } from '../../../../core/client/toast.ts';
import { goToBlock } from '../text/block-links.ts';
import { headings } from './headings.ts';
import type { OutlinePanel } from './outline-panel.ts';

const OPEN_KEY = 'outline-open';

let editor: EditorView | undefined;
let panel: OutlinePanel | undefined;

async function open(): Promise<void> {
  const { OutlinePanel } = await import('./outline-panel.ts');
  if (!editor || panel) return;
  panel = new OutlinePanel(editor, { headings, goToBlock, close: toggleOutline });
  localStorage.setItem(OPEN_KEY, '1');
}

export function toggleOutline(): void {
  if (!panel) {
    open()
      .then(() => panel?.focus())
      .catch(failed);
    return;
  }
  localStorage.setItem(OPEN_KEY, '0');
  panel.destroy();
  panel = undefined;
  editor?.focus();
}

export const outlineHost = new Plugin({
  view(view) {
    editor = view;
    const label = `${t('editor.outline')} (${keysText('mod+alt+o')})`;
    const attributes = { type: 'button', class: 'icon-button outline-button', 'aria-label': label, title: label };
    const button = el('button', { ...attributes, onclick: toggleOutline }, icon('table-of-contents'));
    document.body.append(button);
    if (localStorage.getItem(OPEN_KEY) === '1') open().catch(failed);
    return {
      update: (_view, before) => panel?.update(before),
      destroy() {
        panel?.destroy();
        button.remove();
        panel = editor = undefined;
      },
    };
  },
});
