// Pictures inside what is pasted: taken out of the text when it is read, uploaded or copied in, and put where they stood.
import type { Transaction } from 'prosemirror-state';
import { type Block, walk } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import { blockAround } from '../../../blocks/commands/block-position.ts';
import { foreignAddress } from '../../../blocks/external-media.ts';

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

/** A picture of another site: the server fetches it, so that no reader ever asks that site. */
export interface WebPicture {
  url: string;
  /** its words, or empty */
  alt: string;
}

/** What belongs right before or after a block of its own. */
export interface PlacedPicture {
  file: File | WebPicture;
  pos: number;
}

/** Pictures smaller than this only count who looks. */
const COUNTING_PX = 3;
/** More than these at once stay links. */
const FETCHED_MAX = 40;

/** Whether a picture is there only to count who looks. */
export const isCounting = (image: HTMLImageElement): boolean =>
  ['width', 'height'].some((side) => Number.parseInt(image.getAttribute(side) ?? '', 10) < COUNTING_PX);

function webPicture(image: HTMLImageElement): WebPicture | null {
  const src = image.getAttribute('src') ?? '';
  const url = src.startsWith('//') ? `https:${src}` : src;
  const isForeign = /^https?:\/\//i.test(url) && !url.startsWith(`${location.origin}/`);
  return isForeign && !image.closest('td, th') ? { url, alt: image.alt.slice(0, 1000) } : null;
}

/** Length of HTML without the pictures in it. */
export const markupLength = (html: string): number => html.replace(/"data:image\/[^"]*"/gi, '').length;

/** The pictures of the HTML that was read last, until it is pasted. */
export class PastedPictures {
  #waiting: (File | WebPicture)[] = [];

  get areWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Puts a sign in the place of each picture in the detached tree. */
  read(root: HTMLElement, name: string): void {
    this.#waiting = [];
    for (const image of root.querySelectorAll('img')) {
      const given = pictureIn(image.getAttribute('src') ?? '', image.alt.slice(0, 100) || name) ?? webPicture(image);
      const sign = given && this.#sign(given);
      if (!sign) continue;
      image.replaceWith(sign);
    }
  }

  /** Puts a sign in the place of each picture of another site that Markdown shows. */
  readBlocks(blocks: Block[]): void {
    this.#waiting = [];
    for (const block of walk(blocks)) {
      const url = block.type === 'image' ? foreignAddress(block) : null;
      const sign = url && this.#sign({ url, alt: String(block.data.alt ?? block.data.name ?? '') });
      if (sign) Object.assign(block, { type: 'paragraph', data: {}, content: [textNode(sign)] });
    }
  }

  #sign(given: File | WebPicture): string | null {
    if (!(given instanceof File) && this.#waiting.length >= FETCHED_MAX) return null;
    return `\ue000${this.#waiting.push(given) - 1}\ue001`;
  }

  /** Takes the signs out again between two positions; `pos` is where the picture's block belongs afterwards. */
  settle(tr: Transaction, from: number, to: number): PlacedPicture[] {
    const files = this.#waiting;
    this.#waiting = [];
    if (!files.length) return [];
    const signs: { file: File | WebPicture; from: number; to: number }[] = [];
    tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node, pos) => {
      for (const found of node.isText ? (node.text ?? '').matchAll(SIGN) : []) {
        const file = files[Number(found[1])];
        if (file) signs.push({ file, from: pos + found.index, to: pos + found.index + found[0].length });
      }
    });
    const placed: PlacedPicture[] = [];
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
