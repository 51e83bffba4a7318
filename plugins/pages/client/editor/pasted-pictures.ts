// Pictures inside pasted HTML: taken out of the text when it is read, uploaded, and put where they stood.
import type { Transaction } from 'prosemirror-state';
import { blockAround } from '../../blocks/position.ts';

/** Stands for a picture in the text between reading and pasting; of a range that no text uses. */
const SIGN = /\ue000(\d+)\ue001/g;

/** Bytes in an address of the `data:` kind; null for what is no picture that people can see here. */
function pictureIn(address: string, name: string): File | null {
  const [, type = '', data = ''] =
    /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([\w+/=\s%]+)$/i.exec(address) ?? [];
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(data)), (sign) => sign.charCodeAt(0));
    const ending = type.slice('image/'.length).toLowerCase().replace('jpeg', 'jpg');
    return bytes.length ? new File([bytes], `${name}.${ending}`, { type: type.toLowerCase() }) : null;
  } catch {
    return null;
  }
}

/** Length of HTML without the pictures in it. */
export const markupLength = (html: string): number => html.replace(/"data:image\/[^"]*"/gi, '').length;

/** The pictures of the HTML that was read last, until it is pasted. */
export class PastedPictures {
  #waiting: File[] = [];

  get areWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Puts a sign in the place of each picture in the detached tree. */
  read(root: HTMLElement, name: string): void {
    this.#waiting = [];
    for (const image of root.querySelectorAll<HTMLImageElement>('img[src^="data:"]')) {
      const file = pictureIn(image.getAttribute('src') ?? '', image.alt.slice(0, 100) || name);
      if (!file) continue;
      image.replaceWith(`\ue000${this.#waiting.length}\ue001`);
      this.#waiting.push(file);
    }
  }

  /** Takes the signs out again between two positions; `pos` is where the picture's block belongs afterwards. */
  settle(tr: Transaction, from: number, to: number): { file: File; pos: number }[] {
    const files = this.#waiting;
    this.#waiting = [];
    if (!files.length) return [];
    const signs: { file: File; from: number; to: number }[] = [];
    tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node, pos) => {
      for (const found of node.isText ? (node.text ?? '').matchAll(SIGN) : []) {
        const file = files[Number(found[1])];
        if (file) signs.push({ file, from: pos + found.index, to: pos + found.index + found[0].length });
      }
    });
    const placed: { file: File; pos: number }[] = [];
    for (const { file, ...sign } of signs.reverse()) {
      const size = tr.doc.content.size;
      const pos = withoutSign(tr, sign);
      const gone = size - tr.doc.content.size;
      for (const one of placed) one.pos -= gone;
      placed.unshift({ file, pos });
    }
    return placed;
  }
}

/** Takes one sign away, with its line when that held nothing else; the place after it. */
function withoutSign(tr: Transaction, { from, to }: { from: number; to: number }): number {
  tr.delete(from, to);
  const place = blockAround(tr.doc.resolve(from));
  if (!place) return tr.doc.content.size;
  const isBlank = place.content.isTextblock && place.content.content.size === 0 && !place.group;
  const end = place.pos + place.node.nodeSize;
  if (!isBlank || place.parent.childCount === 1) return end;
  tr.delete(place.pos, end);
  return place.pos;
}
