// What the pages of the extension share: they ask its background, and say what came of it.
import { browser } from './browser-api.ts';

/** One that waits to be sent, as the background tells of it. */
export interface WaitingClip {
  client_id: string;
  title: string;
  source_url: string;
  refused?: string;
}

export const ask = <T>(type: string, more: object = {}): Promise<T> =>
  browser().runtime.sendMessage({ type, ...more }) as Promise<T>;

/** Of a page; the background has none, in some browsers not even a document. */
const part = (id: string): HTMLElement => globalThis.document?.querySelector(id) as HTMLElement;
export const mainElement = part('#main');
export const statusElement = part('#said');
export const foot = part('#foot');

export function showStatus(text: string, isBad = false): void {
  statusElement.textContent = text;
  statusElement.className = isBad ? 'note bad' : 'note';
}
