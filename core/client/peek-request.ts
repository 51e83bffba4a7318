// How one part of a page asks to show another page beside it, and the page there to be closed; what shows pages so hears it.

export interface PeekRequest {
  id: number;
  /** another address than that of the page, e.g. of what is said about it */
  path?: string;
  /** gets the focus back */
  from: HTMLElement | null;
  /** stays beside whatever is read here, until it is closed */
  keep?: boolean;
  /** the page before or behind one, where they stand in a list */
  step?: PeekStep;
  /** what is typed until the page there can be written: its title */
  ahead?: { take(): string };
}

export type PeekStep = (id: number, by: 1 | -1) => number | undefined;

const EVENT = 'commonplace:peek';
const END = 'commonplace:peek-end';
const WHOLE = 'commonplace:peek-whole';

/** Whether this window is the page beside another one. */
export const isBeside = (): boolean => document.querySelector('main.embed') !== null;

/** Whether Escape closes something else first. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || document.querySelector(':popover-open:not(.toasts), dialog[open]') !== null;

/** Calls when Escape is pressed that nothing else in this window takes. */
export function onFreeEscape(heard: () => void, signal?: AbortSignal): void {
  const obey = (event: KeyboardEvent) => event.key === 'Escape' && !isTaken(event) && heard();
  addEventListener('keydown', obey, { signal });
}

/** From the page beside: it is not wanted any more. */
export const requestPeekEnd = (): void => {
  window.frameElement?.dispatchEvent(new CustomEvent(END));
};

/** From the page beside: it is wanted as a page of its own. */
export const requestPeekWhole = (): void => {
  window.frameElement?.dispatchEvent(new CustomEvent(WHOLE));
};

export const onPeekWhole = (frame: HTMLIFrameElement, heard: () => void): void => frame.addEventListener(WHOLE, heard);

export const onPeekEnd = (frame: HTMLIFrameElement, heard: () => void): void => frame.addEventListener(END, heard);

/** Opens the page beside this one, or in its place where nothing can show it beside. */
export function requestPeek(detail: PeekRequest): void {
  const event = new CustomEvent<PeekRequest>(EVENT, { detail, cancelable: true });
  if (document.dispatchEvent(event)) location.assign(detail.path ?? `/pages/${detail.id}`);
}

export const onPeekRequest = (heard: (detail: PeekRequest) => void): void => {
  document.addEventListener(EVENT, (event) => {
    event.preventDefault();
    heard((event as CustomEvent<PeekRequest>).detail);
  });
};
