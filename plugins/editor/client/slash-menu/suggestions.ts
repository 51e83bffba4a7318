// Menus that open while somebody types: `/`, `@`, `:` and `[[` begin a word, and what follows it filters the menu.
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { rangeAnchor } from '../editor/floating-anchor.ts';
import { SuggestPanel } from './suggestion-list.ts';

export interface Suggestion {
  label: string;
  /** heading of its group */
  group: string;
  /** name of an icon, or an emoji, or a picture */
  icon: string | { sign: string | HTMLElement };
  hint?: string;
  /** where it is, said where the label leaves room */
  place?: string;
  /** acts after the typed word has been taken away; the caret is where it was */
  run(view: EditorView): void;
}

export interface SuggestionSource {
  trigger: '/' | '@' | '[[' | ':';
  /** name of the menu */
  label: string;
  /** characters behind the sign without which no menu opens; such a menu shows itself only when it has something */
  least?: number;
  find(query: string, view: EditorView): Suggestion[] | Promise<Suggestion[]>;
}

interface Open {
  trigger: SuggestionSource['trigger'];
  from: number;
  query: string;
  /** whether a button put the sign there, which then goes when nothing is chosen */
  isInserted: boolean;
  /** how many spaces it put before the sign; a block that is chosen needs none */
  spaces?: number;
}

const key = new PluginKey<Open | null>('suggest');
const QUERY_MAX = 60;

/** The word as it stands now, or null when the caret has left it. */
function followed(state: EditorState, { trigger, from, isInserted, spaces }: Omit<Open, 'query'>): Open | null {
  const { $head, empty } = state.selection;
  if (!empty || $head.pos < from + trigger.length || $head.start() > from) return null;
  const text = state.doc.textBetween(from, $head.pos, '\n', '\ufffc');
  const query = text.slice(trigger.length);
  // The second colon ends a name.
  if (trigger === ':' && query.includes(':')) return null;
  const isWord = text.startsWith(trigger) && query.length <= QUERY_MAX && !/^\s|[\n\ufffc]|\s\s/.test(query);
  return isWord ? { trigger, from, query, isInserted, spaces } : null;
}

/** Where a typed character begins a word, the start of that word. */
function beginning(state: EditorState, from: number, text: string): Omit<Open, 'query'> | null {
  const $from = state.doc.resolve(from);
  if (!$from.parent.inlineContent || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 2), $from.parentOffset, '\n', '\ufffc');
  if (text === '[' && before.endsWith('[') && !before.startsWith('[['))
    return { trigger: '[[', from: from - 1, isInserted: false };
  const isFirst = before === '' || /[\s(]$/.test(before);
  return isFirst && (text === '/' || text === '@' || text === ':') ? { trigger: text, from, isInserted: false } : null;
}

/** Opens a menu without the keyboard, e.g. from a button. */
export function openSuggestions(view: EditorView, trigger: '/' | '@' | '[['): void {
  const { from, $from } = view.state.selection;
  const needsSpace = $from.parentOffset > 0 && !/\s$/.test($from.parent.textBetween(0, $from.parentOffset, '\n', 'x'));
  const spaces = needsSpace ? 1 : 0;
  const tr = view.state.tr.insertText(`${' '.repeat(spaces)}${trigger}`);
  view.dispatch(tr.setMeta(key, { trigger, from: from + spaces, isInserted: true, spaces }));
  view.focus();
}

export function suggestions(sources: SuggestionSource[]): Plugin<Open | null> {
  let panel: SuggestPanel | undefined;
  return new Plugin<Open | null>({
    key,
    state: {
      init: () => null,
      apply(tr, open, _before, state) {
        const meta = tr.getMeta(key) as Omit<Open, 'query'> | 'close' | undefined;
        if (meta === 'close') return null;
        if (meta) return followed(state, meta);
        return open && followed(state, { ...open, from: tr.mapping.map(open.from, 1) });
      },
    },
    props: {
      handleTextInput(view, from, to, text) {
        if (from !== to) return false;
        const begun = beginning(view.state, from, text);
        if (begun) view.dispatch(view.state.tr.insertText(text, from, to).setMeta(key, begun).scrollIntoView());
        return Boolean(begun);
      },
      handleKeyDown: (_view, event) => panel?.onKey(event) ?? false,
      handleDOMEvents: {
        blur: () => {
          panel?.close();
          return false;
        },
      },
    },
    view(view) {
      const close = () => {
        const open = key.getState(view.state);
        const tr = view.state.tr.setMeta(key, 'close');
        if (open?.isInserted && open.query === '')
          tr.delete(open.from - (open.spaces ?? 0), open.from + open.trigger.length);
        view.dispatch(tr);
      };
      panel = new SuggestPanel(view.dom, {
        dismiss: close,
        write(text) {
          const { from, to } = view.state.selection;
          const write = () => view.state.tr.insertText(text);
          if (!view.someProp('handleTextInput', (take) => take(view, from, to, text, write))) view.dispatch(write());
        },
        take(item) {
          const open = key.getState(view.state);
          if (!open) return;
          const from = open.from - (open.trigger === '/' ? (open.spaces ?? 0) : 0);
          view.dispatch(view.state.tr.delete(from, view.state.selection.head).setMeta(key, 'close'));
          item.run(view);
          view.focus();
        },
      });
      return {
        update(_view, before) {
          const open = key.getState(view.state) ?? null;
          const was = key.getState(before) ?? null;
          if (open === was || (open && was && open.query === was.query && open.from === was.from)) return;
          const source = open && sources.find(({ trigger }) => trigger === open.trigger);
          if (open && source && open.query.length >= (source.least ?? 0))
            panel?.show(source, rangeAnchor(view, open.from), () => source.find(open.query, view));
          else panel?.hide();
        },
        destroy: () => panel?.hide(),
      };
    },
  });
}
