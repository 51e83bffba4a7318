// Files on their way into the page: a card with progress holds their place until the block takes it.
import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { blockAround, makeBlock } from '../../../blocks/commands/block-position.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import type { NameCache } from '../editor/name-cache.ts';
import { insertContents } from '../slash-menu/insert.ts';
import type { PlacedPicture, WebPicture } from './inline-images.ts';

interface Stored {
  id: number;
  name: string;
  mime: string;
  size: number;
  url: string;
  /** words of a picture */
  alt?: string;
}

interface Waiting {
  id: object;
  add?: { pos: number; dom: HTMLElement };
}

const key = new PluginKey<DecorationSet>('uploads');
const KINDS: [RegExp, string][] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
];

/** Draws the cards of files that are not there yet. */
export const uploadCards = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply(tr, set) {
      const waiting = tr.getMeta(key) as Waiting | undefined;
      const mapped = set.map(tr.mapping, tr.doc);
      if (!waiting) return mapped;
      if (waiting.add)
        return mapped.add(tr.doc, [Decoration.widget(waiting.add.pos, waiting.add.dom, { id: waiting.id, side: 1 })]);
      return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === waiting.id));
    },
  },
  props: { decorations: (state) => key.getState(state) },
});

const placeOfCard = (state: EditorState, id: object): number =>
  key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? state.doc.content.size;

/** Without what this needs there is no connection, and nothing is kept in this browser. */
const rescue: typeof import('./file-cards.ts').rescueFile = (...lost) =>
  import('./file-cards.ts').then(
    (module) => module.rescueFile(...lost),
    () => failed(t('core.client.offline')),
  );

export class Uploads {
  readonly #pageId: number;
  readonly #names: NameCache;
  #count = 0;

  constructor(pageId: number, names: NameCache) {
    this.#pageId = pageId;
    this.#names = names;
  }

  /** Whether a file is still on its way. */
  get isBusy(): boolean {
    return this.#count > 0;
  }

  /** Stores a file and says how far it is. @throws RequestError */
  async store(file: File, onProgress: (share: number) => void, signal?: AbortSignal): Promise<Stored> {
    this.#count++;
    try {
      const { file: stored } = await this.#send(file, onProgress, signal);
      this.#names.addFile(stored.id, { href: stored.url, name: stored.name, mime: stored.mime });
      return stored;
    } finally {
      this.#count--;
    }
  }

  async #send(file: File, onProgress: (share: number) => void, signal?: AbortSignal): Promise<{ file: Stored }> {
    const { LARGE_BYTES, upload } = await import('../../../../core/client/upload/upload.ts');
    if (file.size > LARGE_BYTES) {
      const { sendLarge } = await import('../../../../core/client/upload/chunked-upload.ts');
      return sendLarge(file, { pageId: this.#pageId, end: 'file' }, onProgress, signal);
    }
    const form = new FormData();
    form.append('file', file, file.name || 'file');
    return upload(`/api/pages/${this.#pageId}/files`, form, onProgress, signal);
  }

  /** Uploads files and puts their blocks where `at` is then, else at the caret. */
  async insert(view: EditorView, files: File[], at?: number): Promise<void> {
    const pos = placeOf(view, at);
    await this.insertEach(
      view,
      files.map((file) => ({ file, pos })),
    );
  }

  /** The same for files and pictures that each have a place of their own. */
  async insertEach(view: EditorView, files: PlacedPicture[]): Promise<void> {
    // All places are taken at once, so that the files stand in the order in which they came.
    const waiting = files.map(({ file, pos }) => card(view, file, pos));
    for (const one of waiting) await this.#fill(view, one);
  }

  /** Lets the server copy a picture of another site. @throws RequestError */
  async #fetch({ url, alt }: WebPicture, signal: AbortSignal): Promise<Stored> {
    this.#count++;
    try {
      const { file } = await send<{ file: Stored }>('POST', `/api/pages/${this.#pageId}/pictures`, { url }, { signal });
      this.#names.addFile(file.id, { href: file.url, name: file.name, mime: file.mime });
      return { ...file, alt };
    } finally {
      this.#count--;
    }
  }

