// The carets of the others in the text, each with a name; and one's own, told to them.
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { Awareness } from 'y-protocols/awareness';
import { el } from '../../../../core/client/dom.ts';
import { REMOTE } from '../editor/block-ids.ts';
import { positionOf, type RelativePosition, relativePosition } from './relative-position.ts';

/** Somebody at this page, as the server names them. */
export interface Participant {
  id: number;
  name: string;
  avatar_url: string;
  avatar_color: string;
}

interface Presence {
  user?: Participant;
  cursor?: { anchor: RelativePosition; head: RelativePosition } | null;
}

/** The colour of a person's picture is that of their caret and of what they choose; whatever is no colour is none. */
export const personColour = ({ avatar_color: colour }: Participant): string =>
  /^#[0-9a-f]{6}$/i.test(colour) ? `--own: ${colour}` : '';

/** Everybody but this window, by the window. */
export function othersIn(awareness: Awareness): [window: number, presence: Presence][] {
  return [...awareness.getStates()].filter(([client]) => client !== awareness.clientID);
}

const key = new PluginKey<DecorationSet>('carets');

function draw(awareness: Awareness, doc: Node): DecorationSet {
  const found = othersIn(awareness).flatMap(([client, { user, cursor }]) => {
    const [anchor, head] = [positionOf(doc, cursor?.anchor ?? null), positionOf(doc, cursor?.head ?? null)];
    if (!user || anchor === null || head === null) return [];
    // The name is no text of the page: nobody finds or copies it.
    const make = () => {
      const caret = el('span', { class: 'caret of-person', 'data-name': user.name });
      caret.style.cssText = personColour(user);
      return caret;
    };
    // Another key is another picture, whose name shows for a moment.
    const caret = Decoration.widget(head, make, { key: `${client} ${cursor?.head}`, side: 10 });
    const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
    return [caret, Decoration.inline(from, to, { class: 'chosen-by of-person', style: personColour(user) })];
  });
  return DecorationSet.create(doc, found);
}

function tellOwn(awareness: Awareness, { state, hasFocus }: Pick<EditorView, 'state'> & { hasFocus: boolean }): void {
  const { doc, selection } = state;
  const cursor = hasFocus
    ? { anchor: relativePosition(doc, selection.anchor), head: relativePosition(doc, selection.head) }
    : null;
  const told = (awareness.getLocalState() as Presence | null)?.cursor ?? null;
  if (JSON.stringify(told) !== JSON.stringify(cursor)) awareness.setLocalStateField('cursor', cursor);
}

export function carets(awareness: Awareness): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) => draw(awareness, doc),
      apply: (tr, drawn) =>
        tr.getMeta(key) || tr.getMeta(REMOTE) ? draw(awareness, tr.doc) : drawn.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state) => key.getState(state) },
    view(view) {
      const redraw = (changed: Record<string, number[]>) => {
        if (Object.values(changed).some((clients) => clients.some((client) => client !== awareness.clientID)))
          view.dispatch(view.state.tr.setMeta(key, true));
      };
      const tell = () => tellOwn(awareness, { state: view.state, hasFocus: view.hasFocus() });
      awareness.on('change', redraw);
      for (const type of ['focusin', 'focusout']) view.dom.addEventListener(type, tell);
      return {
        update: (_view, before) => {
          if (before.doc !== view.state.doc || !before.selection.eq(view.state.selection)) tell();
        },
        destroy() {
          awareness.off('change', redraw);
          for (const type of ['focusin', 'focusout']) view.dom.removeEventListener(type, tell);
        },
      };
    },
  });
}
