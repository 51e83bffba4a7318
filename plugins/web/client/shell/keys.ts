// The shortcuts of the frame, what they load when they are first used, and how keys are written on this machine.
import { on } from '../../../../core/client/dom.ts';
import { addShortcut, keysText } from '../../../../core/client/shortcuts.ts';
import { failed } from '../../../../core/client/toast.ts';
import { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import { shellShortcuts } from '../../shortcuts.ts';
import { toggleSidebar } from './sidebar.ts';

/** Its words come with it, and what is typed until then is meant for it; where there is no search, there is no palette. */
async function loadPalette(): Promise<void> {
  const search = document.querySelector<HTMLElement>('[data-action="palette"][data-words]');
  if (!search) return;
  const ahead = new TypeAhead();
  try {
    const [{ openPalette }] = await Promise.all([import('./palette.ts'), import(search.dataset.words as string)]);
    void openPalette(ahead.take().replaceAll('\n', ''));
  } finally {
    ahead.take();
  }
}

const showPalette = (): Promise<void> => loadPalette().catch(failed);
const openList = (): Promise<void> => import('./shortcut-list.ts').then((module) => module.openList()).catch(failed);

export function startKeys(): void {
  const runs: Record<string, () => void> = {
    'palette.open': showPalette,
    'sidebar.toggle': toggleSidebar,
    'shortcuts.list': openList,
  };
  for (const shortcut of shellShortcuts) addShortcut(shortcut, runs[shortcut.id]);
  on(document, 'click', '[data-action="palette"]', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void showPalette();
  });
  on(document, 'click', '[data-action="shortcuts"]', openList);
  for (const one of document.querySelectorAll<HTMLElement>('[data-keys]'))
    one.textContent = keysText(one.dataset.keys as string);
}