  /** Shows what waits for a connection at its place, where this browser keeps such. */
  follow(view: EditorView): void {
    if (localStorage.getItem('commonplace-offline'))
      import('./file-cards.ts').then(({ followHeld }) => followHeld(view, this.#pageId, key), failed);
  }

  async #fill(view: EditorView, one: Card): Promise<void> {
    const { id, file: given, bar, stop } = one;
    try {
      if (!(given instanceof File)) {
        const stored = await this.#fetch(given, stop.signal).catch(() => null);
        finish(view, id, stored ? blockOf(stored) : (await import('./file-cards.ts')).linkToPicture(given));
        return;
      }
      const file = given.type.startsWith('image/')
        ? await (await import('./image-resize.ts')).fittingPicture(given)
        : given;
      if (!file || stop.signal.aborted) return;
      const progress = (share: number) => {
        bar.value = share;
      };
      finish(view, id, blockOf(await this.store(file, progress, stop.signal)));
    } catch (error) {
      if (!stop.signal.aborted) await rescue(error, view, this.#pageId, given, placeOfCard(view.state, id));
    } finally {
      view.dispatch(view.state.tr.setMeta(key, { id } satisfies Waiting));
    }
  }
}

interface Card {
  id: object;
  file: File | WebPicture;
  bar: HTMLProgressElement;
  stop: AbortController;
}

/** Shows at a position that a file is on its way there. */
function card(view: EditorView, file: File | WebPicture, pos: number): Card {
  const id = {};
  const stop = new AbortController();
  const name = file instanceof File ? file.name : file.alt || file.url;
  const isCounted = file instanceof File ? { value: 0 } : {};
  const bar = el('progress', { max: 1, ...isCounted, 'aria-label': t('editor.uploading', { name }) });
  const cancel = el(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': t('core.client.cancel'), onclick: () => stop.abort() },
    icon('x'),
  );
  const dom = el('div', { class: 'upload-card', contenteditable: 'false' }, el('span', {}, name), bar, cancel);
  view.dispatch(view.state.tr.setMeta(key, { id, add: { pos, dom } } satisfies Waiting));
  return { id, file, bar, stop };
}

/** After the block at a position, or after the one with the caret. */
function placeOf(view: EditorView, at: number | undefined): number {
  const { doc, selection } = view.state;
  const place = blockAround(doc.resolve(at ?? selection.from));
  return place ? place.pos + place.node.nodeSize : doc.content.size;
}

export function blockOf({ id, name, mime, alt }: Stored): Node {
  const kind = KINDS.find(([pattern]) => pattern.test(mime))?.[1] ?? 'file';
  return schema.nodes[kind]!.create({ fileId: id, name: name.slice(0, 2000), ...(alt && { alt }) });
}

function finish(view: EditorView, id: object, content: Node): void {
  const { state } = view;
  const at = placeOfCard(state, id);
  const tr = state.tr.setMeta(key, { id } satisfies Waiting);
  const place = blockAround(state.selection.$from);
  const isWaitingLine = place && at === place.pos + place.node.nodeSize && place.content.content.size === 0;
  if (isWaitingLine && place.content.type === schema.nodes.paragraph) {
    view.dispatch(tr);
    insertContents(view, [content]);
    // The line with the caret goes down once the picture is as high as it is.
    const follow = () => view.dispatch(view.state.tr.scrollIntoView());
    if (content.type.name === 'image') view.dom.addEventListener('load', follow, { once: true, capture: true });
    return;
  }
  view.dispatch(tr.insert(at, makeBlock(content)));
}

/** Lets somebody choose files, or one, from their device. */
export function chooseFiles(accept: string, areMany: boolean, take: (files: File[]) => unknown): void {
  const field = el('input', { type: 'file', accept: accept || null, multiple: areMany ? '' : null });
  field.addEventListener('change', () => take([...(field.files ?? [])]));
  field.click();
}
