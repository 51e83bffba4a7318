// The address that was pasted last, while the caret stands at its end: a strip there offers what else it can become.
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { schema } from '../../../blocks/schema/schema.ts';
import { REMOTE } from '../editor/block-ids.ts';
import type { NameCache } from '../editor/name-cache.ts';
import type { LinkStrip } from './link-strip.ts';
import type { PasteRange } from './pasted-range.ts';

/** A link that says its address, and where it is as the text around it changes. */
export interface PastedLink extends PasteRange {
  address: string;
}

const key = new PluginKey<PastedLink | null>('pasted-link');

/** Offers to make something else of the link that ends where the caret of the transaction is. */
export function offerChoices(tr: Transaction, address: string): Transaction {
  const to = tr.selection.from;
  return tr.setMeta(key, { paste: {}, from: to - address.length, to, address });
}

/** Ends the offer. */
export const withoutChoices = (tr: Transaction): Transaction => tr.setMeta(key, null);

/** The link as long as it says its address and the caret is at its end: nobody has changed it, or gone on. */
function intact(link: PastedLink, { doc, selection }: EditorState): PastedLink | null {
  const { from, to, address } = link;
  if (!selection.empty || selection.head !== to || from < selection.$head.start()) return null;
  const marks = selection.$head.nodeBefore?.marks ?? [];
  const isLink = marks.some(({ type, attrs }) => type === schema.marks.link && attrs.href === address);
  return isLink && doc.textBetween(from, to) === address ? link : null;
}

/** After a change. What others change moves the caret along with its line, wherever that goes, and so the link. */
function followed(tr: Transaction, link: PastedLink, { selection }: EditorState): PastedLink {
  const to = tr.getMeta(REMOTE) ? selection.head : tr.mapping.map(link.to, -1);
  return { ...link, from: to - link.address.length, to };
}

/** Shows the strip of a view; it is loaded when an address is pasted. */
class Offer {
  readonly #view: EditorView;
  readonly #host: { pageId: number; names: NameCache };
  #paste: object | null = null;
  #strip: LinkStrip | null = null;

  constructor(view: EditorView, host: { pageId: number; names: NameCache }) {
    this.#view = view;
    this.#host = host;
  }

  get link(): PastedLink | null {
    return (this.#view.editable && key.getState(this.#view.state)) || null;
  }

  update(): void {
    const { link } = this;
    if (link && link.paste === this.#paste) {
      this.#strip?.place();
      return;
    }
    this.destroy();
    if (link) this.#open(link);
  }

  onKey(event: KeyboardEvent): boolean {
    return this.#strip?.onKey(event) ?? false;
  }

  destroy(): void {
    this.#paste = null;
    this.#strip?.close();
    this.#strip = null;
  }

  #open({ paste, address }: PastedLink): void {
    this.#paste = paste;
    const { pageId, names } = this.#host;
    const own = { pageId, address, canEmbed: names.frame(address) !== null, link: () => this.link };
    const show = ({ LinkStrip }: typeof import('./link-strip.ts')) => {
      if (this.#paste === paste) this.#strip = new LinkStrip(this.#view, own);
    };
    // Without a connection the link stays what it is.
    import('./link-strip.ts').then(show, () => undefined);
  }
}

export function pastedLink(pageId: number, names: NameCache): Plugin<PastedLink | null> {
  let offer: Offer | undefined;
  return new Plugin<PastedLink | null>({
    key,
    state: {
      init: () => null,
      apply(tr, before, _state, state) {
        const given = tr.getMeta(key) as PastedLink | null | undefined;
        const link = given === undefined ? before && followed(tr, before, state) : given;
        return link && intact(link, state);
      },
    },
    props: { handleKeyDown: (_view, event) => offer?.onKey(event) ?? false },
    view(view) {
      offer = new Offer(view, { pageId, names });
      return offer;
    },
  });
}
