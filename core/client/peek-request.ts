// How one part of a page asks to show another page beside it; what shows pages so, if anything does, hears it.

export interface PeekRequest {
  id: number;
  /** gets the focus back */
  from: HTMLElement | null;
}

const EVENT = 'commonplace:peek';

/** Opens the page beside this one, or in its place where nothing can show it beside. */
export function requestPeek(detail: PeekRequest): void {
  const event = new CustomEvent<PeekRequest>(EVENT, { detail, cancelable: true });
  if (document.dispatchEvent(event)) location.assign(`/pages/${detail.id}`);
}

export const onPeekRequest = (heard: (detail: PeekRequest) => void): void => {
  document.addEventListener(EVENT, (event) => {
    event.preventDefault();
    heard((event as CustomEvent<PeekRequest>).detail);
  });
};
