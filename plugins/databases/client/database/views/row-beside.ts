// Which row is shown beside its view, as the page around both says it, and the presses that ask for one.

const root = document.documentElement;

export const isShownBeside = ({ id }: { id: number }): boolean => root.dataset.peekPage === String(id);

/** Calls when another row is shown beside, or none any more. */
export function onRowBeside(heard: () => void, signal?: AbortSignal): void {
  const seen = new MutationObserver(heard);
  seen.observe(root, { attributeFilter: ['data-peek-page'] });
  signal?.addEventListener('abort', () => seen.disconnect());
}

/** So far, in pixels, a hand that presses may move. */
const STILL = 4;

/** A press on a card or line opens its row, unless something in it takes it, it chooses words, or closes what is open. */
export function openPressed(place: HTMLElement, open: (id: number, from: HTMLElement) => void): void {
  let pressed = { clientX: 0, clientY: 0 };
  let isClosing = false;
  const begin = (event: PointerEvent) => {
    pressed = event;
    isClosing = document.querySelector('[popover="auto"]:popover-open') !== null;
  };
  place.addEventListener('pointerdown', begin, true);
  place.addEventListener('click', (event) => {
    const target = event.target as Element;
    const card = target.closest<HTMLElement>('[data-row]');
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!card || event.defaultPrevented || isElsewhere || isClosing || target.closest('a, button, input, select'))
      return;
    const way = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
    if (way > STILL && !getSelection()?.isCollapsed) return;
    open(Number(card.dataset.row), card.querySelector<HTMLElement>('.card-title') ?? card);
  });
}
