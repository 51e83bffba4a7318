// What shows beside blocks, tables and columns under the pointer; loaded when a mouse first moves over the text.
import { Plugin } from 'prosemirror-state';
import { TableMap } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { failed } from '../../../../core/client/toast.ts';
import { chooseLine, drawnWidths, moveLineTo, setWidths } from '../tables/table-structure.ts';
import { loadLineMenu } from './block-menu-shortcuts.ts';

/** Something that follows the pointer within the frame around the text. */
export interface PointerTool {
  follow(event: PointerEvent): void;
  destroy(): void;
}

const structure = { chooseLine, drawnWidths, moveLineTo, setWidths };

export const pointerTools = new Plugin({
  view(view) {
    const frame = view.dom.parentElement as HTMLElement;
    const stop = new AbortController();
    let tools: PointerTool[] | undefined;
    let last: PointerEvent;
    const load = async () => {
      tools = [];
      const [{ TableHandles }, { ColumnEdge }, columns] = await Promise.all([
        import('../tables/table-handles.ts'),
        import('../tables/column-edges.ts'),
        import('../tables/column-commands.ts'),
      ]);
      if (stop.signal.aborted) return;
      tools = [
        new TableHandles(view, frame, { structure, maps: TableMap, openLineMenu: loadLineMenu }),
        new ColumnEdge(view, frame, columns),
      ];
      for (const tool of tools) tool.follow(last);
    };
    const follow = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      last = event;
      if (!tools) load().catch(failed);
      for (const tool of tools ?? []) tool.follow(event);
    };
    frame.addEventListener('pointermove', follow, { signal: stop.signal });
    return {
      destroy() {
        stop.abort();
        for (const tool of tools ?? []) tool.destroy();
      },
    };
  },
});

/** The handle beside blocks: it comes when a mouse first moves, too. */
export function offerBlockHandle(view: EditorView, frame: HTMLElement): void {
  const load = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    document.removeEventListener('pointermove', load);
    import('./block-handle.ts').then(({ BlockHandle }) => new BlockHandle(view, frame).follow(event)).catch(failed);
  };
  document.addEventListener('pointermove', load);
}
