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

export const mainElement = document.querySelector('#main') as HTMLElement;
export const statusElement = document.querySelector('#said') as HTMLElement;
export const foot = document.querySelector('#foot') as HTMLElement;

export function showStatus(text: string, isBad = false): void {
  statusElement.textContent = text;
  statusElement.className = isBad ? 'note bad' : 'note';
}
